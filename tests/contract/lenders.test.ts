/** Several lenders for one loan: each has a separate reference, lease, submissions and answer. */
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { pushRequestOf } from '../../domain/lending/push-request.ts';
import type { LenderId } from '../../server/adapters/lenders.ts';
import type { Reply } from '../../server/adapters/lender.ts';
import { lenderLoans, pushes } from '../../server/db/schema/lenders.ts';
import { loans } from '../../server/db/schema/loans.ts';
import { timeline } from '../../server/db/schema/review.ts';
import { refreshByJob } from '../../server/push/jobs.ts';
import { pushLoan } from '../../server/push/push.ts';
import { describeOnPostgresByDay } from './both-databases.ts';
import { signInOnce } from './desk.ts';
import {
  application,
  readReviewedApplication,
  type CreatedLoan,
  push,
  readLoan,
  saveApplication,
  sentBack,
  submitted,
} from './fixtures.ts';
import { ScriptedLender } from './scripted-lender.ts';
import { writeStartedPush } from './started-push.ts';

const eleven = new ScriptedLender();
const fifteen = new ScriptedLender();

const answers = (status: string): Reply => ({ kind: 'answered', result: { status } });

describeOnPostgresByDay(
  'several lenders',
  (given) => {
    beforeEach(() => {
      Object.assign(eleven, new ScriptedLender());
      Object.assign(fifteen, new ScriptedLender());
    });

    const pushTo = (lenderId: LenderId, { id }: CreatedLoan) =>
      pushLoan(given.app.services, { loanId: id, lenderId, by: 'applicant' });
    const lenderLoansOf = ({ id }: CreatedLoan) =>
      given.app.db.select().from(lenderLoans).where(eq(lenderLoans.loanId, id)).orderBy(lenderLoans.lenderId);
    const pushesOf = async ({ id }: CreatedLoan) => {
      const rows = await given.app.db
        .select()
        .from(pushes)
        .where(eq(pushes.loanId, id))
        .orderBy(pushes.lenderId, pushes.submission);
      return rows.map(({ lenderId, submission, state }) => [lenderId, submission, state]);
    };
    const setLender = ({ id }: CreatedLoan, lenderId: LenderId) =>
      given.app.db.update(loans).set({ lenderId }).where(eq(loans.id, id));
    const pushFromDesk = async (opened: CreatedLoan) => {
      const jar = await signInOnce(given.app);
      const { version } = await readReviewedApplication(given.app, jar, opened.id);
      return given.app.call('pushApplication', { path: { id: opened.id }, jar, body: { version } });
    };

    it('outside the flow are refused to an applicant, and nothing is stored', async () => {
      const opened = await submitted(given.app);
      for (const [lender_id, message] of [
        [999, 'There is no such lender'],
        [-15, 'There is no such lender'],
        [11, 'Lender 11 is not open to this flow'],
        [12, 'Lender 12 is not open to this flow'],
      ] as const) {
        const body = pushRequestOf(opened.loan);
        const answer = await given.app.call('createOnLender', {
          path: { lender_id },
          token: opened.token,
          body,
        });
        expect([answer.status, answer.body]).toEqual([
          404,
          { success: false, code: 'refusal.notFound', message },
        ]);
      }
      expect([eleven.pushed, fifteen.pushed]).toEqual([[], []]);
      expect(await lenderLoansOf(opened)).toEqual([]);
    });

    it('have separate references, submissions and answers, and the loan follows its own lender', async () => {
      const opened = await submitted(given.app);
      eleven.onPush = () => answers('APPROVED');
      fifteen.onPush = () => answers('PENDING');
      expect(await pushTo(11, opened)).toEqual({ status: 'APPROVED' });
      expect(await readLoan(given.app, opened)).toMatchObject({ status: 'submitted', lender_result: null });
      expect((await push(given.app, opened)).body.result).toEqual({ status: 'PENDING' });
      const pending = { status: 'pending', lender_result: { status: 'PENDING' } };
      expect(await readLoan(given.app, opened)).toMatchObject(pending);

      expect(await lenderLoansOf(opened)).toMatchObject([
        { lenderId: 11, reference: eleven.pushed[0]?.reference, result: { status: 'APPROVED' } },
        { lenderId: 15, reference: fifteen.pushed[0]?.reference, result: { status: 'PENDING' } },
      ]);
      expect(eleven.pushed[0]?.reference).toMatch(/^11-/);
      expect(fifteen.pushed[0]?.reference).toMatch(/^15-/);

      expect(await pushTo(11, opened)).toEqual({ status: 'APPROVED' });
      expect((await push(given.app, opened)).body.result).toEqual({ status: 'PENDING' });
      expect([eleven.pushed.length, fifteen.pushed.length]).toEqual([1, 1]);
      expect(await readLoan(given.app, opened)).toMatchObject(pending);
    });

    it('can receive a push after another has decided', async () => {
      const opened = await submitted(given.app);
      expect((await push(given.app, opened)).body.result.status).toBe('APPROVED');
      eleven.onPush = () => answers('REJECTED');
      expect(await pushTo(11, opened)).toEqual({ status: 'REJECTED' });
      expect((await readLoan(given.app, opened)).status).toBe('approved');
    });

    it('are asked by their own reference when they have not answered', async () => {
      const opened = await submitted(given.app);
      eleven.onPush = () => ({ kind: 'noResponse' });
      await expect(pushTo(11, opened)).rejects.toMatchObject({ status: 504 });
      expect((await push(given.app, opened)).status).toBe(200);
      expect(fifteen.found).toEqual([]);
      eleven.onFind = () => ({ kind: 'answered', submission: 1, result: { status: 'PENDING' } });
      expect(await pushTo(11, opened)).toEqual({ status: 'PENDING' });
      expect(eleven.found).toEqual([eleven.pushed[0]?.reference]);
      expect(await pushesOf(opened)).toEqual([
        [11, 1, 'answered'],
        [15, 1, 'answered'],
      ]);
    });

    it('are asked in parallel, each with a push of its own', async () => {
      const opened = await submitted(given.app);
      const waiting: ((reply: Reply) => void)[] = [];
      const inFlight = () => new Promise<Reply>((resolve) => waiting.push(resolve));
      eleven.onPush = inFlight;
      fifteen.onPush = inFlight;
      const first = [pushTo(11, opened), pushTo(11, opened)];
      await expect.poll(() => eleven.pushed.length).toBe(1);
      const second = push(given.app, opened);
      await expect.poll(() => fifteen.pushed.length).toBe(1);
      waiting[1]?.(answers('REJECTED'));
      expect((await second).body.result).toEqual({ status: 'REJECTED' });
      waiting[0]?.(answers('IN_PROGRESS'));
      expect(await Promise.all(first)).toEqual([{ status: 'IN_PROGRESS' }, { status: 'IN_PROGRESS' }]);
      expect(eleven.pushed).toHaveLength(1);
      expect((await readLoan(given.app, opened)).status).toBe('rejected');
    });

    it('receive a new submission as an update of the same lender loan', async () => {
      const opened = await submitted(given.app);
      eleven.onPush = () => answers('PENDING');
      fifteen.onPush = () => answers('PENDING');
      await pushTo(11, opened);
      await push(given.app, opened);
      await sentBack(given.app, await signInOnce(given.app), opened, ['personal_details.pan']);
      const { body } = await saveApplication(given.app, opened, {
        customerConsent: true,
        'personal_details.pan': 'ABCDE7777F',
      });
      expect(body.result.status).toBe('submitted');
      eleven.onPush = () => answers('APPROVED');
      fifteen.onPush = () => answers('REJECTED');
      expect(await pushTo(11, opened)).toEqual({ status: 'APPROVED' });
      const answer = await push(given.app, { ...opened, loan: body.result });
      expect(answer.body.result).toEqual({ status: 'REJECTED' });
      expect(await pushesOf(opened)).toEqual([
        [11, 1, 'answered'],
        [11, 2, 'answered'],
        [15, 1, 'answered'],
        [15, 2, 'answered'],
      ]);
      for (const { pushed } of [eleven, fifteen]) {
        expect(new Set(pushed.map(({ reference }) => reference)).size).toBe(1);
      }
    });

    it('do not prolong a dead push to the loan’s own lender', async () => {
      const opened = await submitted(given.app);
      fifteen.onPush = () => ({ kind: 'noResponse' });
      await push(given.app, opened);
      await pushTo(11, opened);
      const lease = (lenderId: number, heldUntil: Date) =>
        given.app.db
          .update(lenderLoans)
          .set({ holder: randomUUID(), heldUntil })
          .where(and(eq(lenderLoans.loanId, opened.id), eq(lenderLoans.lenderId, lenderId)));
      await lease(11, new Date(Date.now() + 60_000));
      await lease(15, new Date(Date.now() - 1000));
      await writeStartedPush(given.app, opened.id);
      expect((await readLoan(given.app, opened)).status).toBe('submitted');
      expect(await lenderLoansOf(opened)).toMatchObject([
        { holder: expect.any(String) },
        { holder: null, heldUntil: null },
      ]);
    });

    it('are pushed to by staff as the loan’s own lender says', async () => {
      const opened = await submitted(given.app);
      await setLender(opened, 11);
      expect((await pushFromDesk(opened)).body.result.status).toBe('APPROVED');
      expect([eleven.pushed.length, fifteen.pushed.length]).toEqual([1, 0]);
      expect((await readLoan(given.app, opened)).status).toBe('approved');
      expect(await pushesOf(opened)).toEqual([[11, 1, 'answered']]);
    });

    it('are refused with a sentence where they are not configured', async () => {
      const opened = await submitted(given.app);
      await setLender(opened, 12);
      const { status, body } = await pushFromDesk(opened);
      expect([status, body.message]).toEqual([409, 'Lender 12 is not configured']);
      expect((await readLoan(given.app, opened)).status).toBe('submitted');
      expect(await lenderLoansOf(opened)).toEqual([]);
    });

    it('leave no question of a reviewer open once one has approved, and the others are asked on', async () => {
      const opened = await submitted(given.app);
      const isLoan = eq(loans.id, opened.id);
      await given.app.db
        .update(loans)
        .set({ lenderIds: [11, 15] })
        .where(isLoan);
      fifteen.onPush = () => answers('PENDING');
      await pushTo(15, opened);
      eleven.onPush = async () => {
        await sentBack(given.app, await signInOnce(given.app), opened, ['personal_details.pan']);
        return answers('APPROVED');
      };
      await pushTo(11, opened);
      const { status, queries } = await readLoan(given.app, opened);
      expect([status, queries.map(({ state }) => state)]).toEqual(['approved', ['withdrawn']]);
      const acts = await given.app.db.select().from(timeline).where(eq(timeline.loanId, opened.id));
      expect(acts.find(({ act }) => act === 'query.withdrawn')).toMatchObject({ actor: 'system' });
      await refreshByJob(given.app.services, { loanId: opened.id });
      expect(fifteen.found).toHaveLength(1);
    });

    it('an answer to an older submission does not count once a newer one was saved', async () => {
      const opened = await submitted(given.app);
      eleven.onPush = async ({ submission }) => {
        if (submission === 2) return answers('PENDING');
        const changed = await saveApplication(given.app, opened, application('7777'));
        expect(changed.status).toBe(200);
        return answers('APPROVED');
      };
      eleven.onFind = () => ({ kind: 'answered', submission: 1, result: { status: 'APPROVED' } });
      // The submitter need not press again: the same call continues with the data saved by now.
      expect(await pushTo(11, opened)).toEqual({ status: 'PENDING' });
      expect(eleven.pushed.map(({ submission, request }) => [submission, request.panNo])).toEqual([
        [1, 'ABCDE1234F'],
        [2, 'ABCDE7777F'],
      ]);
      expect(await lenderLoansOf(opened)).toMatchObject([{ lenderId: 11, result: { status: 'PENDING' } }]);
    });
  },
  { lenders: { 11: eleven, 15: fifteen } },
);
