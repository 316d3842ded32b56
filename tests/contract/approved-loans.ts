/** The steps of a customer's loan after its approval, at the lenders of the sandbox. */
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { pushRequestOf } from '../../domain/lending/push-request.ts';
import { consentVersion, requiredConsentsOf } from '../../domain/servicing/consents.ts';
import { documentVersions } from '../../domain/servicing/document-versions.ts';
import type { Offer, PaymentPurpose, Servicing } from '../../domain/values/wire.ts';
import { transaction } from '../../server/db/open.ts';
import { lenderLoans } from '../../server/db/schema/lenders.ts';
import {
  issuedDocuments,
  kycChecks,
  mandates,
  offers,
  paymentOrders,
  payments,
  signatureRequests,
} from '../../server/db/schema/servicing.ts';
import { actAsLender, type LenderAct } from '../../server/sandbox/lender-servicing.ts';
import { syncLenderLoanByJob } from '../../server/servicing/sync-lender-loan.ts';
import { advanceStage, lockLenderLoan } from '../../server/servicing/stage.ts';
import type { App } from './app.ts';
import type { Callable } from './calls.ts';
import { type SignedIn, signedIn, signedUp } from './customers.ts';
import { consumerApplication, student } from './fixtures.ts';
type Purpose = PaymentPurpose;

/** Institution 211 of the seed, which prefers three lenders, with a course of it and a tenure. */
const several = { id: 211, course: 21101, tenure: { id: 2110103, months: 3 } };

export type ApprovedLoan = SignedIn & { id: string; path: { id: string } };

/** @param digits of the PAN, by which the sandbox's lenders decide */
export const submittedLoan = async (app: App, digits?: string): Promise<ApprovedLoan> =>
  submittedBy(app, await signedUp(app), digits);

/** Returns what the applicant of such a loan sends. @param digits of the PAN */
export const applicationOf = (digits: string) =>
  consumerApplication({
    'personal_details.pan': `ABCDE${digits}F`,
    'loan_details.emi_tenure_id': several.tenure.id,
    'loan_details.emi_tenure': several.tenure.months,
  });

async function submittedBy(app: Callable, customer: SignedIn, digits = '1234'): Promise<ApprovedLoan> {
  const { bearer } = customer;
  const created = await app.call('createMyLoan', { bearer, body: {} });
  const id: string = created.body.result.loan_id;
  const path = { id };
  const row = student({ institution_id: several.id, institution_course_id: several.course });
  const data = { 'el_details.institution_id': several.id, 'el_details.students': [row] };
  const saved = await app.call('updateMyStudents', { bearer, path, body: { data } });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  const submitted = await app.call('saveApplication', {
    bearer,
    path,
    body: { data: applicationOf(digits) },
  });
  expect(submitted.status, JSON.stringify(submitted.body)).toBe(200);
  return { ...customer, id, path };
}

/** Pushes to all lenders of the loan, as the page does. */
export async function pushed(app: Callable, loan: ApprovedLoan) {
  const { bearer, path } = loan;
  const read = await app.call('getLoan', { bearer, path });
  return app.call('createOnLender', {
    bearer,
    path: { lender_id: 15 },
    body: pushRequestOf(read.body.result),
  });
}

export const approvedLoan = async (app: App, digits?: string): Promise<ApprovedLoan> =>
  approvedLoanOf(app, await signedUp(app), digits);

/** @param customer who has signed in */
export async function approvedLoanOf(
  app: Callable,
  customer: SignedIn,
  digits?: string,
): Promise<ApprovedLoan> {
  const loan = await submittedBy(app, customer, digits);
  const { status, body } = await pushed(app, loan);
  expect([status, body.result?.status], JSON.stringify(body)).toEqual([200, 'APPROVED']);
  return loan;
}

/** Runs the jobs of a loan: each lender is asked once. */
export async function exchange(app: App, { id: loanId }: { id: string }): Promise<void> {
  const rows = await app.db.select().from(lenderLoans).where(eq(lenderLoans.loanId, loanId));
  const run = { signal: new AbortController().signal };
  for (const { lenderId } of rows) await syncLenderLoanByJob(app.services, { loanId, lenderId }, run);
}

export async function offersOf(app: App, { bearer, path }: ApprovedLoan): Promise<Offer[]> {
  const { status, body } = await app.call('listOffers', { bearer, path });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.result.offers;
}

/** The offer of one lender. */
export async function offerOf(app: App, loan: ApprovedLoan, lenderId = 15): Promise<Offer> {
  const offer = (await offersOf(app, loan)).find((one) => one.lender_id === lenderId);
  if (!offer) throw new Error(`Lender ${lenderId} has made no offer`);
  return offer;
}

export const consentsTo = (purposes: readonly string[] = requiredConsentsOf(true)) =>
  purposes.map((purpose) => ({ purpose, version: consentVersion, language: 'en' }));

/** A key facts statement that was read, without its PDF. */
export async function acknowledged(app: App, loan: ApprovedLoan, offer: Offer): Promise<string> {
  const id = randomUUID();
  const { offer_id: offerId, lender_id: lenderId } = offer;
  await app.db.insert(issuedDocuments).values({
    ...{ id, loanId: loan.id, lenderId, offerId, kind: 'key_facts', language: 'hi', number: `K ${id}` },
    version: documentVersions.key_facts,
    ...{ sha256: '0'.repeat(64), key: `issued/${id}`, input: {} },
    ...{ createdAt: app.clock.now(), acknowledgedAt: app.clock.now() },
  });
  return id;
}

export async function acceptance(
  app: App,
  loan: ApprovedLoan,
  offer: Offer,
  { key_facts_id: read, ...changes }: { key_facts_id?: string; consents?: object[] } = {},
) {
  const keyFactsId = read ?? (await acknowledged(app, loan, offer));
  return app.call('acceptOffer', {
    bearer: loan.bearer,
    path: { id: loan.id, offer_id: offer.offer_id },
    body: { key_facts_id: keyFactsId, consents: consentsTo(), ...changes },
  });
}

/** A loan with an accepted offer. */
export async function acceptedLoan(app: App, lenderId = 15): Promise<ApprovedLoan & { offer: Offer }> {
  const loan = await approvedLoan(app);
  await exchange(app, loan);
  const offer = await offerOf(app, loan, lenderId);
  const { status, body } = await acceptance(app, loan, offer);
  expect(status, JSON.stringify(body)).toBe(200);
  return { ...loan, offer };
}

type AcceptedLoan = ApprovedLoan & { offer: Offer };

/** Writes rows about a step as a provider's adapter does, and moves the lender loan on. */
export const writeStep = (
  app: App,
  { id: loanId, offer }: AcceptedLoan,
  write: (tx: App['db'], key: { loanId: string; lenderId: number }) => Promise<unknown>,
): Promise<void> =>
  transaction(app.db, async (tx) => {
    const { config, clock } = app;
    const key = { loanId, lenderId: offer.lender_id };
    const locked = await lockLenderLoan(tx, key, clock.now());
    if (!locked) throw new Error('There is no lender loan');
    await write(tx, key);
    await advanceStage(tx, locked, { now: clock.now(), config });
  });

export const sha256OfAgreement = 'a'.repeat(64);

/** The agreement, signed by the customer. */
export const sign = (app: App, loan: AcceptedLoan): Promise<void> =>
  writeStep(app, loan, async (tx, key) => {
    const now = app.clock.now();
    const document = { id: randomUUID(), ...key, offerId: loan.offer.offer_id, kind: 'agreement' as const };
    await tx.insert(issuedDocuments).values({
      ...document,
      ...{ language: 'en', number: `A ${document.id}`, sha256: sha256OfAgreement, key: 'k', input: {} },
      createdAt: now,
    });
    await tx.insert(signatureRequests).values({
      ...{ id: randomUUID(), ...key, documentId: document.id, providerReference: randomUUID() },
      ...{ state: 'signed', documentSha256: sha256OfAgreement, signedAt: now, createdAt: now },
    });
  });

export const verifyIdentity = (app: App, loan: AcceptedLoan): Promise<void> =>
  writeStep(app, loan, (tx, key) =>
    tx.insert(kycChecks).values({
      ...{ id: randomUUID(), ...key, providerReference: randomUUID(), state: 'verified' },
      createdAt: app.clock.now(),
    }),
  );

export const registerMandate = (app: App, loan: AcceptedLoan): Promise<void> =>
  writeStep(app, loan, (tx, key) =>
    tx.insert(mandates).values({
      ...{ id: randomUUID(), ...key, method: 'upi', state: 'registered', providerReference: randomUUID() },
      limitPaise: loan.offer.instalment_paise,
      createdAt: app.clock.now(),
    }),
  );

/** A payment of an order; one that is held is a rupee less than its order. */
export const pay = (
  app: App,
  loan: AcceptedLoan,
  purpose: Purpose,
  amountPaise: number,
  state: 'captured' | 'held' = 'captured',
  instalment: number | null = null,
): Promise<void> =>
  writeStep(app, loan, async (tx, key) => {
    const now = app.clock.now();
    const orderId = randomUUID();
    await tx.insert(paymentOrders).values({
      ...{ id: orderId, ...key, purpose, idempotencyKey: orderId },
      ...{ amountPaise: state === 'held' ? amountPaise + 100 : amountPaise },
      ...{ state: state === 'held' ? ('expired' as const) : ('paid' as const) },
      ...{ instalment, createdAt: now, expiresAt: now },
    });
    await tx.insert(payments).values({
      ...{ id: randomUUID(), orderId, ...key, providerPaymentId: randomUUID(), amountPaise, currency: 'INR' },
      ...{ state, method: 'upi', paidAt: now, receivedAt: now },
    });
  });

/** Makes the lender do what a person would trigger, then lets the server find it. */
export async function lenderDoes(
  app: App,
  loan: ApprovedLoan & { offer?: Offer },
  act: LenderAct,
  lenderId = 15,
) {
  const [row] = await app.db
    .select()
    .from(lenderLoans)
    .where(and(eq(lenderLoans.loanId, loan.id), eq(lenderLoans.lenderId, loan.offer?.lender_id ?? lenderId)));
  expect(await actAsLender(app.db, row?.reference ?? '', act, app.clock.now())).toBe(null);
  await exchange(app, loan);
}

/** A loan that was paid out. */
export async function disbursedLoan(app: App, lenderId = 15): Promise<AcceptedLoan> {
  const loan = await acceptedLoan(app, lenderId);
  await sign(app, loan);
  await exchange(app, loan);
  await lenderDoes(app, loan, 'countersign');
  await verifyIdentity(app, loan);
  await registerMandate(app, loan);
  const { advance } = await servicingOf(app, loan);
  if (advance.amount_paise > 0) await pay(app, loan, 'advance', advance.amount_paise);
  await lenderDoes(app, loan, 'disburse');
  return loan;
}

/** Asks to cancel a loan, as its customer. @returns the servicing then */
export async function cancel(app: App, { bearer, id }: { bearer: string; id: string }) {
  const answer = await app.call('requestCancellation', { bearer, path: { id } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.result;
}

export async function servicingOf(app: App, { bearer, path }: ApprovedLoan): Promise<Servicing> {
  const { status, body } = await app.call('readServicing', { bearer, path });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.result;
}

/** The stage of the loan at each lender. */
export async function stagesOf(app: App, { id }: { id: string }): Promise<Record<number, string | null>> {
  const rows = await app.db.select().from(lenderLoans).where(eq(lenderLoans.loanId, id));
  return Object.fromEntries(rows.map(({ lenderId, stage }) => [lenderId, stage]));
}

/** Signs the customer in again once the earlier session has expired. */
export const signedInAgain = (app: App, { mobile }: ApprovedLoan): Promise<SignedIn> => signedIn(app, mobile);

/** The loan as its customer's page lists it. */
export const readMyLoan = async (app: Callable, { bearer, path }: ApprovedLoan) =>
  (await app.call('readMyLoan', { bearer, path })).body.result;

/** A loan whose agreement both have signed. */
export async function countersignedLoan(app: App) {
  const loan = await acceptedLoan(app);
  await sign(app, loan);
  await exchange(app, loan);
  await lenderDoes(app, loan, 'countersign');
  return loan;
}

/** The row of a loan at its lender 15. */
export async function lenderRowOf(app: App, { id }: { id: string }) {
  const ofLoan = and(eq(lenderLoans.loanId, id), eq(lenderLoans.lenderId, 15));
  const [row] = await app.db.select().from(lenderLoans).where(ofLoan);
  if (!row) throw new Error('There is no lender loan');
  return row;
}

/** The row of the first offer of lender 15. */
export async function offerRowOf(app: App, { id }: { id: string }) {
  const ofLoan = and(eq(offers.loanId, id), eq(offers.lenderId, 15));
  const [offer] = await app.db.select().from(offers).where(ofLoan);
  if (!offer) throw new Error('There is no offer');
  return offer;
}
