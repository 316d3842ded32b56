/** A lender's permanent refusal without a verdict: the customer's text, and the staff who are notified. */
import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { messages } from '../../server/db/schema/messages.ts';
import { pushByJob } from '../../server/push/jobs.ts';
import type { JobRun } from '../../server/jobs/runner.ts';
import { applicationOf, type ApprovedLoan, pushed, readMyLoan, submittedLoan } from './approved-loans.ts';
import { describeOnPostgres } from './both-databases.ts';
import { signInOnce } from './desk.ts';
import { sentBack } from './fixtures.ts';
import { ScriptedLender } from './scripted-lender.ts';

const eleven = new ScriptedLender();
const fifteen = new ScriptedLender();
const refusal = { kind: 'failed', message: 'Not taken', nothingBooked: true, isFinal: true } as const;

describeOnPostgres(
  'an application that is refused for good',
  (given) => {
    beforeEach(() => {
      Object.assign(eleven, new ScriptedLender(), { onPush: () => refusal });
      Object.assign(fifteen, new ScriptedLender(), { onPush: () => refusal });
    });

    const pushedByJob = ({ id: loanId }: ApprovedLoan, lenderId: number) =>
      pushByJob(given.app.services, { loanId, lenderId }, { signal: new AbortController().signal } as JobRun);
    const announced = ({ id }: ApprovedLoan) =>
      given.app.db.$count(
        messages,
        and(eq(messages.loanId, id), eq(messages.template, 'application.answered')),
      );
    const isRefused = async ({ bearer, path }: ApprovedLoan) =>
      (await given.app.call('getLoan', { bearer, path })).body.result.lender_refused;

    it('a refusal by every lender opens the application for correction, and the customer gets a message', async () => {
      const loan = await submittedLoan(given.app);
      fifteen.onPush = () => ({ kind: 'noResponse' });
      expect(await pushedByJob(loan, 11)).toBe('failed');
      expect(await pushedByJob(loan, 15)).toBe('retry');
      expect((await readMyLoan(given.app, loan)).next).toBe('documents');
      expect([await isRefused(loan), await announced(loan)]).toEqual([undefined, 0]);
      fifteen.onPush = () => refusal;
      expect(await pushedByJob(loan, 15)).toBe('failed');
      expect(await readMyLoan(given.app, loan)).toMatchObject({ next: 'correct', editable: true });
      expect([await isRefused(loan), await announced(loan)]).toEqual([true, 2]);
    });

    it('a final refusal by one lender and a rejection by the other open the application for correction', async () => {
      const loan = await submittedLoan(given.app);
      fifteen.onPush = () => ({ kind: 'answered', result: { status: 'REJECTED' } });
      await pushedByJob(loan, 15);
      expect(await isRefused(loan)).toBeUndefined();
      await pushedByJob(loan, 11);
      expect((await readMyLoan(given.app, loan)).next).toBe('correct');
      expect(await announced(loan)).toBe(2);
    });

    it('a rejection that follows another lender’s final refusal is announced as well', async () => {
      const loan = await submittedLoan(given.app);
      fifteen.onPush = () => ({ kind: 'answered', result: { status: 'REJECTED' } });
      await pushedByJob(loan, 11);
      expect(await announced(loan)).toBe(0);
      await pushedByJob(loan, 15);
      expect([await isRefused(loan), await announced(loan)]).toEqual([true, 2]);
    });

    it('a refusal by one lender is not final while the other is silent, and ends with the next Submit', async () => {
      const loan = await submittedLoan(given.app);
      fifteen.onPush = () => ({ kind: 'noResponse' });
      const { status, body } = await pushed(given.app, loan);
      expect([status, body.code]).toEqual([504, 'refusal.lenderSilent']);
      fifteen.onPush = () => refusal;
      expect((await pushed(given.app, loan)).body.code).toBe('refusal.lender');
      expect(await isRefused(loan)).toBe(true);
      const { bearer, path } = loan;
      const sent = { data: applicationOf('1235') };
      expect((await given.app.call('saveApplication', { bearer, path, body: sent })).status).toBe(200);
      expect(await isRefused(loan)).toBeUndefined();
    });

    it('a rejection after a pending verdict opens an application that another lender refused for good', async () => {
      const loan = await submittedLoan(given.app);
      fifteen.onPush = () => ({ kind: 'answered', result: { status: 'PENDING' } });
      await pushed(given.app, loan);
      const { bearer, path } = loan;
      const status = async () => (await given.app.call('getLoan', { bearer, path })).body.result.status;
      expect(await status()).toBe('pending');
      fifteen.onFind = () => ({ kind: 'answered', submission: 1, result: { status: 'REJECTED' } });
      given.app.clock.pass(60_000);
      await given.app.call('refreshVerdict', { bearer, path });
      expect([await status(), await isRefused(loan)]).toEqual(['submitted', true]);
      expect((await readMyLoan(given.app, loan)).next).toBe('correct');
    });

    it('a refused application is open for correction even after a reviewer’s query', async () => {
      const pending = () => ({ kind: 'answered', result: { status: 'PENDING' } }) as const;
      Object.assign(eleven, { onPush: pending });
      Object.assign(fifteen, { onPush: pending });
      const loan = await submittedLoan(given.app);
      await pushed(given.app, loan);
      const field = 'employment_details.designation';
      await sentBack(given.app, await signInOnce(given.app), { ...loan, token: '' }, [field]);
      const { bearer, path } = loan;
      given.app.clock.pass(1);
      const body = { data: { customerConsent: true, [field]: 'Head' } };
      expect((await given.app.call('saveApplication', { bearer, path, body })).status).toBe(200);
      expect((await readMyLoan(given.app, loan)).editable).toBe(false);
      Object.assign(eleven, { onPush: () => refusal });
      Object.assign(fifteen, { onPush: () => refusal });
      given.app.clock.pass(1);
      await pushed(given.app, loan);
      expect(await readMyLoan(given.app, loan)).toMatchObject({ next: 'correct', editable: true });
    });

    it('a refusal that the customer reads on the page is not announced by a message', async () => {
      const loan = await submittedLoan(given.app);
      expect((await pushed(given.app, loan)).status).toBe(502);
      expect((await readMyLoan(given.app, loan)).next).toBe('correct');
      expect(await announced(loan)).toBe(0);
    });
  },
  { lenders: { 11: eleven, 15: fifteen } },
);
