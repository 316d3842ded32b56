/** The consents of Submit: to which lenders, and each purpose by itself. */
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { submissionConsentVersion } from '../../domain/servicing/consents.ts';
import { customers } from '../../server/db/schema/customers.ts';
import { timeline } from '../../server/db/schema/review.ts';
import { loans } from '../../server/db/schema/loans.ts';
import { consents } from '../../server/db/schema/servicing.ts';
import { pushed } from './approved-loans.ts';
import { describeOnPostgres } from './both-databases.ts';
import { signedUp } from './customers.ts';
import { signInOnce } from './desk.ts';
import { application, saveApplication, sentBack, withStudent } from './fixtures.ts';
import { allConsents, consentsTo, loanForConsents, preferLenders } from './consent-loans.ts';
import { ScriptedLender } from './scripted-lender.ts';

const eleven = new ScriptedLender();
const fifteen = new ScriptedLender();

describeOnPostgres(
  'the consents of Submit',
  (given) => {
    beforeEach(() => {
      Object.assign(eleven, new ScriptedLender());
      Object.assign(fifteen, new ScriptedLender());
    });

    const prefer = (...ids: number[]) => preferLenders(given.app, ...ids);
    const ofCustomer = () => loanForConsents(given.app);
    const all = allConsents;

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

    it('are refused with other texts, other lenders or too few consents, and nothing is submitted', async () => {
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

    it('name the one lender of the embedded flow, where a body without consents is allowed', async () => {
      const loan = await withStudent(given.app);
      const read = async () =>
        (await given.app.call('readSubmissionConsents', { path: { id: loan.id }, token: loan.token })).body
          .result;
      expect((await read()).lenders).toEqual([{ lender_id: 15, name: 'Sandbox lender 15' }]);
      expect((await saveApplication(given.app, loan, application())).status).toBe(200);
      expect((await read()).needed).toEqual([]);
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

    it('follow the typed answers in query mode, where only Submit saves them', async () => {
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

    it('the consent of a guardian no longer matters once no student is a minor', async () => {
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

    it('are listed for the customer who has claimed the loan', async () => {
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
