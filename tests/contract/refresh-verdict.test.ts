/** Asking the lender again about a verdict that is not final (decision 27). The lender does what each test says. */
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import type { LookupReply } from '../../server/adapters/lender.ts';
import { pushes } from '../../server/db/schema/lenders.ts';
import { timeline } from '../../server/db/schema/review.ts';
import { describeOnPostgres } from './both-databases.ts';
import { signInOnce } from './desk.ts';
import {
  type CreatedLoan,
  push,
  saveApplication,
  readLoan,
  sentBack,
  submitted,
  withStudent,
} from './fixtures.ts';
import { ScriptedLender } from './scripted-lender.ts';

const lender = new ScriptedLender();
const pending = { status: 'PENDING' };
const approved = { status: 'APPROVED', url: 'https://lender.example/x' };

const answered = (result: object, submission = 1): LookupReply => ({ kind: 'answered', submission, result });

describeOnPostgres(
  'asking for the verdict again',
  (given) => {
    beforeEach(() => {
      Object.assign(lender, new ScriptedLender());
      lender.onPush = () => ({ kind: 'answered', result: pending });
    });

    const refresh = async ({ id, token }: CreatedLoan) =>
      (await given.app.call('refreshVerdict', { path: { id }, token })).body.result;
    const pushed = async () => {
      const opened = await submitted(given.app);
      await push(given.app, opened);
      return opened;
    };

    it('records a new verdict, sends nothing, and does not ask after a final one', async () => {
      const opened = await pushed();
      lender.onFind = () => answered(approved);
      expect(await refresh(opened)).toEqual(approved);
      expect(await readLoan(given.app, opened)).toMatchObject({
        status: 'approved',
        lender_result: approved,
      });
      expect(await refresh(opened)).toEqual(approved);
      expect([lender.pushed.length, lender.found.length]).toEqual([1, 1]);
      const rows = await given.app.db.select().from(timeline).where(eq(timeline.loanId, opened.id));
      const verdicts = rows.filter(({ act }) => act === 'lender.answered').map(({ after }) => after);
      expect(verdicts.toSorted()).toEqual(['approved', 'pending']);
      expect(await given.app.db.select().from(pushes).where(eq(pushes.loanId, opened.id))).toHaveLength(1);
    });

    it('pushes a submitted application without an answer, and does not push a draft', async () => {
      const opened = await submitted(given.app);
      expect(await refresh(opened)).toEqual(pending);
      expect(await readLoan(given.app, opened)).toMatchObject({ status: 'pending', lender_result: pending });
      expect([lender.pushed.length, lender.found.length]).toEqual([1, 0]);
      const draft = await withStudent(given.app);
      const call = { path: { id: draft.id }, token: draft.token };
      expect((await given.app.call('refreshVerdict', call)).status).toBe(409);
      expect(lender.pushed).toHaveLength(1);
    });

    it('drops a verdict when the application was submitted again during the call', async () => {
      const opened = await pushed();
      const jar = await signInOnce(given.app);
      const field = 'personal_details.gender';
      lender.onFind = (async () => {
        await sentBack(given.app, jar, opened, [field]);
        const answer = { customerConsent: true, [field]: 'Transgender' };
        expect((await saveApplication(given.app, opened, answer)).status).toBe(200);
        return answered(approved);
      }) as never;
      expect(await refresh(opened)).toEqual(pending);
      expect((await readLoan(given.app, opened)).status).toBe('submitted');
      const rows = await given.app.db.select().from(timeline).where(eq(timeline.loanId, opened.id));
      expect(rows.filter(({ act, after }) => act === 'lender.answered' && after === 'approved')).toEqual([]);
    });

    it('reads the loan at the address at which its receipt is saved', async () => {
      const opened = await pushed();
      const call = { path: { id: opened.id }, token: opened.token };
      const { status, body } = await given.app.call('readLenderLoan', call);
      expect([status, body.result]).toEqual([200, await readLoan(given.app, opened)]);
    });

    it.each<[string, LookupReply]>([
      ['nothing new is said', answered(pending)],
      ['another submission is meant', answered(approved, 2)],
      ['its gateway times out', answered({ statusCode: 504 })],
      ['it does not answer', { kind: 'noResponse' }],
      ['it fails', { kind: 'failed', message: 'Out of order', nothingBooked: false }],
    ])('leaves the former verdict where %s', async (_, reply) => {
      const opened = await pushed();
      lender.onFind = () => reply;
      expect(await refresh(opened)).toEqual(pending);
      expect(await readLoan(given.app, opened)).toMatchObject({ status: 'pending', lender_result: pending });
    });

    it('does not ask while a reviewer waits for answers', async () => {
      const opened = await pushed();
      await sentBack(given.app, await signInOnce(given.app), opened, ['personal_details.pan']);
      lender.onFind = () => answered(approved);
      expect(await refresh(opened)).toEqual(pending);
      expect(lender.found).toEqual([]);
    });
  },
  { lenders: { 15: lender } },
);
