/** An application as a reviewer reads it: the loan as its applicant sees it, and its history. */
import { eq } from 'drizzle-orm';
import { dependsOn } from '../../domain/fields/catalogue.ts';
import { openQueries, reviewableStatuses } from '../../domain/lock.ts';
import type { Loan } from '../../domain/wire.ts';
import type { components } from '../../openapi/generated.ts';
import type { Database } from '../db/open.ts';
import { apiKeys, loans } from '../db/schema.ts';
import { type ContentsByType, acceptedContents } from '../documents/contents.ts';
import { readLoan } from '../loans/read.ts';
import { withAbandonedPushEnded, lockLoan } from '../loans/row.ts';
import {
  isUnchangedSinceSubmission,
  latestChanges,
  snapshotFields,
  type Submission,
  submissionsOf,
  withoutSupplements,
} from '../loans/submissions.ts';
import { notFound } from '../problem.ts';
import type { LoanRow } from '../tokens.ts';
import { readReviewedDocuments } from './read-documents.ts';
import { viewersOf } from './presence.ts';
import { stage } from './queue-stage.ts';

type Application = components['schemas']['Application'];

/** A loan that was submitted at least once. @throws Problem 404: a draft is its applicant's alone */
export async function findReviewableLoan(db: Database, id: string, now: Date): Promise<LoanRow> {
  const [row] = await db.select().from(loans).where(eq(loans.id, id));
  return submittedOnly(row && (await withAbandonedPushEnded(db, row, now)));
}

/** The same, locked until the transaction ends. */
export const lockReviewableLoan = async (tx: Database, id: string, now: Date): Promise<LoanRow> =>
  submittedOnly(await lockLoan(tx, id, now));

function submittedOnly(row: LoanRow | undefined): LoanRow {
  if (!row || row.status === 'draft') throw notFound();
  return row;
}

/** @param row read before everything else here, so that its version is never newer than what is shown with it */
export async function readApplication(
  db: Database,
  row: LoanRow,
  { reviewerId, now }: { reviewerId: string; now: Date },
): Promise<Application> {
  const loan = await readLoan(db, row);
  const contents = await acceptedContents(db, row.id);
  const submissions = await submissionsOf(db, row.id);
  const viewers = await viewersOf(db, [row.id], reviewerId, now);
  return {
    version: row.version,
    ...(await stageAndPartnerOf(db, row.id)),
    submitted_at: row.submittedAt?.toISOString() ?? null,
    loan,
    documents: await readReviewedDocuments(db, loan),
    submissions: withoutSupplements(submissions).map(({ submittedAt }, index) => ({
      number: index + 1,
      submitted_at: submittedAt.toISOString(),
    })),
    changes: changesOf(loan, contents, submissions),
    viewers: viewers.map(({ name, seenAt }) => ({ name, seen_at: seenAt.toISOString() })),
    can_ask: reviewableStatuses.includes(row.status),
    can_push: await canPush(db, loan),
  };
}

/** Whether it can be pushed: without a lender's answer, and unchanged since its applicant submitted it. */
const canPush = async (db: Database, loan: Loan): Promise<boolean> =>
  loan.status === 'submitted' &&
  openQueries(loan).length === 0 &&
  loan.loan_details.emi_tenure_id !== null &&
  isUnchangedSinceSubmission(db, loan);

async function stageAndPartnerOf(
  db: Database,
  loanId: string,
): Promise<Pick<Application, 'stage' | 'partner'>> {
  const [found] = await db
    .select({ stage, partner: { id: apiKeys.keyId, name: apiKeys.name } })
    .from(loans)
    .innerJoin(apiKeys, eq(apiKeys.id, loans.apiKeyId))
    .where(eq(loans.id, loanId));
  if (!found) throw notFound();
  return found;
}

/** The latest changes with the queries that they answer: those that were answered by that submission. */
function changesOf(
  loan: Loan,
  contents: ContentsByType,
  submissions: readonly Submission[],
): Application['changes'] {
  const at = submissions.at(-1)?.submittedAt.toISOString();
  const answered = loan.queries.filter((query) => query.answered_at === at);
  const answeredWith = (field: string) =>
    answered.findLast((query) => query.field === field) ??
    answered.findLast((query) => dependsOn(field, query.field));
  return latestChanges(submissions, Object.keys(snapshotFields(loan, contents))).map((change) => ({
    ...change,
    query_id: answeredWith(change.field)?.id ?? null,
  }));
}
