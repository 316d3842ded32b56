/** The loans of a customer, as the list of the consumer app shows them. Amounts are whole rupees. */
import { and, asc, count, desc, eq, inArray, isNull, notInArray, type SQL, sql } from 'drizzle-orm';
import { lockOf, takesDocuments } from '../../domain/access.ts';
import { todayInIndia } from '../../domain/dates.ts';
import { type DocumentConditions, documentTypes, needOf } from '../../domain/documents.ts';
import { lenderPortal } from '../../domain/lender-portal.ts';
import { loanNumber } from '../../domain/loan-number.ts';
import { rupeesOfPaise } from '../../domain/money.ts';
import type { DocumentType, LoanStatus } from '../../domain/wire.ts';
import type { components, operations } from '../../openapi/generated.ts';
import type { Database } from '../db/open.ts';
import { institutions } from '../db/schema/institutions.ts';
import { loans } from '../db/schema/loans.ts';
import { documentLoan } from '../documents/lock.ts';
import { type LoanRecord, recordColumns } from '../loans/record.ts';
import { notFound } from '../problem.ts';
import { type LenderLoanSummary, lenderLoanSummaries, nextAfterApproval } from '../servicing/summary.ts';

type MyLoan = components['schemas']['MyLoan'];
type EmploymentType = DocumentConditions['employment_details']['employment_type'];
type Search = NonNullable<operations['listMyLoans']['parameters']['query']>;

/** What no lender decides anew. */
const completedStatuses: readonly LoanStatus[] = ['approved', 'rejected'];

const columns = {
  ...recordColumns,
  documents: sql<DocumentType[]>`(
    select coalesce(json_agg(documents.type), '[]') from documents where documents.loan_id = ${loans.id})`,
  emiAmount: sql<number | null>`(
    select (submissions.agreed -> 'plan' ->> 'emi_amount')::float8 from submissions
    where submissions.loan_id = ${loans.id} order by submissions.number desc limit 1)`,
  /** Saving the students deletes the draft. */
  hasStudentsDraft: sql<boolean>`exists (
    select from drafts where drafts.loan_id = ${loans.id} and drafts.step = 'students')`,
  lenderLoans: lenderLoanSummaries,
};

type Row = LoanRecord & {
  documents: DocumentType[];
  emiAmount: number | null;
  hasStudentsDraft: boolean;
  lenderLoans: LenderLoanSummary[];
};

const sortColumns = {
  date: loans.createdAt,
  institution: loans.institutionName,
  applied_amount: loans.orderValue,
  status: loans.status,
};

const defaultPageLength = 10;

/** One page of the loans that a customer owns. */
export async function listMyLoans(
  db: Database,
  customerId: string,
  now: Date,
  { page = 1, page_length: length = defaultPageLength, sort = 'date', order = 'desc', status, stage }: Search,
): Promise<components['schemas']['MyLoanPage']> {
  const isMeant = and(
    ownedBy(customerId),
    status && eq(loans.status, status),
    stage === 'completed' ? inArray(loans.status, [...completedStatuses]) : undefined,
    stage === 'in_progress' ? notInArray(loans.status, [...completedStatuses]) : undefined,
  );
  const [counted] = await db.select({ total: count() }).from(loans).where(isMeant);
  const column = sortColumns[sort];
  const direction = order === 'asc' ? asc(column) : sql`${desc(column)} nulls last`;
  const rows = await select(db, isMeant)
    .orderBy(direction, desc(loans.createdAt), loans.id)
    .limit(length)
    .offset((page - 1) * length);
  const total = counted?.total ?? 0;
  const found = await Promise.all(rows.map((row) => readOne(db, row, now)));
  return { loans: found, page, pages: Math.max(1, Math.ceil(total / length)), total };
}

/** @throws Problem 404 where the customer does not own it */
export async function readMyLoan(
  db: Database,
  customerId: string,
  { loanId, now }: { loanId: string; now: Date },
): Promise<MyLoan> {
  const [row] = await select(db, and(ownedBy(customerId), eq(loans.id, loanId)));
  if (!row) throw notFound();
  return readOne(db, row, now);
}

const readOne = async (db: Database, row: Row, now: Date): Promise<MyLoan> =>
  myLoanOf(row, await nextAfterApproval(db, row.row.id, row.lenderLoans, now));

const ownedBy = (customerId: string): SQL | undefined =>
  and(eq(loans.customerId, customerId), isNull(loans.erasedAt));

const select = (db: Database, where: SQL | undefined) =>
  db
    .select(columns)
    .from(loans)
    .leftJoin(institutions, eq(institutions.id, loans.institutionId))
    .where(where);

/** @param nextStep what the life after the approval asks for; null before a first offer */
function myLoanOf(
  { row, students, hasStudentsDraft, ...record }: Row,
  nextStep: MyLoan['next'] | null,
): MyLoan {
  const { queries, receiptUpload, documents, emiAmount, lenderLoans } = record;
  const [latest] = lenderLoans;
  const { status, lenderResult } = row;
  const lock = lockOf({ status, queries });
  const url = lenderResult && lenderPortal(lenderResult);
  const missing = documentTypes.filter(
    (type) => !documents.includes(type) && needOf(type, conditionsOf(row, receiptUpload)) === 'required',
  );
  const pending = takesDocuments(documentLoan(row)) ? missing.length : 0;
  return {
    loan_id: row.id,
    loan_number: loanNumber(row.id),
    product: 'EL',
    date: todayInIndia(row.createdAt),
    institution_name: row.institutionName,
    applied_amount: row.orderValue,
    sanctioned_amount: latest?.sanctionedPaise == null ? null : rupeesOfPaise(latest.sanctionedPaise),
    emi_amount: emiAmount,
    tenure: numberOrNull(row.loanDetails.emi_tenure),
    lender: status === 'draft' ? null : latest?.isAccepted ? latest.lenderId : row.lenderId,
    status,
    stage: completedStatuses.includes(status) ? 'completed' : 'in_progress',
    servicing_stage: latest?.stage ?? null,
    next:
      nextStep ??
      nextBeforeOffer({ status, isQueried: lock.mode === 'queried', pending, hasPortal: Boolean(url) }),
    step: students.length > 0 && !hasStudentsDraft ? 'applicant' : 'students',
    editable: lock.mode !== 'locked',
    pending_documents: pending,
    lender_url: url,
    students: students.map(({ student_name }) => student_name),
  };
}

const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null);

const conditionsOf = (
  { employmentDetails, personalDetails }: LoanRecord['row'],
  receiptUpload: boolean,
): DocumentConditions => ({
  // Only what fits the contract is stored.
  employment_details: {
    employment_type: (employmentDetails.employment_type ?? null) as EmploymentType,
  },
  personal_details: { same_as_aadhaar: personalDetails.same_as_aadhaar === 1 ? 1 : 0 },
  el_details: { receipt_upload: receiptUpload },
});

function nextBeforeOffer({
  status,
  isQueried,
  pending,
  hasPortal,
}: {
  status: LoanStatus;
  isQueried: boolean;
  pending: number;
  hasPortal: boolean;
}): MyLoan['next'] {
  if (status === 'draft') return 'continue';
  if (isQueried) return 'answer_queries';
  if (completedStatuses.includes(status))
    return status === 'approved' && hasPortal ? 'lender_portal' : 'none';
  return pending > 0 ? 'documents' : 'wait';
}
