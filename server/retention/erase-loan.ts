/**
 * Erases a loan: what remains is the record that there was one, with its ids, times, statuses and amounts (the audit
 * skeleton), and nothing by which a person could be recognized. Rows are changed in one transaction; the objects of
 * documents are deleted after it, and by the hourly cleanup where that fails. Each table that has a column with personal
 * data has a statement here; tests/contract/erasure.test.ts searches every column of every table.
 */
import { and, eq, gt, inArray, ne, or, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { dayMs } from '../../domain/values/dates.ts';
import type { Objects } from '../adapters/objects.ts';
import type { Clock } from '../platform/clock.ts';
import { type Database, transaction } from '../db/open.ts';
import { loans, drafts, students } from '../db/schema/loans.ts';
import {
  paymentOrders,
  payments,
  consents,
  issuedDocuments,
  kycChecks,
  mandates,
  paymentDecisions,
  servicingCases,
  signatureRequests,
} from '../db/schema/servicing.ts';
import { deleteClaimedObject, deletionLease } from '../documents/delete-contents.ts';
import { contentsPrefix, uploadsPrefix } from '../loans/document-keys.ts';
import { requireOwnStore } from '../documents/installation.ts';
import { endMandates } from '../servicing/end-mandates.ts';
import { issuedPrefix } from '../servicing/issued-documents.ts';
import { countOpenCasesOf } from '../servicing/cases.ts';
import { isAcceptedStage, lenderLoansOf } from '../servicing/lender-loans.ts';
import { refundedTwice } from '../servicing/desk-payments.ts';
import { hasOpenDispute } from '../servicing/disputes.ts';
import { lockLoan } from '../loans/row.ts';
import { contents, documents } from '../db/schema/documents.ts';
import { lenderLoans, pushes } from '../db/schema/lenders.ts';
import { messages, oneTimePasswords } from '../db/schema/messages.ts';
import { queries, submissionContents, submissions, timeline } from '../db/schema/review.ts';
import { sandboxLenderLoans, sandboxMessages, sandboxProviderRecords } from '../db/schema/sandbox.ts';
import { jobs } from '../db/schema/servers.ts';
import { accessLog, reviewViews } from '../db/schema/staff.ts';
import { webhookDeliveries } from '../db/schema/webhooks.ts';
import { messageJobKey } from '../jobs/dedupe-keys.ts';

/**
 * - `inFlight`: the lender is being called about the loan, so that its answer would be lost
 * - `running`: an offer is accepted and the lender may pay it out, or the loan is paid out and not repaid yet
 * - `unsettled`: staff decide about money of the customer, a payment of an order can still be reported, or a case is open
 */
export type Erasure = 'erased' | 'erasedBefore' | 'unknown' | 'inFlight' | 'running' | 'unsettled';

type Needs = { db: Database; clock: Clock; adapters: { objects: Objects } };

/**
 * Idempotent: repeated for a loan that was erased before, it deletes the objects that an earlier run left.
 * @param isDue what has to be so of the loan still; where it is not, the loan is left, as one that is unknown
 * @throws InstallationMismatch where the object store is another installation's; then nothing is erased
 */
export async function eraseLoan(needs: Needs, loanId: string, isDue?: SQL): Promise<Erasure> {
  const { db, clock, adapters } = needs;
  await requireOwnStore(db, adapters.objects);
  const now = clock.now();
  const { erasure, keys } = await transaction(db, async (tx) => {
    const [found] = await tx.select().from(loans).where(eq(loans.id, loanId)).for('update');
    const isStillDue = found && (!isDue || (await tx.$count(loans, and(eq(loans.id, loanId), isDue))) > 0);
    if (!isStillDue) return { erasure: 'unknown' as const, keys: [] };
    const { erasedAt } = found;
    const status = erasedAt ? found.status : (await lockLoan(tx, loanId, now)).status;
    const lenderLoans = await lenderLoansOf(tx, loanId);
    const isCalled = lenderLoans.some(({ heldUntil }) => heldUntil !== null && heldUntil > now);
    if (!erasedAt && (status === 'with_lender' || isCalled))
      return { erasure: 'inFlight' as const, keys: [] };
    if (lenderLoans.some(({ stage }) => isAcceptedStage(stage)))
      return { erasure: 'running' as const, keys: [] };
    if (!erasedAt && (await hasUnsettledMoney(tx, loanId, now)))
      return { erasure: 'unsettled' as const, keys: [] };
    // The permission to debit would outlive all that is known of it.
    for (const { lenderId } of lenderLoans)
      await endMandates(tx, { loanId, lenderId }, now, ['requested', 'registered']);
    const keys = await eraseRows(tx, loanId, now);
    return { erasure: erasedAt ? ('erasedBefore' as const) : ('erased' as const), keys };
  });
  if (erasure !== 'erased' && erasure !== 'erasedBefore') return erasure;
  for (const key of keys) await deleteClaimedObject(needs, key);
  await deleteUploads(adapters.objects, loanId, now);
  for (const prefix of [issuedPrefix(loanId), contentsPrefix(loanId)])
    for (const { key } of await adapters.objects.list(prefix)) await adapters.objects.remove(key);
  return erasure;
}

/** Says whether a payment may still come, staff or the customer's bank decide about money of a loan, or a case of it is open. */
export async function hasUnsettledMoney(tx: Database, loanId: string, now: Date): Promise<boolean> {
  const waits = or(eq(payments.state, 'held'), hasOpenDispute, refundedTwice);
  const isUnpaid = and(
    eq(paymentOrders.loanId, loanId),
    ne(paymentOrders.state, 'paid'),
    gt(paymentOrders.expiresAt, new Date(now.getTime() - reportedWithinMs)),
  );
  const waiting = await tx.$count(payments, and(eq(payments.loanId, loanId), waits));
  return waiting + (await tx.$count(paymentOrders, isUnpaid)) + (await countOpenCasesOf(tx, loanId)) > 0;
}

/** The provider has reported a payment of an order that has ended by then: the list of its day was compared. */
const reportedWithinMs = 3 * dayMs;

/** Deletes the uploads that were not added to the loan. */
async function deleteUploads(objects: Objects, loanId: string, now: Date): Promise<void> {
  const prefix = uploadsPrefix(loanId);
  for (const { key } of await objects.list(prefix)) await objects.remove(key);
  // Whenever they began, by the store's own clock.
  await objects.dropUploads(new Date(now.getTime() + dayMs), prefix);
}

/** The fields that stay of a submission and of the timeline's changes. */
const retainedFields = [
  'el_details.institution_id',
  'el_details.order_value',
  'loan_details.emi_tenure',
  'loan_details.emi_tenure_id',
];

/** The members that stay of the timeline's details, whatever the act. */
const retainedDetails = [
  ...['number', 'terms_version', 'privacy_version', 'count', 'query', 'round', 'follows', 'reason'],
  ...['lender_id', 'submission', 'abandoned', 'channel', 'template', 'why'],
  ...['revision', 'shown', 'purpose', 'version', 'kind', 'status'],
];

/** The members that stay of a lender's answer; its text may name the applicant. */
const retainedResult = ['status', 'status_code', 'statusCode'];

/** The members that stay of a record in the books of the sandbox's providers. */
const retainedRecord = ['state', 'failure', 'tokenExpiresAt'];

const textList = (values: readonly string[]) =>
  sql`array[${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )}]::text[]`;

/** An object with the members of these names alone; null stays null. */
const membersOf = (column: unknown, names: readonly string[]) =>
  sql`case when ${column} is not null then (
    select coalesce(jsonb_object_agg(key, value), '{}'::jsonb) from jsonb_each(${column})
    where key = any(${textList(names)})) end`;

/** Returns a function that changes the rows that a table has of a loan. */
const updateOf =
  (tx: Database, loanId: string) =>
  async <Table extends PgTable & { loanId: AnyPgColumn }>(table: Table, values: PgUpdateSetSource<Table>) => {
    await tx.update(table).set(values).where(eq(table.loanId, loanId));
  };

/**
 * The rows of `loan_tokens` remain until they expire: a device that opened the loan is told that it was erased.
 * @param tx the transaction that has locked the loan's row
 * @returns the keys of the loan's stored contents, which have a `deletionLease` now
 */
async function eraseRows(tx: Database, loanId: string, now: Date): Promise<string[]> {
  // Lets the triggers of the timeline and of the submissions pass, until the transaction ends.
  await tx.execute(sql`select set_config('feepath.erased_loan', ${loanId}, true)`);
  await eraseMessages(tx, loanId);
  await eraseLenderRows(tx, loanId);
  await eraseServicing(tx, loanId);
  await eraseHistory(tx, loanId);
  await tx.delete(jobs).where(sql`${jobs.payload} ->> 'loanId' = ${loanId}`);
  for (const table of [drafts, students, reviewViews, documents, webhookDeliveries]) {
    await tx.delete(table).where(eq(table.loanId, loanId));
  }
  await tx.delete(oneTimePasswords).where(eq(oneTimePasswords.subject, loanId));
  await tx
    .update(loans)
    .set({
      ...{ name: '', email: '', mobile: '', idempotencyKey: null, feeReceipt: null },
      customerId: null,
      panHash: null,
      ...{ personalDetails: {}, employmentDetails: {}, incomeDetails: {}, bankDetails: {} },
      lenderResult: membersOf(loans.lenderResult, retainedResult),
      ...{ version: sql`${loans.version} + 1`, updatedAt: now },
      erasedAt: sql`coalesce(${loans.erasedAt}, ${now.toISOString()}::timestamptz)`,
    })
    .where(eq(loans.id, loanId));
  const stored = await tx
    .update(contents)
    .set({ ...deletionLease(now), password: null, unreferencedSince: now })
    .where(eq(contents.loanId, loanId))
    .returning({ key: contents.key });
  return stored.map(({ key }) => key);
}

/** Messages remain as times and states; those that wait are not sent, and have failed. */
async function eraseMessages(tx: Database, loanId: string): Promise<void> {
  const ofLoan = eq(messages.loanId, loanId);
  const ids = tx.select({ id: messages.id }).from(messages).where(ofLoan);
  const jobKeys = tx
    .select({ key: sql`${messageJobKey('')} || ${messages.id}` })
    .from(messages)
    .where(ofLoan);
  await tx.delete(sandboxMessages).where(inArray(sandboxMessages.id, ids));
  await tx.delete(jobs).where(inArray(jobs.dedupeKey, jobKeys));
  await tx.update(messages).set({ recipient: '', subject: null, text: null }).where(ofLoan);
  await tx
    .update(messages)
    .set({ state: 'failed' })
    .where(and(ofLoan, eq(messages.state, 'queued')));
}

async function eraseLenderRows(tx: Database, loanId: string): Promise<void> {
  const ofLoan = eq(lenderLoans.loanId, loanId);
  const update = updateOf(tx, loanId);
  const { reference } = lenderLoans;
  const references = tx.select({ reference }).from(lenderLoans).where(ofLoan);
  const { answer } = sandboxLenderLoans;
  await tx
    .update(sandboxLenderLoans)
    .set({ request: {}, answer: membersOf(answer, retainedResult), servicing: null })
    .where(inArray(sandboxLenderLoans.reference, references));
  const result = membersOf(lenderLoans.result, retainedResult);
  await update(lenderLoans, { result, accountNumber: null, advanceAt: null, holder: null, heldUntil: null });
  await update(pushes, { request: {}, result: membersOf(pushes.result, ['kind']) });
}

/**
 * Offers, orders and payments remain as amounts, times and references, documents as numbers and hashes, consents as
 * words and times.
 */
async function eraseServicing(tx: Database, loanId: string): Promise<void> {
  const update = updateOf(tx, loanId);
  await update(issuedDocuments, { input: {}, pages: null });
  await update(kycChecks, { urlToken: null, nameOnRecord: null });
  await update(mandates, { registrationNumber: null });
  await update(signatureRequests, { signedMobileDigits: null });
  await update(consents, { customerId: null });
  await update(servicingCases, { details: [], note: null });
  const paymentsOfLoan = tx.select({ id: payments.id }).from(payments).where(eq(payments.loanId, loanId));
  await tx
    .update(paymentDecisions)
    .set({ note: '' })
    .where(inArray(paymentDecisions.paymentId, paymentsOfLoan));
  const { reference, record } = sandboxProviderRecords;
  const referencesIn = (table: typeof kycChecks | typeof mandates) =>
    inArray(
      reference,
      tx.select({ reference: table.providerReference }).from(table).where(eq(table.loanId, loanId)),
    );
  await tx
    .update(sandboxProviderRecords)
    .set({ request: {}, record: membersOf(record, retainedRecord) })
    .where(or(referencesIn(kycChecks), referencesIn(mandates)));
}

/** Erases queries, answers, submissions, changes and reads. */
async function eraseHistory(tx: Database, loanId: string): Promise<void> {
  const update = updateOf(tx, loanId);
  await update(queries, { message: '', answer: null, askedAbout: null });
  const ids = tx.select({ id: submissions.id }).from(submissions).where(eq(submissions.loanId, loanId));
  await tx.delete(submissionContents).where(inArray(submissionContents.submissionId, ids));
  await update(submissions, { fields: membersOf(submissions.fields, retainedFields), documents: {} });
  const { act, field, before, after, details } = timeline;
  const isRetained = sql`(${act} in ('lender.answered', 'servicing.stage') or ${field} = any(${textList(retainedFields)}))`;
  const isMessage = sql`${act} in ('message.queued', 'message.sent', 'message.failed')`;
  await update(timeline, {
    before: sql`case when ${isRetained} then ${before} end`,
    after: sql`case when ${isRetained} then ${after} end`,
    // The `message` of these acts is an id, that of others a text.
    details: sql`case when ${isMessage} then ${membersOf(details, [...retainedDetails, 'message'])}
        else ${membersOf(details, retainedDetails)} end`,
  });
  // The document's type without the hash of its content.
  await update(accessLog, { subject: sql`split_part(${accessLog.subject}, ' ', 1)` });
}
