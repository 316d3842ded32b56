/** The life of a loan whose offer was accepted (decision 89): the steps, the disbursal, and the ways out. */
import { and, eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { requiredConsentsOf } from '../../domain/servicing/consents.ts';
import { contents, documents } from '../../server/db/schema/documents.ts';
import { lenderLoans } from '../../server/db/schema/lenders.ts';
import { loans, students } from '../../server/db/schema/loans.ts';
import { messages } from '../../server/db/schema/messages.ts';
import { timeline } from '../../server/db/schema/review.ts';
import { jobs } from '../../server/db/schema/servers.ts';
import { mandates } from '../../server/db/schema/servicing.ts';
import { recordLenderSteps } from '../../server/servicing/sync-lender-loan.ts';
import { adoptOpenLoans } from '../../server/push/schedule.ts';
import { adoptApprovedLoans } from '../../server/servicing/lender-polling.ts';
import {
  acceptance,
  acceptedLoan,
  approvedLoan,
  consentsTo,
  disbursedLoan,
  exchange,
  lenderDoes,
  offerOf,
  pay,
  pushed,
  registerMandate,
  servicingOf,
  sha256OfAgreement,
  sign,
  submittedLoan,
  verifyIdentity,
  stagesOf,
  signedInAgain,
  readMyLoan,
} from './approved-loans.ts';
import { describeOnPostgresByDay } from './both-databases.ts';
import { noLenderSteps } from './lender-steps.ts';
import { codesOf } from './calls.ts';
import { signedUp } from './customers.ts';
import { applyDueStageChanges } from '../../server/servicing/stage-timer-job.ts';

const dayMs = 24 * 60 * 60_000;

describeOnPostgresByDay('an approved loan of a customer', (given) => {
  it('is adopted when it has no job: pushed to each of its lenders, and asked about once approved', async () => {
    const { app } = given;
    const { db, clock, config } = app;
    const keysOf = async ({ id }: { id: string }) =>
      (await db.select({ key: jobs.dedupeKey }).from(jobs))
        .map(({ key }) => key ?? '')
        .filter((key) => key.includes(id))
        .toSorted();
    const loan = await submittedLoan(app);
    await db.delete(jobs).where(eq(jobs.dedupeKey, `push:${loan.id}:15`));
    const pushes = [11, 12, 15].map((id) => `push:${loan.id}:${id}`);
    await adoptOpenLoans(db, clock.now(), config);
    expect(await keysOf(loan)).toEqual(pushes);
    await db.delete(jobs);
    await adoptOpenLoans(db, clock.now(), config);
    expect(await keysOf(loan)).toEqual(pushes);
    // A lender that has answered gets no further push.
    await db.delete(jobs);
    const ofEleven = and(eq(lenderLoans.loanId, loan.id), eq(lenderLoans.lenderId, 11));
    await db
      .update(lenderLoans)
      .set({ result: { status: 'REJECTED' } })
      .where(ofEleven);
    await adoptOpenLoans(db, clock.now(), config);
    expect(await keysOf(loan)).toEqual(pushes.slice(1));
    await db.update(lenderLoans).set({ result: null }).where(ofEleven);
    await pushed(app, loan);
    await db.delete(jobs);
    await adoptApprovedLoans(db, clock.now());
    expect(await keysOf(loan)).toEqual([11, 12, 15].map((id) => `servicing:${loan.id}:${id}`));
    await exchange(app, loan);
    await db.delete(jobs);
    await adoptApprovedLoans(db, clock.now());
    expect(await keysOf(loan)).toEqual([]);
  });

  it('goes from step to step to the disbursal, in any order of the steps', async () => {
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
    // Lender 15 takes its fee before the disbursal, and no instalment.
    expect(await readMyLoan(app, loan)).toMatchObject({ next: 'pay_fee' });
    await pay(app, loan, 'advance', advance.amount_paise);
    expect(await servicingOf(app, loan)).toMatchObject({ stage: 'advance_paid', next: 'wait_for_disbursal' });
    const waiting = await readMyLoan(app, loan);
    expect(waiting).toMatchObject({ next: 'documents', stage: 'in_progress' });
    expect(waiting.pending_documents).toBeGreaterThan(0);
    expect(waiting.documents_asked_now).toBe(waiting.pending_documents);
    expect((await servicingOf(app, loan)).missing_documents).toBe(waiting.pending_documents);
    // A document that the virus scan has refused is still missing.
    const cheque = { loanId: loan.id, type: 'cancelled_cheque', key: `documents/${loan.id}/cheque` };
    const content = { sha256: '0', size: 1, contentType: 'image/png', scan: 'refused' } as const;
    await app.db.insert(contents).values({ ...cheque, ...content, uploadedAt: app.clock.now() });
    await app.db.insert(documents).values({ ...cheque, createdAt: app.clock.now() });
    expect((await readMyLoan(app, loan)).pending_documents).toBe(waiting.pending_documents);
    expect((await servicingOf(app, loan)).missing_documents).toBe(waiting.pending_documents);
    await lenderDoes(app, loan, 'disburse');
    expect(await servicingOf(app, loan)).toMatchObject({
      stage: 'disbursed',
      next: 'repay',
      ...{ disbursed_on: '2026-07-20', missing_documents: 0 },
      cooling_off: { ends_on: '2026-07-25' },
      next_invoice: { kind: 'instalment', number: 1, due_on: '2026-08-20', state: 'unpaid' },
    });
    expect(await readMyLoan(app, loan)).toMatchObject({
      ...{ next: 'repay', servicing_stage: 'disbursed', stage: 'completed', pending_documents: 0 },
      next_payment: { due_on: '2026-08-20', amount_paise: loan.offer.instalment_paise, is_debited: true },
    });
    // The withdrawal that the provider has not confirmed yet ends the debits too.
    const asked = (withdrawalRequestedAt: Date | null) =>
      app.db.update(mandates).set({ withdrawalRequestedAt }).where(eq(mandates.loanId, loan.id));
    await asked(app.clock.now());
    expect((await readMyLoan(app, loan)).next_payment.is_debited).toBe(false);
    await asked(null);
    const [row] = await app.db.select().from(loans).where(eq(loans.id, loan.id));
    // The amount is the sum paid to the institution, not the amount lent.
    expect(row?.loanDetails.disbursed_amount).toBe(Math.ceil(loan.offer.net_disbursed_paise / 100));
    expect(loan.offer.net_disbursed_paise).toBeLessThan(loan.offer.terms.sanctioned_amount_paise);
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
    const at = app.clock.now();
    await recordLenderSteps(app.services, key, {
      ...noLenderSteps,
      countersigned: { documentSha256: 'b'.repeat(64), at },
    });
    expect(await stagesOf(app, loan)).toMatchObject({ 15: 'accepted' });
    await recordLenderSteps(app.services, key, {
      ...noLenderSteps,
      countersigned: { documentSha256: sha256OfAgreement, at },
    });
    expect(await stagesOf(app, loan)).toMatchObject({ 15: 'agreement_signed' });
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
    expect(await stagesOf(app, loan)).toMatchObject({ 15: 'advance_paid' });
  });

  it('has invoices and a quote once it is disbursed, and closes when the last paisa is paid', async () => {
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
    expect(await stagesOf(app, loan)).toMatchObject({ 15: 'closed' });
    expect(await servicingOf(app, loan)).toMatchObject({ next: 'none', outstanding_paise: 0 });
    expect(codesOf(await app.call('readForeclosureQuote', loan))).toEqual([409, 'servicing.step.notNow']);
  });

  it('is cancelled before the disbursal once the lender confirms, and another offer can be accepted', async () => {
    const { app } = given;
    const loan = await acceptedLoan(app);
    expect((await app.call('requestCancellation', loan)).body.result.stage).toBe('accepted');
    expect((await app.call('requestCancellation', loan)).status).toBe(200);
    await exchange(app, loan);
    expect((await acceptance(app, loan, await offerOf(app, loan, 12))).status).toBe(200);
    expect(await stagesOf(app, loan)).toEqual({ 11: 'offered', 12: 'accepted', 15: 'cancelled' });
  });

  it('is cancelled in the cooling-off period by its exit amount, and not after it', async () => {
    const { app } = given;
    const loan = await disbursedLoan(app);
    const requested = (await app.call('requestCancellation', loan)).body.result;
    expect(requested).toMatchObject({ stage: 'disbursed', cooling_off: { ends_on: '2026-07-25' } });
    await pay(app, loan, 'cooling_off', requested.cooling_off.exit_paise);
    expect(await stagesOf(app, loan)).toMatchObject({ 15: 'cancelled' });
    const other = await disbursedLoan(app, 12);
    app.clock.pass(3 * dayMs);
    try {
      const bearer = (await signedInAgain(app, other)).bearer;
      const late = await app.call('requestCancellation', { ...other, bearer });
      expect(codesOf(late)).toEqual([409, 'servicing.step.notNow']);
      await applyDueStageChanges(app.services);
      expect(await stagesOf(app, other)).toMatchObject({ 12: 'repaying' });
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

  it('is cancelled with the withdrawal of a required consent, and not of another', async () => {
    const { app } = given;
    const loan = await approvedLoan(app);
    await exchange(app, loan);
    const purposes = [...requiredConsentsOf(true), 'marketing'];
    await acceptance(app, loan, await offerOf(app, loan), { consents: consentsTo(purposes) });
    const { bearer } = loan;
    const listed = (await app.call('listConsents', { bearer })).body.result;
    const idOf = (purpose: string): string =>
      listed.find((one: { purpose: string }) => one.purpose === purpose).consent_id;
    const withdraw = (id: string) => app.call('withdrawConsent', { bearer, path: { id } });
    // The students are made adults.
    const details = sql`${students.details} || '{"dob": "2000-01-01"}'`;
    await app.db.update(students).set({ details }).where(eq(students.loanId, loan.id));
    for (const purpose of ['marketing', 'guardian'])
      expect((await withdraw(idOf(purpose))).body.result.withdrawn_at).not.toBe(null);
    expect(await stagesOf(app, loan)).toMatchObject({ 15: 'accepted' });
    const first = (await withdraw(idOf('kyc'))).body.result.withdrawn_at;
    await exchange(app, loan);
    expect(await stagesOf(app, loan)).toMatchObject({ 15: 'cancelled' });
    app.clock.pass(1000);
    expect((await withdraw(idOf('kyc'))).body.result.withdrawn_at).toBe(first);
    const stranger = await signedUp(app);
    const answer = await app.call('withdrawConsent', {
      bearer: stranger.bearer,
      path: { id: idOf('payments') },
    });
    expect(answer.status).toBe(404);
  });

  it('every call to another customer’s loan gets a 404', async () => {
    const { app } = given;
    const loan = await acceptedLoan(app);
    const { bearer } = await signedUp(app);
    const path = { ...loan.path, offer_id: loan.offer.offer_id, document_id: 'x' };
    for (const operation of ['listOffers', 'readServicing', 'requestCancellation', 'listInvoices'] as const)
      expect((await app.call(operation, { bearer, path })).status).toBe(404);
    const foreign = await app.call('acceptOffer', {
      bearer,
      path,
      body: { key_facts_id: 'x', consents: consentsTo() },
    });
    expect(foreign.status).toBe(404);
  });
});
