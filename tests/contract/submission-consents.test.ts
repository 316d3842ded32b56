/** The consents of Submit: to which lenders, each purpose by itself, and what a withdrawal before the verdict does. */
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { submissionConsentVersion } from '../../domain/servicing/consents.ts';
import { customers } from '../../server/db/schema/customers.ts';
import { timeline } from '../../server/db/schema/review.ts';
import { jobs } from '../../server/db/schema/servers.ts';
import { loans } from '../../server/db/schema/loans.ts';
import { institutions } from '../../server/db/schema/institutions.ts';
import { consents } from '../../server/db/schema/servicing.ts';
import { pushByJob } from '../../server/push/jobs.ts';
import type { JobRun } from '../../server/jobs/runner.ts';
import { missingJobs } from '../../server/push/schedule.ts';
import { verifyTimelines } from '../../server/timeline/verify.ts';
import { pushed } from './approved-loans.ts';
import { describeOnPostgres } from './both-databases.ts';
import { signedUp } from './customers.ts';
import { signInOnce } from './desk.ts';
import {
  application,
  consumerApplication,
  saveApplication,
  sentBack,
  student,
  withStudent,
} from './fixtures.ts';
import { approved, ScriptedLender } from './scripted-lender.ts';
import { eventsOf } from './webhook-endpoints.ts';

const eleven = new ScriptedLender();
const fifteen = new ScriptedLender();

/** Institution 211 of the seed with a course of it and a tenure; the test says which lenders it prefers. */
const school = { id: 211, course: 21101, tenure: { id: 2110103, months: 3 } };

const consentsTo = (...purposes: string[]) =>
  purposes.map((purpose) => ({ purpose, version: submissionConsentVersion, language: 'hi' }));

describeOnPostgres(
  'the consents of Submit',
  (given) => {
    beforeEach(() => {
      Object.assign(eleven, new ScriptedLender());
      Object.assign(fifteen, new ScriptedLender());
    });

    const prefer = (...ids: number[]) =>
      given.app.db.update(institutions).set({ prefferdLenders: ids }).where(eq(institutions.id, school.id));

    async function ofCustomer() {
      await prefer(11, 15);
      const customer = await signedUp(given.app);
      const { bearer } = customer;
      const created = await given.app.call('createMyLoan', { bearer, body: {} });
      const path = { id: created.body.result.loan_id as string };
      const row = student({
        institution_id: school.id,
        institution_course_id: school.course,
        dob: '2015-06-01',
      });
      const data = { 'el_details.institution_id': school.id, 'el_details.students': [row] };
      await given.app.call('updateMyStudents', { bearer, path, body: { data } });
      const own = { bearer, path };
      /** The student was born earlier than it was said at first. */
      const ofAge = () =>
        given.app.call('updateMyStudents', {
          ...own,
          body: { data: { ...data, 'el_details.students': [{ ...row, dob: '1990-06-01' }] } },
        });
      const read = async () => (await given.app.call('readSubmissionConsents', own)).body.result;
      const submit = (changes: object) =>
        given.app.call('saveApplication', {
          ...own,
          body: {
            data: {
              ...consumerApplication({
                'loan_details.emi_tenure_id': school.tenure.id,
                'loan_details.emi_tenure': school.tenure.months,
              }),
              ...changes,
            },
          },
        });
      const withdraw = async (purpose: string, lender: string) => {
        const listed = (await given.app.call('listConsents', { bearer })).body.result;
        const { consent_id: id } = listed.find(
          (one: { purpose: string; lender_name: string }) =>
            one.purpose === purpose && one.lender_name === lender,
        );
        return given.app.call('withdrawConsent', { bearer, path: { id } });
      };
      const status = async () => (await given.app.call('getLoan', own)).body.result.status as string;
      return { ...customer, ...own, id: path.id, read, submit, withdraw, status, ofAge };
    }

    const all = { consents: consentsTo('share', 'credit_check', 'guardian'), lender_ids: [15, 11] };

    it('are asked for each lender by its name, once, and stored with the words that named them', async () => {
      const loan = await ofCustomer();
      expect(await loan.read()).toEqual({
        lenders: [
          { lender_id: 11, name: 'Sandbox lender 11' },
          { lender_id: 15, name: 'Sandbox lender 15' },
        ],
        needed: ['share', 'credit_check', 'guardian'],
      });
      expect((await loan.submit(all)).status).toBe(200);
      const rows = await given.app.db
        .select()
        .from(consents)
        .where(eq(consents.loanId, loan.id))
        .orderBy(consents.lenderId, consents.purpose);
      expect(rows.map(({ lenderId, purpose }) => [lenderId, purpose])).toEqual(
        [11, 15].flatMap((id) => ['credit_check', 'guardian', 'share'].map((purpose) => [id, purpose])),
      );
      expect(rows[2]).toMatchObject({
        language: 'hi',
        version: submissionConsentVersion,
        words: expect.stringContaining('Sandbox lender 11 और Sandbox lender 15'),
      });
      expect((await loan.read()).needed).toEqual([]);
      expect((await loan.submit(all)).status).toBe(200);
      expect(await given.app.db.$count(consents, eq(consents.loanId, loan.id))).toBe(rows.length);
    });

    it('refuse other words, other lenders, and less than is needed; nothing is submitted', async () => {
      const loan = await ofCustomer();
      const [first, ...others] = all.consents;
      const refusals = [
        [{ ...all, lender_ids: [11] }, 'refusal.wordsChanged'],
        [{ ...all, consents: [{ ...first, version: '1999-01-01' }, ...others] }, 'refusal.wordsChanged'],
        [{ ...all, consents: consentsTo('share', 'credit_check') }, 'refusal.wordsChanged'],
      ] as const;
      for (const [sent, code] of refusals) {
        const { status, body } = await loan.submit(sent);
        expect([status, body.code]).toEqual([400, code]);
      }
      await prefer(11);
      expect((await loan.submit(all)).body.code).toBe('refusal.wordsChanged');
      expect(await loan.status()).toBe('draft');
      expect(await given.app.db.$count(consents, eq(consents.loanId, loan.id))).toBe(0);
    });

    it('name the one lender of the embedded flow; a body without them is what the specification has', async () => {
      const loan = await withStudent(given.app);
      const read = async () =>
        (await given.app.call('readSubmissionConsents', { path: { id: loan.id }, token: loan.token })).body
          .result;
      expect((await read()).lenders).toEqual([{ lender_id: 15, name: 'Sandbox lender 15' }]);
      expect((await saveApplication(given.app, loan, application())).status).toBe(200);
      expect((await read()).needed).toEqual([]);
    });

    it('end the asking of a lender that has not decided, until they are given again', async () => {
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

    /** With the one lender that is named. */
    async function ofOneLender() {
      const loan = await ofCustomer();
      await prefer(15);
      fifteen.onPush = () => pending;
      expect((await loan.submit(to15)).status).toBe(200);
      return loan;
    }

    const unexplained = async (id: string) =>
      (await verifyTimelines(given.app.db)).unexplained.filter(({ loanId }) => loanId === id);

    it('put the application back where its only lender is not asked any more, until they are given', async () => {
      const loan = await ofOneLender();
      await pushed(given.app, loan);
      const refreshes = () => given.app.db.$count(jobs, eq(jobs.dedupeKey, `refresh:${loan.id}`));
      expect([await loan.status(), await refreshes()]).toEqual(['pending', 1]);
      expect((await loan.withdraw('share', 'Sandbox lender 15')).status).toBe(200);
      const { body } = await given.app.call('getLoan', loan);
      expect(body.result).toMatchObject({ status: 'submitted', lender_result: null, needs_consent: true });
      expect(await refreshes()).toBe(0);
      const listed = (await given.app.call('readMyLoan', loan)).body.result;
      expect(listed).toMatchObject({ next: 'submit_again', editable: true });
      expect((await eventsOf(given.app, loan.id)).at(-1)?.type).toBe('application.submitted');
      expect((await loan.read()).needed).toEqual(['share']);
      given.app.clock.pass(1);
      const again = await loan.submit({ ...to15, consents: consentsTo('share') });
      expect([again.status, again.body.result?.needs_consent]).toEqual([200, undefined]);
      await pushed(given.app, loan);
      expect([await loan.status(), fifteen.pushed.length]).toEqual(['pending', 2]);
      expect(await unexplained(loan.id)).toEqual([]);
    });

    it('open an application of which a reviewer has asked something, where its only lender is not asked', async () => {
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

    it('leave the application to a lender that has not answered, where the other is not asked', async () => {
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

    it('make nothing of an open verdict that comes after the withdrawal', async () => {
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

    it('go to no lender that the last Submit did not name', async () => {
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

    it('are asked for a lender that comes later, also where the first Submit was sent without them', async () => {
      const loan = await ofCustomer();
      await prefer(15);
      expect((await loan.submit({})).status).toBe(200);
      expect((await loan.read()).needed).toEqual([]);
      await prefer(11, 15);
      expect((await loan.read()).needed).toEqual(['share', 'credit_check', 'guardian']);
      expect((await loan.submit({})).body.code).toBe('refusal.wordsChanged');
    });

    it('follow what is typed in query mode, where the answers are saved by Submit alone', async () => {
      const loan = await withStudent(given.app, { dob: '1990-06-01' });
      const own = { path: { id: loan.id }, token: loan.token };
      const read = async (query = '') =>
        (await given.app.call('readSubmissionConsents', { ...own, query })).body.result.needed;
      const sent = { ...application(), consents: consentsTo('share', 'credit_check'), lender_ids: [15] };
      expect((await saveApplication(given.app, loan, sent)).status).toBe(200);
      await sentBack(given.app, await signInOnce(given.app), loan, [
        `el_details.students.${loan.row.id}.dob`,
      ]);
      expect(await read()).toEqual([]);
      expect(await read(`?has_minor=true&institution_id=${loan.row.institution_id}`)).toEqual(['guardian']);
      const child = { ...loan.row, dob: '2015-06-01' };
      const answers = { customerConsent: true, 'el_details.students': [child] };
      expect((await saveApplication(given.app, loan, answers)).body.code).toBe('refusal.wordsChanged');
      const given15 = { consents: consentsTo('guardian'), lender_ids: [15] };
      expect((await saveApplication(given.app, loan, { ...answers, ...given15 })).status).toBe(200);
    });

    it('of a guardian matter no more once no student is a minor', async () => {
      const loan = await ofCustomer();
      eleven.onPush = () => ({ kind: 'noResponse' });
      fifteen.onPush = () => ({ kind: 'noResponse' });
      await loan.submit(all);
      await pushed(given.app, loan);
      expect((await loan.withdraw('guardian', 'Sandbox lender 15')).status).toBe(200);
      await loan.ofAge();
      given.app.clock.pass(1);
      expect((await loan.submit({})).status).toBe(200);
      const before = fifteen.pushed.length + fifteen.found.length;
      await pushed(given.app, loan);
      expect(fifteen.pushed.length + fifteen.found.length).toBeGreaterThan(before);
    });

    it('are listed for whoever has claimed the loan', async () => {
      const loan = await withStudent(given.app);
      const sent = {
        ...application(),
        consents: consentsTo('share', 'credit_check', 'guardian'),
        lender_ids: [15],
      };
      expect((await saveApplication(given.app, loan, sent)).status).toBe(200);
      const { bearer, mobile } = await signedUp(given.app);
      const own = async () => (await given.app.call('listConsents', { bearer })).body.result.length;
      expect(await own()).toBe(0);
      const [customer] = await given.app.db.select().from(customers).where(eq(customers.mobile, mobile));
      await given.app.db.update(loans).set({ customerId: customer?.id }).where(eq(loans.id, loan.id));
      expect(await own()).toBe(3);
      const [listed] = (await given.app.call('listConsents', { bearer })).body.result;
      await given.app.call('withdrawConsent', { bearer, path: { id: listed.consent_id } });
      const acts = await given.app.db.select().from(timeline).where(eq(timeline.loanId, loan.id));
      expect(acts.map(({ act }) => act)).toContain('consent.withdrawn');
    });
  },
  { lenders: { 11: eleven, 15: fifteen } },
);
