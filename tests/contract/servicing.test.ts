/** The life of a loan after its approval (decisions 89 and 90): offers, acceptance, steps, disbursal, and the ways out. */
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { someLoanTerms } from '../../domain/servicing/testing.ts';
import type { LenderSteps } from '../../server/adapters/lender.ts';
import { lenderLoans } from '../../server/db/schema/lenders.ts';
import { loans } from '../../server/db/schema/loans.ts';
import { messages } from '../../server/db/schema/messages.ts';
import { timeline } from '../../server/db/schema/review.ts';
import { jobs } from '../../server/db/schema/servers.ts';
import { consents, issuedDocuments, offers } from '../../server/db/schema/servicing.ts';
import { advanceDueLenderLoans } from '../../server/servicing/advance-due.ts';
import { recordLenderSteps } from '../../server/servicing/exchange.ts';
import { adoptOpenLoans } from '../../server/push/schedule.ts';
import { issuedKey } from '../../server/servicing/object-keys.ts';
import { adoptApprovedLoans } from '../../server/servicing/schedule.ts';
import {
  acceptance,
  acceptedLoan,
  acknowledged,
  type ApprovedLoan,
  approvedLoan,
  consentsTo,
  disbursedLoan,
  exchange,
  lenderDoes,
  offerOf,
  offersOf,
  pay,
  pushed,
  registerMandate,
  servicingOf,
  sha256OfAgreement,
  sign,
  submittedLoan,
  verifyIdentity,
} from './approved-loans.ts';
import { describeOnBothDatabases } from './both-databases.ts';
import type { Answer } from './calls.ts';
import { signedIn, signedUp } from './customers.ts';

const dayMs = 24 * 60 * 60_000;

const codesOf = ({ status, body }: Answer) => [
  status,
  ...(body.errors ?? []).map(({ code }: { code: string }) => code),
];

describeOnBothDatabases('an approved loan of a customer', (given) => {
  const stagesOf = async ({ id }: { id: string }) => {
    const rows = await given.app.db.select().from(lenderLoans).where(eq(lenderLoans.loanId, id));
    return Object.fromEntries(rows.map(({ lenderId, stage }) => [lenderId, stage]));
  };
  /** After so long that the session has ended. */
  const signedInAgain = (loan: ApprovedLoan) => signedIn(given.app, loan.mobile);
  const myLoan = async ({ bearer, path }: ApprovedLoan) =>
    (await given.app.call('readMyLoan', { bearer, path })).body.result;

  it('goes to the lenders that its institution prefers, each once, and shows all their offers by name', async () => {
    const { app } = given;
    const loan = await submittedLoan(app);
    const keys = await app.db.select({ key: jobs.dedupeKey }).from(jobs).where(eq(jobs.kind, 'lender.push'));
    for (const lenderId of [11, 12, 15]) {
      expect(keys.map(({ key }) => key)).toContain(`push:${loan.id}:${lenderId}`);
    }
    expect((await pushed(app, loan)).body.result.status).toBe('APPROVED');
    expect(await offersOf(app, loan)).toEqual([]);
    await exchange(app, loan);
    const { body } = await app.call('listOffers', loan);
    const names = [11, 12, 15].map((id) => `Sandbox lender ${id}`);
    expect(body.result.offers.map((offer: { lender_name: string }) => offer.lender_name)).toEqual(names);
    expect(body.result).toMatchObject({ unmatched: [], accepted_offer_id: null });
    const [eleven] = body.result.offers;
    expect(eleven).toMatchObject({
      revision: 1,
      stage: 'offered',
      terms: { interest: { rate: '14.5', kind: 'reducing' }, tenure_months: 6 },
      instalments: 6,
    });
    expect(eleven.schedule).toHaveLength(6);
    expect(await myLoan(loan)).toMatchObject({ servicing_stage: 'offered', next: 'choose_offer' });
  });

  it('is gone on with where no job does: pushed to each of its lenders, and asked about once approved', async () => {
    const { app } = given;
    const { db, clock, config } = app;
    const keysOf = async ({ id }: { id: string }) =>
      (await db.select({ key: jobs.dedupeKey }).from(jobs))
        .map(({ key }) => key ?? '')
        .filter((key) => key.includes(id))
        .toSorted();
    const loan = await submittedLoan(app);
    await db.delete(jobs).where(eq(jobs.dedupeKey, `push:${loan.id}:15`));
    await adoptOpenLoans(db, clock.now(), config);
    expect(await keysOf(loan)).toEqual([`push:${loan.id}:11`, `push:${loan.id}:12`]);
    await db.delete(jobs);
    await adoptOpenLoans(db, clock.now(), config);
    expect(await keysOf(loan)).toEqual([11, 12, 15].map((id) => `push:${loan.id}:${id}`));
    await pushed(app, loan);
    await db.delete(jobs);
    await adoptApprovedLoans(db, clock.now());
    expect(await keysOf(loan)).toEqual([11, 12, 15].map((id) => `servicing:${loan.id}:${id}`));
    await exchange(app, loan);
    await db.delete(jobs);
    await adoptApprovedLoans(db, clock.now());
    expect(await keysOf(loan)).toEqual([]);
  });

  it('names the lenders without an offer, with what each has answered', async () => {
    const { app } = given;
    const loan = await approvedLoan(app, '0011');
    await exchange(app, loan);
    const { body } = await app.call('listOffers', loan);
    expect(body.result.unmatched).toEqual([
      { lender_id: 11, lender_name: 'Sandbox lender 11', status: 'rejected' },
    ]);
    expect(body.result.offers).toHaveLength(2);
  });

  it('is rejected once every lender has rejected it', async () => {
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
      .where(and(eq(timeline.loanId, loan.id), eq(timeline.act, 'offer.received')));
    expect(acts.at(-1)?.details).toEqual({ lender_id: 15, revision: 2, shown: false });
  });

  it.each([
    ['terms that are not possible', { coolingOffDays: 0 }, {}, ['coolingOffDays']],
    ['another instalment', { instalment: 1 }, {}, ['instalment']],
    ['less than three working days', {}, { validUntil: new Date('2026-07-22T18:29:59Z') }, ['validUntil']],
  ] as const)('does not show an offer with %s', async (_, changes, offerChanges, members) => {
    const { app } = given;
    const loan = await approvedLoan(app);
    const steps: LenderSteps = {
      offer: {
        revision: 1,
        proposalNumber: `P ${loan.id} ${members.join()}`,
        validUntil: new Date('2026-07-31T18:29:59Z'),
        terms: someLoanTerms(changes),
        ...offerChanges,
      },
      countersigned: null,
      disbursal: null,
      refused: false,
    };
    await recordLenderSteps(app, { loanId: loan.id, lenderId: 11 }, steps);
    expect(await offersOf(app, loan)).toEqual([]);
    const [row] = await app.db.select().from(offers).where(eq(offers.loanId, loan.id));
    expect(row?.differences?.map(({ member }) => member)).toEqual(members);
  });

  it('is accepted with its consents, once, and no other offer beside it', async () => {
    const { app } = given;
    const loan = await acceptedLoan(app);
    expect(await stagesOf(loan)).toEqual({ 11: 'offered', 12: 'offered', 15: 'accepted' });
    expect(await myLoan(loan)).toMatchObject({ next: 'sign', lender: 15, servicing_stage: 'accepted' });
    expect((await myLoan(loan)).sanctioned_amount).toBe(loan.offer.terms.sanctioned_amount_paise / 100);
    expect((await acceptance(app, loan, loan.offer)).status).toBe(200);
    const other = await acceptance(app, loan, await offerOf(app, loan, 11));
    expect(codesOf(other)).toEqual([409, 'servicing.offer.another']);
    const rows = await app.db.select().from(consents).where(eq(consents.loanId, loan.id));
    expect(rows.map(({ purpose }) => purpose).sort()).toEqual([
      'application',
      'credit_bureau',
      'kyc',
      'payments',
    ]);
    expect(rows.every(({ words }) => !words.includes('{'))).toBe(true);
    expect(rows.some(({ words }) => words.includes('Sandbox lender 15'))).toBe(true);
  });

  it('refuses an offer that has expired or changed, or whose key facts were not read', async () => {
    const { app } = given;
    const loan = await approvedLoan(app);
    await exchange(app, loan);
    const offer = await offerOf(app, loan);
    const accept = (body: object) =>
      app.call('acceptOffer', {
        bearer: loan.bearer,
        path: { id: loan.id, offer_id: offer.offer_id },
        body: { key_facts_id: 'none', consents: consentsTo(), declares_guardian: true, ...body },
      });
    expect(codesOf(await accept({}))).toEqual([409, 'servicing.offer.notAcknowledged']);
    const other = await acknowledged(app, loan, await offerOf(app, loan, 11));
    expect(codesOf(await accept({ key_facts_id: other }))).toEqual([409, 'servicing.offer.notAcknowledged']);
    expect((await acceptance(app, loan, offer, { consents: consentsTo(['kyc']) })).status).toBe(400);
    await lenderDoes(app, loan, 'change_offer');
    expect(codesOf(await accept({}))).toEqual([409, 'servicing.offer.changed']);
    const changed = await offerOf(app, loan);
    expect(changed).toMatchObject({ revision: 2, stage: 'offered' });
    app.clock.pass(30 * dayMs);
    try {
      const late = await app.call('acceptOffer', {
        bearer: (await signedInAgain(loan)).bearer,
        path: { id: loan.id, offer_id: changed.offer_id },
        body: { key_facts_id: 'none', consents: consentsTo(), declares_guardian: true },
      });
      expect(codesOf(late)).toEqual([409, 'servicing.offer.expired']);
      await advanceDueLenderLoans(app.services);
      expect(await stagesOf(loan)).toMatchObject({ 15: 'expired' });
    } finally {
      app.clock.pass(-30 * dayMs);
    }
  });

  it('needs the guardian’s statement for a student under 18', async () => {
    const { app } = given;
    const loan = await approvedLoan(app);
    await exchange(app, loan);
    const { status, body } = await acceptance(app, loan, await offerOf(app, loan), {
      declares_guardian: false,
    });
    expect([status, body.errors[0].field]).toEqual([400, 'declares_guardian']);
  });

  it('asks again where the lender changes the offer after it was accepted', async () => {
    const { app } = given;
    const loan = await acceptedLoan(app);
    await lenderDoes(app, loan, 'change_offer');
    expect(await stagesOf(loan)).toMatchObject({ 15: 'offered' });
    expect(codesOf(await app.call('readServicing', loan))).toEqual([404, 'servicing.none']);
    expect((await acceptance(app, loan, await offerOf(app, loan))).status).toBe(200);
  });

  it('goes from step to step to the disbursal, whatever order they come in', async () => {
    const { app } = given;
    const loan = await acceptedLoan(app);
    const next = async () => (await servicingOf(app, loan)).next;
    expect(await next()).toBe('sign');
    await registerMandate(app, loan);
    await sign(app, loan);
    expect(await servicingOf(app, loan)).toMatchObject({
      stage: 'accepted',
      next: 'kyc',
      agreement: { state: 'signed' },
      mandate: { state: 'registered', method: 'upi' },
    });
    await verifyIdentity(app, loan);
    await exchange(app, loan);
    await lenderDoes(app, loan, 'countersign');
    const { stage, advance, next: pays } = await servicingOf(app, loan);
    expect([stage, advance.state, pays]).toEqual(['mandate_registered', 'due', 'pay_advance']);
    await pay(app, loan, 'advance', advance.amount_paise);
    expect(await servicingOf(app, loan)).toMatchObject({ stage: 'advance_paid', next: 'wait_for_disbursal' });
    await lenderDoes(app, loan, 'disburse');
    expect(await servicingOf(app, loan)).toMatchObject({
      stage: 'disbursed',
      next: 'repay',
      disbursed_on: '2026-07-20',
      cooling_off: { ends_on: '2026-07-25' },
      next_invoice: { kind: 'instalment', number: 1, due_on: '2026-08-20', state: 'unpaid' },
    });
    expect(await myLoan(loan)).toMatchObject({ next: 'repay', servicing_stage: 'disbursed' });
    const [row] = await app.db.select().from(loans).where(eq(loans.id, loan.id));
    expect(row?.loanDetails.disbursed_amount).toBe(loan.offer.terms.sanctioned_amount_paise / 100);
    const acts = await app.db
      .select()
      .from(timeline)
      .where(and(eq(timeline.loanId, loan.id), eq(timeline.act, 'servicing.stage')));
    const stages = acts.filter(({ details }) => details.lender_id === 15).map(({ after }) => after);
    expect(stages).toEqual([
      'offered',
      'accepted',
      'agreement_signed',
      'kyc_verified',
      'mandate_registered',
      'advance_paid',
      'disbursed',
    ]);
    const sent = await app.db.select().from(messages).where(eq(messages.loanId, loan.id));
    expect(sent.filter(({ template }) => template === 'servicing.changed').length).toBeGreaterThan(0);
  });

  it('takes no countersignature of another content', async () => {
    const { app } = given;
    const loan = await acceptedLoan(app);
    await sign(app, loan);
    const key = { loanId: loan.id, lenderId: 15 };
    const none = { offer: null, disbursal: null, refused: false };
    const at = app.clock.now();
    await recordLenderSteps(app, key, { ...none, countersigned: { documentSha256: 'b'.repeat(64), at } });
    expect(await stagesOf(loan)).toMatchObject({ 15: 'accepted' });
    await recordLenderSteps(app, key, { ...none, countersigned: { documentSha256: sha256OfAgreement, at } });
    expect(await stagesOf(loan)).toMatchObject({ 15: 'agreement_signed' });
  });

  it('ends in the same stage where steps are written at the same time', async () => {
    const { app } = given;
    const loan = await acceptedLoan(app);
    const { advance } = await servicingOf(app, loan);
    await Promise.all([
      sign(app, loan),
      verifyIdentity(app, loan),
      registerMandate(app, loan),
      pay(app, loan, 'advance', advance.amount_paise),
    ]);
    await exchange(app, loan);
    await lenderDoes(app, loan, 'countersign');
    expect(await stagesOf(loan)).toMatchObject({ 15: 'advance_paid' });
  });

  it('has invoices and a quote once it is paid out, and is closed with the last paisa', async () => {
    const { app } = given;
    const loan = await disbursedLoan(app);
    const invoices = async (query = '') => (await app.call('listInvoices', { ...loan, query })).body.result;
    const all = (await invoices()).invoices;
    expect(all.map(({ kind, state }: { kind: string; state: string }) => [kind, state])).toEqual([
      ['up_front', 'paid'],
      ...Array(3).fill(['instalment', 'unpaid']),
    ]);
    await pay(app, loan, 'instalment', all[1].amount_paise);
    expect((await invoices('?state=paid')).invoices).toHaveLength(2);
    expect((await invoices('?state=unpaid')).invoices).toHaveLength(2);
    const quote = (await app.call('readForeclosureQuote', loan)).body.result;
    expect(quote.total_paise).toBeGreaterThan(0);
    await pay(app, loan, 'foreclosure', quote.total_paise);
    expect(await stagesOf(loan)).toMatchObject({ 15: 'closed' });
    expect(await servicingOf(app, loan)).toMatchObject({ next: 'none', outstanding_paise: 0 });
    expect(codesOf(await app.call('readForeclosureQuote', loan))).toEqual([409, 'servicing.step.notNow']);
  });

  it('is cancelled before the disbursal at once, and another offer can then be accepted', async () => {
    const { app } = given;
    const loan = await acceptedLoan(app);
    expect((await app.call('requestCancellation', loan)).body.result.stage).toBe('cancelled');
    expect((await app.call('requestCancellation', loan)).status).toBe(200);
    expect((await acceptance(app, loan, await offerOf(app, loan, 12))).status).toBe(200);
    expect(await stagesOf(loan)).toEqual({ 11: 'offered', 12: 'accepted', 15: 'cancelled' });
  });

  it('is cancelled in the cooling-off period by its exit amount, and not after it', async () => {
    const { app } = given;
    const loan = await disbursedLoan(app);
    const requested = (await app.call('requestCancellation', loan)).body.result;
    expect(requested).toMatchObject({ stage: 'disbursed', cooling_off: { ends_on: '2026-07-25' } });
    await pay(app, loan, 'cooling_off', requested.cooling_off.exit_paise);
    expect(await stagesOf(loan)).toMatchObject({ 15: 'cancelled' });
    const other = await disbursedLoan(app, 12);
    app.clock.pass(3 * dayMs);
    try {
      const bearer = (await signedInAgain(other)).bearer;
      const late = await app.call('requestCancellation', { ...other, bearer });
      expect(codesOf(late)).toEqual([409, 'servicing.step.notNow']);
      await advanceDueLenderLoans(app.services);
      expect(await stagesOf(other)).toMatchObject({ 12: 'repaying' });
    } finally {
      app.clock.pass(-3 * dayMs);
    }
  });

  it('ends where the lender refuses before the disbursal', async () => {
    const { app } = given;
    const loan = await acceptedLoan(app);
    await lenderDoes(app, loan, 'refuse');
    expect(await servicingOf(app, loan)).toMatchObject({ stage: 'refused', next: 'none' });
  });

  it('is cancelled with a consent that it cannot do without, and not with another', async () => {
    const { app } = given;
    const loan = await approvedLoan(app);
    await exchange(app, loan);
    const purposes = ['application', 'credit_bureau', 'kyc', 'payments', 'marketing'];
    await acceptance(app, loan, await offerOf(app, loan), { consents: consentsTo(purposes) });
    const { bearer } = loan;
    const listed = (await app.call('listConsents', { bearer })).body.result;
    const idOf = (purpose: string): string =>
      listed.find((one: { purpose: string }) => one.purpose === purpose).consent_id;
    const withdraw = (id: string) => app.call('withdrawConsent', { bearer, path: { id } });
    expect((await withdraw(idOf('marketing'))).body.result.withdrawn_at).not.toBe(null);
    expect(await stagesOf(loan)).toMatchObject({ 15: 'accepted' });
    const first = (await withdraw(idOf('kyc'))).body.result.withdrawn_at;
    expect(await stagesOf(loan)).toMatchObject({ 15: 'cancelled' });
    app.clock.pass(1000);
    expect((await withdraw(idOf('kyc'))).body.result.withdrawn_at).toBe(first);
    const stranger = await signedUp(app);
    const answer = await app.call('withdrawConsent', {
      bearer: stranger.bearer,
      path: { id: idOf('payments') },
    });
    expect(answer.status).toBe(404);
  });

  it('is nobody else’s', async () => {
    const { app } = given;
    const loan = await acceptedLoan(app);
    const { bearer } = await signedUp(app);
    const path = { ...loan.path, offer_id: loan.offer.offer_id, document_id: 'x' };
    for (const operation of ['listOffers', 'readServicing', 'requestCancellation', 'listInvoices'] as const)
      expect((await app.call(operation, { bearer, path })).status).toBe(404);
    const foreign = await app.call('acceptOffer', {
      bearer,
      path,
      body: { key_facts_id: 'x', consents: consentsTo(), declares_guardian: true },
    });
    expect(foreign.status).toBe(404);
  });

  it('has key facts that are issued once for a language', async () => {
    const { app } = given;
    const loan = await approvedLoan(app);
    await exchange(app, loan);
    const offer = await offerOf(app, loan);
    const create = () =>
      app.call('createKeyFacts', {
        bearer: loan.bearer,
        path: { id: loan.id, offer_id: offer.offer_id },
        body: { language: 'ta' },
      });
    const { document, facts } = (await create()).body.result;
    expect((await create()).body.result).toEqual({ document, facts });
    expect(facts).toMatchObject({ proposal_number: offer.proposal_number, lender_name: 'Sandbox lender 15' });
    const path = { id: loan.id, document_id: document.document_id };
    const { address } = (await app.call('readIssuedDocument', { bearer: loan.bearer, path })).body.result;
    expect(address).toContain(document.sha256);
  });

  it('has documents that nobody changes, and that are acknowledged by their hash alone', async () => {
    const { app } = given;
    const loan = await approvedLoan(app);
    await exchange(app, loan);
    const { bearer } = loan;
    const [row] = await issuedTo(loan);
    const path = { id: loan.id, document_id: row?.id ?? '' };
    const acknowledge = (sha256: string) =>
      app.call('acknowledgeKeyFacts', { bearer, path, body: { sha256 } });
    expect(codesOf(await acknowledge('1'.repeat(64)))).toEqual([409, 'servicing.document.changed']);
    const first = (await acknowledge('0'.repeat(64))).body.result.acknowledged_at;
    app.clock.pass(1000);
    expect((await acknowledge('0'.repeat(64))).body.result.acknowledged_at).toBe(first);
    const { address } = (await app.call('readIssuedDocument', { bearer, path })).body.result;
    expect(address).toContain(`/issued/`);
    const ofDocument = eq(issuedDocuments.id, path.document_id);
    const change = app.db.update(issuedDocuments).set({ sha256: 'x' }).where(ofDocument);
    await expect(change).rejects.toThrow();
    await expect(app.db.delete(issuedDocuments).where(ofDocument)).rejects.toThrow();
  });

  /** A document of the loan's first offer, which nobody has read. */
  const issuedTo = async (loan: ApprovedLoan) => {
    const { app } = given;
    const offer = await offerOf(app, loan);
    const row = { id: randomUUID(), loanId: loan.id, lenderId: 15, offerId: offer.offer_id };
    return app.db
      .insert(issuedDocuments)
      .values({
        ...{ ...row, kind: 'key_facts', language: 'ta', number: row.id, sha256: '0'.repeat(64) },
        ...{ key: issuedKey(loan.id, row.id), input: {}, createdAt: app.clock.now() },
      })
      .returning();
  };
});
