/** Pressing Submit again is safe (decisions 23 and 27). The lender here does what each test says, and counts. */
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { Loan } from '../../domain/values/wire.ts';
import type { Reply } from '../../server/adapters/lender.ts';
import { httpLender } from '../../server/adapters/lender-http.ts';
import { transaction } from '../../server/db/open.ts';
import { lenderLoans, pushes } from '../../server/db/schema/lenders.ts';
import { loans } from '../../server/db/schema/loans.ts';
import { findLenderLoan, revokeLease } from '../../server/loans/lease.ts';
import { answers, startMisbehavingServer } from '../faults/misbehaving.ts';
import { describeOnPostgresByDay } from './both-databases.ts';
import {
  application,
  type CreatedLoan,
  push,
  readLoan,
  saveApplication,
  submitted,
  withStudent,
} from './fixtures.ts';
import { approved, ScriptedLender } from './scripted-lender.ts';
import { writeStartedPush } from './started-push.ts';

const lender = new ScriptedLender();

describeOnPostgresByDay(
  'a push',
  (given) => {
    beforeEach(() => Object.assign(lender, new ScriptedLender()));

    const again = async (opened: CreatedLoan & { loan: Loan }, digits: string) => {
      const { body } = await saveApplication(given.app, opened, application(digits));
      return { ...opened, loan: body.result as Loan };
    };
    const rowsOf = (loanId: string) =>
      given.app.db.select().from(pushes).where(eq(pushes.loanId, loanId)).orderBy(pushes.submission);

    /** Resolves once the lender has one of the pushes and the others wait for its answer. */
    const pushAtOnce = async (count: number, opened: CreatedLoan & { loan: Loan }) => {
      // The transaction of each call checks for another push in progress.
      const transactions = vi.spyOn(given.app.db, 'transaction');
      onTestFinished(() => transactions.mockRestore());
      const answers = Promise.all(Array.from({ length: count }, () => push(given.app, opened)));
      await expect.poll(() => lender.pushed.length).toBe(1);
      const ended = () => transactions.mock.settledResults.filter(({ type }) => type === 'fulfilled').length;
      await expect.poll(ended).toBe(count);
      return () => answers;
    };

    it('is stopped where another process has taken its lease', async () => {
      const opened = await submitted(given.app);
      lender.onPush = async (_, signal) => {
        lender.onPush = () => approved;
        await revokeLease(given.app.db, { loanId: opened.id, lenderId: 15 });
        await vi.waitFor(() => expect(signal.aborted).toBe(true), { timeout: 30_000 });
        return { kind: 'noResponse' };
      };
      expect(await push(given.app, opened)).toMatchObject({ status: 200 });
    });

    it('sends the saved data under a reference stored before', async () => {
      const opened = await submitted(given.app);
      lender.onPush = async ({ reference }) => {
        const stored = await given.app.db
          .select()
          .from(lenderLoans)
          .where(eq(lenderLoans.reference, reference));
        expect(stored).toHaveLength(1);
        expect((await readLoan(given.app, opened)).status).toBe('with_lender');
        return approved;
      };
      const { status, body } = await push(given.app, opened);
      expect([status, body.result]).toEqual([200, { status: 'APPROVED', url: 'https://lender.example/x' }]);
      expect(lender.pushed[0]).toMatchObject({
        submission: 1,
        request: {
          firstName: 'Meenakshi',
          lastName: 'Sundaram',
          panNo: 'ABCDE1234F',
          course_fee: 39_000,
          test: false,
        },
      });
      expect(lender.pushed[0]?.request).not.toHaveProperty('loan_id');
      expect(await readLoan(given.app, opened)).toMatchObject({
        status: 'approved',
        lender_result: { status: 'APPROVED' },
      });
      expect(await rowsOf(opened.id)).toMatchObject([{ state: 'answered', submission: 1 }]);
    });

    it('gives a lease that ends during a transaction the same state until the end of it', async () => {
      const opened = await submitted(given.app);
      await given.app.db.insert(lenderLoans).values({
        loanId: opened.id,
        lenderId: 15,
        reference: `15-${opened.id}`,
        holder: crypto.randomUUID(),
        heldUntil: sql`clock_timestamp() + interval '300 milliseconds'`,
        createdAt: new Date(),
      });
      const [before, after] = await transaction(given.app.db, async (tx) => {
        const first = await findLenderLoan(tx, { loanId: opened.id, lenderId: 15 });
        await tx.execute(sql`select pg_sleep(0.4)`);
        return [first, await findLenderLoan(tx, { loanId: opened.id, lenderId: 15 })];
      });
      expect(after).toEqual(before);
    });

    it.each([
      [{ status: 'APPROVED' }, 'approved'],
      [{ status: 'REJECTED' }, 'rejected'],
      [{ status: 'PENDING' }, 'pending'],
      [{ status: 'IN_PROGRESS' }, 'in_progress'],
      [{ status_code: 1001 }, 'under_review'],
      [{ statusCode: 400 }, 'under_review'],
      [{ status: 'SOMETHING' }, 'under_review'],
    ])('turns %j into %s, and repeats it without a call', async (result, status) => {
      const opened = await submitted(given.app);
      lender.onPush = () => ({ kind: 'answered', result });
      const answers = [await push(given.app, opened), await push(given.app, opened)];
      expect(answers.map(({ body }) => body.result)).toEqual([result, result]);
      expect((await readLoan(given.app, opened)).status).toBe(status);
      expect([lender.pushed.length, lender.found.length]).toEqual([1, 0]);
    });

    it('names every member that differs from the saved data, and makes no call', async () => {
      const opened = await submitted(given.app);
      const { status, body } = await push(given.app, opened, {
        panNo: 'ABCDE0001F',
        course_fee: 1,
        test: true,
      });
      expect(status).toBe(409);
      expect(body.errors.map(({ field }: { field: string }) => field)).toEqual([
        'panNo',
        'course_fee',
        'test',
      ]);
      expect(lender.pushed).toEqual([]);
      expect((await readLoan(given.app, opened)).status).toBe('submitted');
    });

    it('is refused before Submit and without a tenure', async () => {
      const opened = await withStudent(given.app);
      const { loan } = await submitted(given.app);
      const draft = await push(given.app, { ...opened, loan: { ...loan, loan_id: opened.id } });
      expect(draft.status).toBe(409);
      const ready = await submitted(given.app);
      const { loanDetails } = (await given.app.db.select().from(loans).where(eq(loans.id, ready.id)))[0] ?? {
        loanDetails: {},
      };
      await given.app.db
        .update(loans)
        .set({ loanDetails: { ...loanDetails, emi_tenure_id: null } })
        .where(eq(loans.id, ready.id));
      expect((await push(given.app, ready)).status).toBe(409);
      expect(lender.pushed).toEqual([]);
    });

    it.each<[string, Reply]>([
      ['no answer', { kind: 'noResponse' }],
      ['a 504 in the body', { kind: 'answered', result: { statusCode: 504 } }],
      ['a 504 under its other name', { kind: 'answered', result: { status_code: 504 } }],
    ])('after %s asks before it sends again', async (_, reply) => {
      const opened = await submitted(given.app);
      lender.onPush = () => reply;
      const first = await push(given.app, opened);
      expect([first.status, first.body.statusCode]).toEqual([504, 504]);
      expect((await readLoan(given.app, opened)).status).toBe('submitted');
      expect(await rowsOf(opened.id)).toMatchObject([{ state: 'unanswered' }]);

      lender.onPush = () => approved;
      expect((await push(given.app, opened)).status).toBe(200);
      expect(lender.found).toEqual([lender.pushed[0]?.reference]);
      expect(lender.pushed.map(({ submission }) => submission)).toEqual([1, 1]);
      expect(new Set(lender.pushed.map(({ reference }) => reference)).size).toBe(1);
    });

    it('takes the lender’s later answer instead of sending again', async () => {
      const opened = await submitted(given.app);
      lender.onPush = () => ({ kind: 'noResponse' });
      await push(given.app, opened);
      lender.onFind = () => ({ ...approved, submission: 1 });
      expect((await push(given.app, opened)).body.result.status).toBe('APPROVED');
      expect(lender.pushed).toHaveLength(1);
    });

    it('sends nothing while the lender is still processing', async () => {
      const opened = await submitted(given.app);
      lender.onPush = () => ({ kind: 'noResponse' });
      await push(given.app, opened);
      lender.onFind = () => ({ kind: 'processing', submission: 1 });
      expect((await push(given.app, opened)).status).toBe(504);
      expect(lender.pushed).toHaveLength(1);
    });

    it('asks the lender first even if the application changed, and then updates the same lender loan', async () => {
      const opened = await submitted(given.app, '5504');
      lender.onPush = () => ({ kind: 'noResponse' });
      await push(given.app, opened);
      const changed = await again(opened, '7777');
      lender.onPush = () => approved;
      lender.onFind = () => ({ kind: 'answered', submission: 1, result: { status: 'REJECTED' } });
      expect((await push(given.app, changed)).body.result.status).toBe('APPROVED');
      expect(lender.found).toHaveLength(1);
      expect(lender.pushed.map(({ submission, request }) => [submission, request.panNo])).toEqual([
        [1, 'ABCDE5504F'],
        [2, 'ABCDE7777F'],
      ]);
      expect(new Set(lender.pushed.map(({ reference }) => reference)).size).toBe(1);
      expect(await rowsOf(opened.id)).toMatchObject([{ state: 'answered' }, { state: 'answered' }]);
    });

    it('returns the lender’s error message and allows the next Submit', async () => {
      const opened = await submitted(given.app);
      lender.onPush = () => ({ kind: 'failed', message: 'The PAN is not known here.', nothingBooked: true });
      const { status, body } = await push(given.app, opened);
      expect([status, body.message]).toEqual([502, 'The PAN is not known here.']);
      expect((await readLoan(given.app, opened)).status).toBe('submitted');
      lender.onPush = () => approved;
      expect((await push(given.app, await again(opened, '7777'))).status).toBe(200);
      expect(lender.found).toEqual([]);
      expect(lender.pushed.map(({ submission }) => submission)).toEqual([1, 2]);
    });

    it('asks the lender after an error that may have followed a booking', async () => {
      const opened = await submitted(given.app);
      lender.onPush = () => ({ kind: 'failed', message: 'Oh', nothingBooked: false });
      expect((await push(given.app, opened)).status).toBe(502);
      lender.onFind = () => ({ kind: 'failed', message: 'Oh again', nothingBooked: true });
      expect((await push(given.app, opened)).body.message).toBe('Oh again');
      lender.onFind = () => ({ ...approved, submission: 1 });
      expect((await push(given.app, opened)).status).toBe(200);
      expect(lender.pushed).toHaveLength(1);
    });

    it.each([408, 409, 425, 429, 499])(
      'asks after a %i, which may have come after the booking',
      async (code) => {
        const gateway = await startMisbehavingServer();
        onTestFinished(() => gateway.close());
        gateway.behave(answers(code, '{"message":"Later"}'));
        const { push: pushOverHttp } = httpLender({ url: gateway.url, key: 'secret', timeoutMs: 10_000 });
        const opened = await submitted(given.app);
        lender.onPush = pushOverHttp;
        expect((await push(given.app, opened)).status).toBe(502);
        lender.onFind = () => ({ ...approved, submission: 1 });
        expect((await push(given.app, opened)).body.result.status).toBe('APPROVED');
        expect([lender.pushed.length, lender.found.length]).toEqual([1, 1]);
      },
    );

    it('is made once for simultaneous calls, which all get the same answer', async () => {
      const opened = await submitted(given.app);
      let end = () => {};
      lender.onPush = () =>
        new Promise((resolve) => {
          end = () => resolve(approved);
        });
      onTestFinished(() => end());
      const answered = await pushAtOnce(20, opened);
      expect((await saveApplication(given.app, opened, application())).status).toBe(409);
      end();
      const answers = await answered();
      expect(answers.map(({ body }) => body)).toEqual(
        answers.map(() => ({ success: true, result: approved.result })),
      );
      expect(lender.pushed).toHaveLength(1);
    });

    it.each<[string, Reply, number]>([
      ['an error', { kind: 'failed', message: 'Not today', nothingBooked: true }, 502],
      ['silence', { kind: 'noResponse' }, 504],
    ])('lets all hear the same of %s', async (_, reply, status) => {
      const opened = await submitted(given.app);
      let end = () => {};
      lender.onPush = () =>
        new Promise((resolve) => {
          end = () => resolve(reply);
        });
      onTestFinished(() => end());
      const answered = await pushAtOnce(6, opened);
      end();
      const answers = await answered();
      expect(answers.map((one) => one.status)).toEqual(Array(6).fill(status));
      expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      expect(lender.pushed).toHaveLength(1);
    });

    it('is abandoned when its lease ends, and the application can be changed and sent again', async () => {
      const opened = await submitted(given.app);
      const { db } = given.app;
      lender.onPush = () => ({ kind: 'noResponse' });
      await push(given.app, opened);
      const holder = 'b7a0c3b6-5a59-4c8f-a7a6-0d1c6f1f0e55';
      const heldUntil = new Date(Date.now() - 1000);
      await db.update(lenderLoans).set({ holder, heldUntil }).where(eq(lenderLoans.loanId, opened.id));
      await writeStartedPush(given.app, opened.id);
      expect((await readLoan(given.app, opened)).status).toBe('submitted');
      const changed = await again(opened, '7777');
      lender.onPush = () => approved;
      expect((await push(given.app, changed)).status).toBe(200);
      expect(lender.found).toHaveLength(1);
    });

    it('a superseded push does not record its late answer', async () => {
      const opened = await submitted(given.app);
      lender.onPush = async () => {
        await given.app.db
          .update(lenderLoans)
          .set({ holder: null, heldUntil: null })
          .where(eq(lenderLoans.loanId, opened.id));
        await readLoan(given.app, opened);
        return { kind: 'answered', result: { status: 'REJECTED' } };
      };
      lender.onFind = () => ({ kind: 'noResponse' });
      expect((await push(given.app, opened)).status).toBe(504);
      expect(await readLoan(given.app, opened)).toMatchObject({ status: 'submitted', lender_result: null });
      expect(await rowsOf(opened.id)).toMatchObject([{ state: 'unanswered' }]);
    });
  },
  { lenders: { 15: lender } },
);
