/** Withdrawal of a consent of Submit before the lender has decided. */
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { jobs } from '../../server/db/schema/servers.ts';
import { pushByJob } from '../../server/push/jobs.ts';
import type { JobRun } from '../../server/jobs/runner.ts';
import { missingJobs } from '../../server/push/schedule.ts';
import { verifyTimelines } from '../../server/timeline/verify.ts';
import { pushed } from './approved-loans.ts';
import { describeOnPostgres } from './both-databases.ts';
import { signInOnce } from './desk.ts';
import { sentBack } from './fixtures.ts';
import { allConsents, consentsTo, loanForConsents, preferLenders } from './consent-loans.ts';
import { approved, ScriptedLender } from './scripted-lender.ts';
import { eventsOf } from './webhook-endpoints.ts';

const eleven = new ScriptedLender();
const fifteen = new ScriptedLender();

describeOnPostgres(
  'withdrawn consents of Submit',
  (given) => {
    beforeEach(() => {
      Object.assign(eleven, new ScriptedLender());
      Object.assign(fifteen, new ScriptedLender());
    });

    const prefer = (...ids: number[]) => preferLenders(given.app, ...ids);
    const ofCustomer = () => loanForConsents(given.app);
    const all = allConsents;

    it('stop the calls to an undecided lender until they are given again', async () => {
      const loan = await ofCustomer();
      eleven.onPush = () => ({ kind: 'noResponse' });
      fifteen.onPush = () => ({ kind: 'noResponse' });
      await loan.submit(all);
      await pushed(given.app, loan);
      expect(await loan.status()).toBe('submitted');
      const before = [eleven, fifteen].map((one) => one.pushed.length + one.found.length);
      expect((await loan.withdraw('share', 'Sandbox lender 11')).status).toBe(200);
      expect((await loan.withdraw('credit_check', 'Sandbox lender 15')).status).toBe(200);
      expect((await loan.read()).needed).toEqual(['share', 'credit_check']);
      for (const lenderId of [11, 15])
        expect(
          await pushByJob(given.app.services, { loanId: loan.id, lenderId }, {
            signal: new AbortController().signal,
          } as never),
        ).toBe('done');
      expect((await pushed(given.app, loan)).status).toBe(409);
      expect([eleven, fifteen].map((one) => one.pushed.length + one.found.length)).toEqual(before);
      const missing: string[] = [];
      for await (const jobs of missingJobs(given.app.db)) missing.push(...jobs.map(({ loanId }) => loanId));
      expect(missing).not.toContain(loan.id);

      expect((await loan.submit({})).status).toBe(400);
      expect((await loan.submit({ ...all, consents: consentsTo('share', 'credit_check') })).status).toBe(200);
      eleven.onFind = () => ({ kind: 'none' });
      await pushed(given.app, loan);
      expect(eleven.pushed.length + eleven.found.length).toBeGreaterThan(before[0] ?? 0);
    });

    it.each([
      ['has not answered', { kind: 'noResponse' }, 'submitted'],
      ['may still change its verdict', { kind: 'answered', result: { status: 'PENDING' } }, 'pending'],
    ] as const)(
      'leave the decision to the others once a lender that %s is not asked',
      async (_, reply, before) => {
        const loan = await ofCustomer();
        eleven.onPush = () => reply;
        fifteen.onPush = () => ({ kind: 'answered', result: { status: 'REJECTED' } });
        await loan.submit(all);
        await pushed(given.app, loan);
        expect(await loan.status()).toBe(before);
        expect((await loan.withdraw('share', 'Sandbox lender 11')).status).toBe(200);
        expect(await loan.status()).toBe('rejected');
        expect((await eventsOf(given.app, loan.id)).at(-1)?.type).toBe('application.rejected');
        expect(await unexplained(loan.id)).toEqual([]);
      },
    );

    const pending = { kind: 'answered', result: { status: 'PENDING' } } as const;
    const to15 = { ...all, lender_ids: [15] };

    /** Opens a loan that names a single lender. */
    async function ofOneLender() {
      const loan = await ofCustomer();
      await prefer(15);
      fifteen.onPush = () => pending;
      expect((await loan.submit(to15)).status).toBe(200);
      return loan;
    }

    const unexplained = async (id: string) =>
      (await verifyTimelines(given.app.db)).unexplained.filter(({ loanId }) => loanId === id);

    it('return the application to Submit when its only lender is no longer asked', async () => {
      const loan = await ofOneLender();
      await pushed(given.app, loan);
      const refreshes = () => given.app.db.$count(jobs, eq(jobs.dedupeKey, `refresh:${loan.id}`));
      expect([await loan.status(), await refreshes()]).toEqual(['pending', 1]);
      expect((await loan.withdraw('share', 'Sandbox lender 15')).status).toBe(200);
      const { body } = await given.app.call('getLoan', loan);
      expect(body.result).toMatchObject({
        status: 'submitted',
        lender_result: null,
        consents_withdrawn: true,
      });
      expect(await refreshes()).toBe(0);
      const listed = (await given.app.call('readMyLoan', loan)).body.result;
      expect(listed).toMatchObject({ next: 'submit_again', editable: true });
      expect((await eventsOf(given.app, loan.id)).at(-1)?.type).toBe('application.submitted');
      expect((await loan.read()).needed).toEqual(['share']);
      given.app.clock.pass(1);
      const again = await loan.submit({ ...to15, consents: consentsTo('share') });
      expect([again.status, again.body.result?.consents_withdrawn]).toEqual([200, undefined]);
      await pushed(given.app, loan);
      expect([await loan.status(), fifteen.pushed.length]).toEqual(['pending', 2]);
      expect(await unexplained(loan.id)).toEqual([]);
    });

    it('reopen an application with a reviewer’s query when its only lender is no longer asked', async () => {
      const loan = await ofOneLender();
      await pushed(given.app, loan);
      const field = 'employment_details.designation';
      await sentBack(given.app, await signInOnce(given.app), { ...loan, token: '' }, [field]);
      const corrected = { [field]: 'Head' };
      const { bearer, path } = loan;
      const body = { data: { customerConsent: true, ...corrected } };
      const answered = await given.app.call('saveApplication', { bearer, path, body });
      expect(answered.status, JSON.stringify(answered.body)).toBe(200);
      expect((await loan.submit(corrected)).body.code).toBe('refusal.notEditable');
      await pushed(given.app, loan);
      expect((await loan.withdraw('share', 'Sandbox lender 15')).status).toBe(200);
      given.app.clock.pass(1);
      const again = { ...to15, ...corrected, consents: consentsTo('share') };
      expect((await loan.submit(again)).status).toBe(200);
      expect((await loan.submit(again)).body.code).toBe('refusal.notEditable');
      await pushed(given.app, loan);
      expect(await loan.status()).toBe('pending');
    });

    it('leave the application to the other lender that has not answered yet', async () => {
      const loan = await ofCustomer();
      eleven.onPush = () => pending;
      fifteen.onPush = () => ({ kind: 'noResponse' });
      await loan.submit(all);
      await pushed(given.app, loan);
      expect((await loan.withdraw('share', 'Sandbox lender 11')).status).toBe(200);
      expect(await loan.status()).toBe('submitted');
      fifteen.onFind = () => ({ ...approved, submission: 1 });
      await pushed(given.app, loan);
      expect(await loan.status()).toBe('approved');
      expect(await unexplained(loan.id)).toEqual([]);
    });

    it('ignore a pending verdict that comes after the withdrawal', async () => {
      const loan = await ofOneLender();
      fifteen.onPush = async () => {
        await loan.withdraw('share', 'Sandbox lender 15');
        return pending;
      };
      await pushed(given.app, loan);
      expect(await loan.status()).toBe('submitted');
      fifteen.onPush = () => pending;
      given.app.clock.pass(1);
      await loan.submit({ ...to15, consents: consentsTo('share') });
      await pushed(given.app, loan);
      expect([await loan.status(), fifteen.pushed.length]).toEqual(['pending', 2]);
      expect(await unexplained(loan.id)).toEqual([]);
    });

    it('stop calls to a lender that the last Submit did not name', async () => {
      const loan = await ofCustomer();
      eleven.onPush = () => ({ kind: 'noResponse' });
      fifteen.onPush = () => ({ kind: 'noResponse' });
      await loan.submit(all);
      await pushed(given.app, loan);
      await prefer(15);
      expect((await loan.submit({ 'employment_details.designation': 'Head' })).status).toBe(200);
      eleven.onFind = () => ({ kind: 'none' });
      const before = eleven.pushed.length + eleven.found.length;
      const job = { loanId: loan.id, lenderId: 11 };
      const run = { signal: new AbortController().signal } as JobRun;
      expect(await pushByJob(given.app.services, job, run)).toBe('done');
      expect(eleven.pushed.length + eleven.found.length).toBe(before);
    });
  },
  { lenders: { 11: eleven, 15: fifteen } },
);
