/** The offers for an approved loan (decision 57): which are shown, their key facts, and how one is accepted. */
import { and, asc, eq, isNull } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { requiredConsents } from '../../domain/servicing/consents.ts';
import { someLoanTerms } from '../../domain/servicing/testing.ts';
import type { LenderSteps } from '../../server/adapters/lender.ts';
import { loans } from '../../server/db/schema/loans.ts';
import { timeline } from '../../server/db/schema/review.ts';
import { jobs } from '../../server/db/schema/servers.ts';
import { consents, offers, servicingCases } from '../../server/db/schema/servicing.ts';
import { syncLenderLoanByJob, recordLenderSteps } from '../../server/servicing/sync-lender-loan.ts';
import {
  acceptance,
  acceptedLoan,
  acknowledged,
  approvedLoan,
  consentsTo,
  exchange,
  lenderDoes,
  offerOf,
  offersOf,
  pushed,
  submittedLoan,
  stagesOf,
  signedInAgain,
  readMyLoan,
} from './approved-loans.ts';
import { describeOnPostgresByDay } from './both-databases.ts';
import { noLenderSteps } from './lender-steps.ts';
import { codesOf } from './calls.ts';
import { applyDueStageChanges } from '../../server/servicing/stage-timer-job.ts';

/** A floating rate, whose resets have no way in. */
const floating = {
  rateType: 'floating',
  benchmark: { name: 'Repo rate', rate: '6.5', spread: '14.5', resetMonths: 3 },
} as const;

const dayMs = 24 * 60 * 60_000;

describeOnPostgresByDay('an offer for an approved loan', (given) => {
  it('goes to the lenders that its institution prefers, each once, and shows all their offers by name', async () => {
    const { app } = given;
    const loan = await submittedLoan(app);
    const keys = await app.db.select({ key: jobs.dedupeKey }).from(jobs).where(eq(jobs.kind, 'lender.push'));
    for (const lenderId of [11, 12, 15]) {
      expect(keys.map(({ key }) => key)).toContain(`push:${loan.id}:${lenderId}`);
    }
    expect((await pushed(app, loan)).body.result.status).toBe('APPROVED');
    expect(await offersOf(app, loan)).toEqual([]);
    // The way is there before the first offer is.
    expect(await readMyLoan(app, loan)).toMatchObject({ servicing_stage: null, next: 'choose_offer' });
    await exchange(app, loan);
    const { body } = await app.call('listOffers', loan);
    const names = [11, 12, 15].map((id) => `Sandbox lender ${id}`);
    expect(body.result.offers.map((offer: { lender_name: string }) => offer.lender_name)).toEqual(names);
    expect(body.result).toMatchObject({ unmatched: [], accepted_offer_id: null });
    const { el_details: applied } = (await app.call('getLoan', loan)).body.result;
    expect(body.result.fee_paise).toBe(applied.order_value * 100);
    expect(body.result.plan).toMatchObject({
      order_value: applied.order_value,
      option: { emi_tenure: 3 },
      institution: { id: 211 },
    });
    const [eleven] = body.result.offers;
    expect(eleven).toMatchObject({
      revision: 1,
      stage: 'offered',
      terms: { interest: { rate: '9', kind: 'reducing' }, tenure_months: 3 },
      instalments: 3,
    });
    expect(eleven.schedule).toHaveLength(3);
    expect(await readMyLoan(app, loan)).toMatchObject({ servicing_stage: 'offered', next: 'choose_offer' });
  });

  it('names the lenders without an offer and their answers', async () => {
    const { app } = given;
    const loan = await approvedLoan(app, '0011');
    await exchange(app, loan);
    const { body } = await app.call('listOffers', loan);
    expect(body.result.unmatched).toEqual([
      { lender_id: 11, lender_name: 'Sandbox lender 11', status: 'rejected' },
    ]);
    expect(body.result.offers).toHaveLength(2);
  });

  it('a loan is rejected once every lender has rejected it', async () => {
    const { app } = given;
    const loan = await submittedLoan(app, '0002');
    expect((await pushed(app, loan)).body.result.status).toBe('REJECTED');
    expect((await app.db.select().from(loans).where(eq(loans.id, loan.id)))[0]?.status).toBe('rejected');
  });

  it('does not show an offer whose APR is not ours, and says so in the timeline', async () => {
    const { app } = given;
    const loan = await approvedLoan(app);
    await exchange(app, loan);
    const before = await offerOf(app, loan);
    await lenderDoes(app, loan, 'wrong_apr');
    expect(await offerOf(app, loan)).toEqual(before);
    const rows = await app.db
      .select()
      .from(offers)
      .where(and(eq(offers.loanId, loan.id), eq(offers.lenderId, 15)));
    expect(rows.map(({ differences }) => differences?.map(({ member }) => member) ?? null)).toEqual(
      expect.arrayContaining([null, ['apr']]),
    );
    const acts = await app.db
      .select()
      .from(timeline)
      .where(and(eq(timeline.loanId, loan.id), eq(timeline.act, 'offer.received')))
      .orderBy(asc(timeline.id));
    expect(acts.at(-1)?.details).toEqual({ lender_id: 15, revision: 2, shown: false });
  });

  it('shows an offer with a high late charge, and puts it before staff', async () => {
    const { app } = given;
    const loan = await approvedLoan(app);
    const late = { kind: 'late_payment', text: 'Late', amount: { paise: 500_000 } } as const;
    const offer = {
      ...{ revision: 1, proposalNumber: `P ${loan.id}`, validUntil: new Date('2026-07-31T18:29:59Z') },
      terms: someLoanTerms({ contingentCharges: [late] }),
    };
    for (const _ of [1, 2])
      await recordLenderSteps(app.services, { loanId: loan.id, lenderId: 11 }, { ...noLenderSteps, offer });
    expect(await offersOf(app, loan)).toHaveLength(1);
    const [opened, ...others] = await casesOf(loan);
    expect([opened?.kind, others]).toEqual(['terms_unusual', []]);
    expect(opened?.details).toContainEqual({ name: 'amount_paise', known: '50000', said: '500000' });
  });

  it.each([
    ['terms that are not possible', { coolingOffDays: 0 }, {}, ['coolingOffDays']],
    ['another instalment', { instalment: 1 }, {}, ['instalment']],
    ['less than three working days', {}, { validUntil: new Date('2026-07-22T18:29:59Z') }, ['validUntil']],
    [
      'a third working day that ends early',
      {},
      { validUntil: new Date('2026-07-23T10:00:00Z') },
      ['validUntil'],
    ],
    ['a rate that the lender resets', floating, {}, ['rateType']],
  ] as const)('does not show an offer with %s', async (_, changes, offerChanges, members) => {
    const { app } = given;
    const loan = await approvedLoan(app);
    const steps: LenderSteps = {
      ...noLenderSteps,
      offer: {
        revision: 1,
        proposalNumber: `P ${loan.id} ${members.join()}`,
        validUntil: new Date('2026-07-31T18:29:59Z'),
        terms: someLoanTerms(changes),
        ...offerChanges,
      },
    };
    for (const _ of [1, 2]) await recordLenderSteps(app.services, { loanId: loan.id, lenderId: 11 }, steps);
    expect(await offersOf(app, loan)).toEqual([]);
    expect(await kindsOf(loan)).toEqual(['offer_not_shown']);
    const [row] = await app.db.select().from(offers).where(eq(offers.loanId, loan.id));
    expect(row?.differences?.map(({ member }) => member)).toEqual(members);
  });

  it('is accepted once with its consents, and no other offer can be accepted beside it', async () => {
    const { app } = given;
    const loan = await acceptedLoan(app);
    expect(await stagesOf(app, loan)).toEqual({ 11: 'offered', 12: 'offered', 15: 'accepted' });
    const { offer } = loan;
    expect(await readMyLoan(app, loan)).toMatchObject({
      ...{ next: 'sign', stage: 'in_progress', servicing_stage: 'accepted', next_payment: null },
      ...{ lender: 15, lender_name: 'Sandbox lender 15', lender_url: null },
      ...{ tenure: offer.terms.tenure_months, instalment_paise: offer.instalment_paise },
      emi_amount: Math.ceil(offer.instalment_paise / 100),
    });
    expect((await readMyLoan(app, loan)).sanctioned_amount).toBe(
      loan.offer.terms.sanctioned_amount_paise / 100,
    );
    expect((await acceptance(app, loan, loan.offer)).status).toBe(200);
    const other = await acceptance(app, loan, await offerOf(app, loan, 11));
    expect(codesOf(other)).toEqual([409, 'servicing.offer.another']);
    const rows = await app.db.select().from(consents).where(eq(consents.loanId, loan.id));
    expect(rows.map(({ purpose }) => purpose).sort()).toEqual([
      'application',
      'credit_bureau',
      'guardian',
      'kyc',
      'payments',
    ]);
    expect(rows.every(({ words }) => !words.includes('{'))).toBe(true);
    expect(rows.some(({ words }) => words.includes('Sandbox lender 15'))).toBe(true);
  });

  it('refuses an offer that has expired, or whose key facts were not read', async () => {
    const { app } = given;
    const loan = await approvedLoan(app);
    await exchange(app, loan);
    const offer = await offerOf(app, loan);
    const accept = (body: object) =>
      app.call('acceptOffer', {
        bearer: loan.bearer,
        path: { id: loan.id, offer_id: offer.offer_id },
        body: { key_facts_id: 'none', consents: consentsTo(), ...body },
      });
    expect(codesOf(await accept({}))).toEqual([409, 'servicing.offer.notAcknowledged']);
    const other = await acknowledged(app, loan, await offerOf(app, loan, 11));
    expect(codesOf(await accept({ key_facts_id: other }))).toEqual([409, 'servicing.offer.notAcknowledged']);
    expect((await acceptance(app, loan, offer, { consents: consentsTo(['kyc']) })).status).toBe(400);
    app.clock.pass(30 * dayMs);
    try {
      const late = await app.call('acceptOffer', {
        bearer: (await signedInAgain(app, loan)).bearer,
        path: { id: loan.id, offer_id: offer.offer_id },
        body: { key_facts_id: 'none', consents: consentsTo() },
      });
      expect(codesOf(late)).toEqual([409, 'servicing.offer.expired']);
      await applyDueStageChanges(app.services);
      expect(await stagesOf(app, loan)).toMatchObject({ 15: 'expired' });
      // The lender is asked for another offer once a day, and no more after a month.
      const key = { loanId: loan.id, lenderId: 15 };
      const { signal } = new AbortController();
      const ask = () => syncLenderLoanByJob(app.services, key, { signal });
      expect(await ask()).toEqual({ runAt: new Date(app.clock.now().getTime() + dayMs) });
      app.clock.pass(30 * dayMs);
      expect(await ask()).toBe('done');
      app.clock.pass(-30 * dayMs);
    } finally {
      app.clock.pass(-30 * dayMs);
    }
  });

  it('needs the guardian’s consent for a student under 18', async () => {
    const { app } = given;
    const loan = await approvedLoan(app);
    await exchange(app, loan);
    const offer = await offerOf(app, loan);
    const { status, body } = await acceptance(app, loan, offer, { consents: consentsTo(requiredConsents) });
    expect([status, body.errors[0].message]).toEqual([400, 'lacks guardian']);
  });

  it('an offer of a lender without a profile and an unreadable answer each open a case', async () => {
    const { app } = given;
    const loan = await acceptedLoan(app);
    const { lenderProfiles } = app.config;
    const key = { loanId: loan.id, lenderId: 15 };
    const terms = someLoanTerms();
    const offer = { revision: 9, proposalNumber: `P ${loan.id}`, validUntil: new Date('2026-07-31'), terms };
    const without = { ...lenderProfiles, lenders: {} };
    const services = { ...app.services, config: { ...app.config, lenderProfiles: without } };
    await recordLenderSteps(services, key, { ...noLenderSteps, offer });
    expect(await kindsOf(loan)).toEqual(['offer_not_shown']);
    const lender = app.services.adapters.lenders[15];
    if (!lender) throw new Error('It is not there');
    const { exchangeServicing } = lender;
    lender.exchangeServicing = async () => ({ kind: 'unreadable' });
    try {
      const run = { signal: new AbortController().signal };
      for (const _ of [1, 2]) expect(await syncLenderLoanByJob(app.services, key, run)).toBe('retry');
    } finally {
      lender.exchangeServicing = exchangeServicing;
    }
    expect((await kindsOf(loan)).toSorted()).toEqual(['answer_unreadable', 'offer_not_shown']);
    const openCases = and(eq(servicingCases.loanId, loan.id), isNull(servicingCases.closedAt));
    expect(await app.db.$count(servicingCases, openCases)).toBe(2);
    // An answer that can be read, with an offer that is shown, closes both.
    await exchange(app, loan);
    expect(await app.db.$count(servicingCases, openCases)).toBe(0);
  });

  const casesOf = ({ id }: { id: string }) =>
    given.app.db.select().from(servicingCases).where(eq(servicingCases.loanId, id));
  const kindsOf = async (loan: { id: string }) => (await casesOf(loan)).map(({ kind }) => kind);
});
