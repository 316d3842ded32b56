/** A loan of a customer with an accepted offer of lender 15, without the calls that lead there. */
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { figuresOf } from '../../domain/servicing/figures.ts';
import { keyFactsFixture } from '../../domain/servicing/testing-key-facts.ts';
import type { LoanTerms } from '../../domain/servicing/terms.ts';
import { someLoanTerms } from '../../domain/servicing/testing.ts';
import type { LenderLoanStage } from '../../domain/values/wire.ts';
import type { Section } from '../../server/db/schema/columns.ts';
import { lenderLoans } from '../../server/db/schema/lenders.ts';
import { loans } from '../../server/db/schema/loans.ts';
import { jobs } from '../../server/db/schema/servers.ts';
import { issuedDocuments, offers, signatureRequests } from '../../server/db/schema/servicing.ts';
import type { LenderLoanKey } from '../../server/db/lender-loan-key.ts';
import { appendToTimeline } from '../../server/timeline/timeline.ts';
import type { App } from './app.ts';
import { type SignedIn, signedUp } from './customers.ts';
import { consumerApplication, school, student } from './fixtures.ts';

export const lenderId = 15;

export type AcceptedLoan = SignedIn & { id: string; offerId: string; terms: LoanTerms };

/** The terms of 60,000 rupees in ten instalments of 6,300, the first of which is paid before the disbursal. */
const advanceTerms = (changes: Partial<LoanTerms>): LoanTerms =>
  someLoanTerms({
    sanctionedAmount: 6_000_000,
    tenureMonths: 10,
    interest: { rate: '5', kind: 'flat_total' },
    disbursalOn: '2026-07-25',
    firstDueOn: '2026-08-25',
    advanceInstalments: 1,
    charges: [],
    instalment: 630_000,
    ...changes,
  });

export async function acceptedLoan(app: App, changes: Partial<LoanTerms> = {}): Promise<AcceptedLoan> {
  const customer = await signedUp(app);
  const { bearer } = customer;
  const created = await app.call('createMyLoan', { bearer, body: {} });
  const id: string = created.body.result.loan_id;
  const data = { 'el_details.institution_id': school.id, 'el_details.students': [student()] };
  const path = { id };
  expect((await app.call('updateMyStudents', { bearer, path, body: { data } })).status).toBe(200);
  const saved = await app.call('saveApplication', { bearer, path, body: { data: consumerApplication() } });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  const now = app.clock.now();
  const offerId = randomUUID();
  const terms = advanceTerms(changes);
  const { db } = app;
  await db.insert(offers).values({
    ...{ id: offerId, loanId: id, lenderId, revision: 1, proposalNumber: `P-${offerId}`, terms },
    ...{ apr: figuresOf(terms).apr, receivedAt: now, validUntil: new Date(now.getTime() + 5 * 86_400_000) },
  });
  const accepted = { stage: 'accepted', stageChangedAt: now, offerId, acceptedAt: now } as const;
  await db
    .insert(lenderLoans)
    .values({
      ...{ loanId: id, lenderId, reference: `${lenderId}-${id}`, createdAt: now },
      ...{ result: { status: 'APPROVED' }, ...accepted },
    })
    .onConflictDoUpdate({ target: [lenderLoans.loanId, lenderLoans.lenderId], set: accepted });
  await db.update(loans).set({ status: 'approved' }).where(eq(loans.id, id));
  await appendToTimeline(db, stageEntries({ loanId: id, lenderId }, now, ['offered', 'accepted']));
  // The push of the application has nothing to do any more.
  await db.delete(jobs);
  return { ...customer, id, offerId, terms };
}

/** The timeline's entries of stages that a row is given by hand. @param before the stage before the first of them */
export const stageEntries = (
  { loanId, lenderId: of }: LenderLoanKey,
  at: Date,
  stages: readonly LenderLoanStage[],
  before: LenderLoanStage | null = null,
) =>
  stages.map((after, index) => ({
    ...{ loanId, at, by: 'system' as const, act: 'servicing.stage' as const },
    ...{ before: stages[index - 1] ?? before, after, details: { lender_id: of } },
  }));

/** The key facts statement of the offer, which the customer has read. */
export async function acknowledgedFacts(app: App, { id, offerId, terms }: AcceptedLoan): Promise<void> {
  const { db, clock } = app;
  const now = clock.now();
  const facts = keyFactsFixture({ proposalNumber: `P-${offerId}`, terms });
  const documentId = randomUUID();
  await db.insert(issuedDocuments).values({
    ...{ id: documentId, loanId: id, lenderId, offerId, kind: 'key_facts', language: 'en' },
    ...{ number: `K-${offerId}`, sha256: 'b'.repeat(64), key: `issued/${id}/k`, createdAt: now },
    ...{ input: JSON.parse(JSON.stringify(facts)) as Section, acknowledgedAt: now },
  });
  const ofLoan = and(eq(lenderLoans.loanId, id), eq(lenderLoans.lenderId, lenderId));
  await db.update(lenderLoans).set({ keyFactsId: documentId }).where(ofLoan);
}

/** The agreement, signed by both. */
export async function signed(app: App, { id, offerId }: AcceptedLoan): Promise<void> {
  const [documentId, now] = [randomUUID(), app.clock.now()];
  const sha256 = 'a'.repeat(64);
  await app.db.insert(issuedDocuments).values({
    ...{ id: documentId, loanId: id, lenderId, offerId, kind: 'agreement', language: 'en', sha256 },
    ...{ number: `A-${offerId}`, key: `issued/${id}/${sha256}`, input: {}, createdAt: now },
  });
  await app.db.insert(signatureRequests).values({
    ...{ id: randomUUID(), loanId: id, lenderId, documentId, documentSha256: sha256, createdAt: now },
    ...{ providerReference: randomUUID(), state: 'countersigned', signedAt: now, countersignedAt: now },
  });
}

/** The lender has paid the institution today. */
export async function disbursed(app: App, loan: AcceptedLoan): Promise<void> {
  const ofLoan = and(eq(lenderLoans.loanId, loan.id), eq(lenderLoans.lenderId, lenderId));
  const key = { loanId: loan.id, lenderId };
  const before = (await stageOf(app, loan)) as LenderLoanStage | null;
  await appendToTimeline(app.db, stageEntries(key, app.clock.now(), ['disbursed'], before));
  await app.db.update(lenderLoans).set({ stage: 'disbursed', disbursedOn: '2026-07-20' }).where(ofLoan);
}

export async function stageOf(app: App, { id }: AcceptedLoan): Promise<string | null> {
  const ofLoan = and(eq(lenderLoans.loanId, id), eq(lenderLoans.lenderId, lenderId));
  const [row] = await app.db.select({ stage: lenderLoans.stage }).from(lenderLoans).where(ofLoan);
  return row?.stage ?? null;
}
