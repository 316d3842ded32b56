/** An application as a reviewer reads it: the loan as its applicant sees it, and its history. */
import { eq } from 'drizzle-orm';
import { changesBetween, type FieldValues } from '../../domain/forms/changes.ts';
import { dependsOn } from '../../domain/forms/fields/catalogue.ts';
import { isAskedAt, missingDocuments } from '../../domain/loan/documents.ts';
import { openQueries, reviewableStatuses } from '../../domain/loan/lock.ts';
import { inScreenOrder } from '../../domain/loan/screen-order.ts';
import type { Loan, Application } from '../../domain/values/wire.ts';
import type { Database } from '../db/open.ts';
import { loans } from '../db/schema/loans.ts';
import { partners } from '../db/schema/partners.ts';
import { reviewedDocumentsOf } from '../documents/read.ts';
import { acceptedContents } from '../loans/document-contents.ts';
import { instalmentOf } from '../loans/plan.ts';
import { readLoan } from '../loans/read.ts';
import { withAbandonedPushEnded, lockLoan } from '../loans/row.ts';
import {
  isUnchangedSinceSubmission,
  latestTwoSubmissions,
  type Submission,
  submissionsOf,
  withoutSupplements,
} from '../loans/submissions.ts';
import { notFound } from '../http/problem.ts';
import { isInScope, type PartnerScope } from '../staff/permissions.ts';
import type { LoanRow } from '../loans/tokens.ts';
import { viewersOf } from './presence.ts';

/** The partners whose applications are visible, and the current time. */
export type Reading = { scope: PartnerScope; now: Date };

/**
 * A loan that was submitted at least once.
 * @throws Problem 404: a draft is its applicant's alone, of an erased loan nothing is left to read, and other partners'
 *   loans are not known to exist
 */
export async function findReviewableLoan(
  db: Database,
  id: string,
  { scope, now }: Reading,
): Promise<LoanRow> {
  const [row] = await db.select().from(loans).where(eq(loans.id, id));
  return withAbandonedPushEnded(db, requireReviewable(row, scope), now);
}

/** The same, locked until the transaction ends. */
export async function lockReviewableLoan(
  tx: Database,
  id: string,
  { scope, now }: Reading,
): Promise<LoanRow> {
  const [row] = await tx.select().from(loans).where(eq(loans.id, id)).for('no key update');
  requireReviewable(row, scope);
  return lockLoan(tx, id, now);
}

function requireReviewable(row: LoanRow | undefined, scope: PartnerScope): LoanRow {
  if (!row || row.status === 'draft' || row.erasedAt || !isInScope(scope, row.partnerId)) throw notFound();
  return row;
}

/** @param row read before everything else here, so that its version is never newer than what is shown with it */
export async function readApplication(
  db: Database,
  row: LoanRow,
  { reviewerId, now }: { reviewerId: string; now: Date },
): Promise<Application> {
  const loan = await readLoan(db, row);
  const submissions = await submissionsOf(db, row.id);
  const missing = missingDocuments(Object.keys(await acceptedContents(db, row.id)), loan);
  const viewers = await viewersOf(db, [row.id], reviewerId, now);
  return {
    version: row.version,
    stage: row.stage,
    partner: await partnerOf(db, row),
    submitted_at: row.submittedAt?.toISOString() ?? null,
    loan,
    documents: await reviewedDocumentsOf(db, loan),
    submissions: withoutSupplements(submissions).map(({ submittedAt }, index) => ({
      number: index + 1,
      submitted_at: submittedAt.toISOString(),
    })),
    plan: submissions.at(-1)?.agreed.plan ?? null,
    changes: await changesOf(db, loan, submissions),
    viewers: viewers.map(({ name, seenAt }) => ({ name, seen_at: seenAt.toISOString() })),
    can_ask: reviewableStatuses.includes(row.status),
    can_push: await canPush(db, loan, submissions),
    missing_documents: missing.filter((type) => isAskedAt('decision', type)),
  };
}

/** Says whether it can be pushed: to a lender that may be asked and has not answered, unchanged since its applicant submitted it. */
const canPush = async (db: Database, loan: Loan, submissions: readonly Submission[]): Promise<boolean> =>
  loan.status === 'submitted' &&
  loan.consents_withdrawn !== true &&
  openQueries(loan).length === 0 &&
  loan.loan_details.emi_tenure_id !== null &&
  isUnchangedSinceSubmission(db, loan, submissions);

async function partnerOf(db: Database, { partnerId }: LoanRow): Promise<Application['partner']> {
  const [found] = await db
    .select({ id: partners.id, name: partners.name })
    .from(partners)
    .where(eq(partners.id, partnerId));
  if (!found) throw notFound();
  return found;
}

/** The latest changes in the order of the screens, with the queries that were answered by that submission. */
async function changesOf(
  db: Database,
  loan: Loan,
  submissions: readonly Submission[],
): Promise<Application['changes']> {
  const latest = latestTwoSubmissions(submissions);
  if (!latest) return [];
  const at = latest.after.submittedAt.toISOString();
  const answered = loan.queries.filter((query) => query.answered_at === at);
  const answeredWith = (field: string) =>
    answered.findLast((query) => query.field === field) ??
    answered.findLast((query) => dependsOn(field, query.field));
  const [before, after] = [await withInstalment(db, latest.before), await withInstalment(db, latest.after)];
  return inScreenOrder(changesBetween(before, after), ({ field }) => field, loan).map((change) => ({
    ...change,
    query_id: answeredWith(change.field)?.id ?? null,
  }));
}

/** A submission's fields with the instalment of its plan; a row without one has that of the present terms. */
async function withInstalment(db: Database, { fields, agreed }: Submission): Promise<FieldValues> {
  const instalment = agreed?.plan?.emi_amount ?? (await instalmentOf(db, fields));
  return instalment === null ? fields : { ...fields, 'loan_details.emi_amount': instalment };
}
