/** The loans of a customer, as the list of the consumer app shows them. Amounts are whole rupees. */
import { and, asc, count, desc, eq, isNull, ne, not, type SQL, sql, inArray } from 'drizzle-orm';
import { lockOf } from '../../domain/loan/access.ts';
import type { Reopened } from '../../domain/loan/lock.ts';
import { todayInIndia } from '../../domain/values/dates.ts';
import {
  type DocumentConditions,
  documentPhaseOfStatus,
  missingDocuments,
  isAskedAt,
} from '../../domain/loan/documents.ts';
import { lenderPortal } from '../../domain/lending/lender-portal.ts';
import { loanNumber } from '../../domain/loan/loan-number.ts';
import { rupeesOfPaise } from '../../domain/values/money.ts';
import { nextAct, completedStages, type LoanProgress } from '../../domain/loan/next-act.ts';
import { takesDocuments } from '../../domain/loan/status.ts';
import type {
  DocumentType,
  MyLoan,
  MyLoanPage,
  LenderLoanStage,
  LoanStatus,
  StaffConversation,
} from '../../domain/values/wire.ts';
import type { operations } from '../../openapi/generated.ts';
import type { Database } from '../db/open.ts';
import { institutions } from '../db/schema/institutions.ts';
import { loans } from '../db/schema/loans.ts';
import { documentLoan } from '../documents/lock.ts';
import { reopenedBy } from '../loans/read.ts';
import { type LoanRecord, recordColumns } from '../loans/record.ts';
import { notFound } from '../http/problem.ts';
import { lenderName, type LenderProfiles } from '../config/lender-profiles.ts';
import { canBeDebited, nextInvoice } from '../../domain/servicing/invoices.ts';
import { lenderLoans } from '../db/schema/lenders.ts';
import { acceptedStages, isAcceptedStage } from '../servicing/lender-loans.ts';
import { readProgress } from '../servicing/read-servicing.ts';
import { loansInScope, type PartnerScope } from '../staff/permissions.ts';

/** A lender loan as a customer's list of loans tells of it. */
type LenderLoanSummary = {
  lenderId: number;
  stage: LenderLoanStage;
  isAccepted: boolean;
};

/** Selects, as a column of the loans, the lender loans that have a stage, the one that is accepted first. */
const lenderLoanSummaries = sql<LenderLoanSummary[]>`(
  select coalesce(json_agg(json_build_object(
    'lenderId', ${lenderLoans.lenderId}, 'stage', ${lenderLoans.stage},
    'isAccepted', ${lenderLoans.offerId} is not null
  ) order by ${inArray(lenderLoans.stage, [...acceptedStages])} desc, ${lenderLoans.acceptedAt} desc nulls last,
    ${lenderLoans.lenderId}), '[]')
  from ${lenderLoans}
  where ${lenderLoans.loanId} = ${loans.id} and ${lenderLoans.stage} is not null)`;

const isIn = (stages: readonly LenderLoanStage[]) => sql`exists (
  select from ${lenderLoans}
  where ${lenderLoans.loanId} = ${loans.id} and ${inArray(lenderLoans.stage, [...stages])})`;

const unfinishedStages: readonly LenderLoanStage[] = [
  'offered',
  ...acceptedStages.filter((stage) => !completedStages.includes(stage)),
];

/** Is a condition on the loans: nothing is left to do (decision 111). Offers that were not accepted may stay open. */
const isCompleted = sql<boolean>`(${loans.status} = 'rejected' or (${loans.status} = 'approved' and (
  ${isIn(['disbursed', 'repaying', 'closed'])}
  or (${isIn(completedStages)} and not ${isIn(unfinishedStages)}))))`;

/** The figures of the offer that was accepted. */
type AcceptedFigures = Pick<MyLoan, 'instalment_paise' | 'tenure' | 'next_payment'> & {
  sanctionedPaise: number;
};

type AfterApproval = Pick<LoanProgress, 'offers' | 'step' | 'paysFeeAlone'> & {
  accepted: AcceptedFigures | null;
};

/** Returns the lenders' offers for a loan, and the open steps of the accepted offer. */
async function readAfterApproval(
  db: Database,
  { id, status, lenderId }: { id: string; status: LoanStatus; lenderId: number },
  summaries: readonly LenderLoanSummary[],
  { profiles, now }: { profiles: LenderProfiles; now: Date },
): Promise<AfterApproval> {
  const none = { step: null, paysFeeAlone: false, accepted: null };
  const [latest] = summaries;
  if (status !== 'approved') return { ...none, offers: 'none' };
  if (!latest) {
    const makesOffers = Object.keys(profiles.lenders).includes(String(lenderId));
    return { ...none, offers: makesOffers ? 'open' : 'none' };
  }
  const isOpen = summaries.some(({ stage }) => stage === 'offered');
  const isRunning = isAcceptedStage(latest.stage);
  if (isOpen && !isRunning) return { ...none, offers: 'open' };
  if (!latest.isAccepted) return { ...none, offers: 'ended' };
  const { next, account, mandate } = await readProgress(db, id, now);
  const today = todayInIndia(now);
  const { terms, ledger, isDisbursed, schedule } = account;
  const invoice = isDisbursed && isRunning ? nextInvoice(ledger.invoices, today) : null;
  return {
    offers: isRunning ? 'accepted' : 'ended',
    step: next,
    paysFeeAlone: terms.advanceInstalments === 0,
    accepted: {
      sanctionedPaise: terms.sanctionedAmount,
      instalment_paise: account.instalment,
      tenure: schedule.filter(({ prepaymentId }) => prepaymentId === undefined).length,
      next_payment: invoice && {
        due_on: invoice.dueOn,
        amount_paise: invoice.amount - invoice.paid,
        is_debited:
          mandate.state === 'registered' && !mandate.withdrawal_requested && canBeDebited(invoice, today),
      },
    },
  };
}
type EmploymentType = DocumentConditions['employment_details']['employment_type'];
type Search = NonNullable<operations['listMyLoans']['parameters']['query']>;

const columns = {
  ...recordColumns,
  documents: sql<DocumentType[]>`(
    select coalesce(json_agg(documents.type), '[]') from documents join contents on contents.key = documents.key
    where documents.loan_id = ${loans.id} and contents.scan <> 'refused')`,
  emiAmount: sql<number | null>`(
    select (submissions.agreed -> 'plan' ->> 'emi_amount')::float8 from submissions
    where submissions.loan_id = ${loans.id} order by submissions.number desc limit 1)`,
  /** Saving the students deletes the draft. */
  hasStudentsDraft: sql<boolean>`exists (
    select from drafts where drafts.loan_id = ${loans.id} and drafts.step = 'students')`,
  lenderLoans: lenderLoanSummaries,
  isCompleted,
};

type Row = LoanRecord & {
  documents: DocumentType[];
  emiAmount: number | null;
  hasStudentsDraft: boolean;
  lenderLoans: LenderLoanSummary[];
  isCompleted: boolean;
};

type Reading = { profiles: LenderProfiles; now: Date };

const sortColumns = {
  date: loans.createdAt,
  institution: loans.institutionName,
  applied_amount: loans.orderValue,
  status: loans.status,
};

const defaultPageLength = 10;

/** Returns a page of the loans that a customer owns. */
export async function listMyLoans(
  db: Database,
  customerId: string,
  reading: Reading,
  { page = 1, page_length: length = defaultPageLength, sort = 'date', order = 'desc', status, stage }: Search,
): Promise<MyLoanPage> {
  const isMeant = and(
    ownedBy(customerId),
    status && eq(loans.status, status),
    stage === 'completed' ? isCompleted : undefined,
    stage === 'in_progress' ? not(isCompleted) : undefined,
  );
  const [counted] = await db.select({ total: count() }).from(loans).where(isMeant);
  const column = sortColumns[sort];
  const direction = order === 'asc' ? asc(column) : sql`${desc(column)} nulls last`;
  const rows = await select(db, isMeant)
    .orderBy(direction, desc(loans.createdAt), loans.id)
    .limit(length)
    .offset((page - 1) * length);
  const total = counted?.total ?? 0;
  const found = await Promise.all(rows.map((row) => readOne(db, row, reading)));
  return { loans: found, page, pages: Math.max(1, Math.ceil(total / length)), total };
}

/** Returns the latest loans of a customer that staff with this scope see; a draft is its applicant's alone. */
export async function listLoansForStaff(
  db: Database,
  customerId: string,
  { scope, ...reading }: Reading & { scope: PartnerScope },
): Promise<StaffConversation['loans']> {
  const rows = await select(db, and(ownedBy(customerId), ne(loans.status, 'draft'), loansInScope(scope)))
    .orderBy(desc(loans.createdAt), loans.id)
    .limit(defaultPageLength);
  const found = await Promise.all(rows.map((row) => readOne(db, row, reading)));
  return found.map(({ loan_id, loan_number, status, servicing_stage, next_payment }) => ({
    ...{ loan_id, loan_number, status, servicing_stage, next_payment },
  }));
}

/** @throws Problem 404 where the customer does not own it */
export async function readMyLoan(
  db: Database,
  customerId: string,
  { loanId, ...reading }: { loanId: string } & Reading,
): Promise<MyLoan> {
  const [row] = await select(db, and(ownedBy(customerId), eq(loans.id, loanId)));
  if (!row) throw notFound();
  return readOne(db, row, reading);
}

async function readOne(db: Database, row: Row, { profiles, now }: Reading): Promise<MyLoan> {
  const after = await readAfterApproval(db, row.row, row.lenderLoans, { profiles, now });
  return myLoanOf(row, after, profiles, await reopenedBy(db, row.row));
}

const ownedBy = (customerId: string): SQL | undefined =>
  and(eq(loans.customerId, customerId), isNull(loans.erasedAt));

const select = (db: Database, where: SQL | undefined) =>
  db
    .select(columns)
    .from(loans)
    .leftJoin(institutions, eq(institutions.id, loans.institutionId))
    .where(where);

function myLoanOf(
  { row, students, hasStudentsDraft, ...record }: Row,
  { accepted, ...offers }: AfterApproval,
  profiles: LenderProfiles,
  reopened: Reopened,
): MyLoan {
  const { queries, receiptUpload, documents, emiAmount, lenderLoans } = record;
  const [latest] = lenderLoans;
  const { status, lenderResult } = row;
  const lock = lockOf({ status, queries, ...reopened });
  const missing = missingDocuments(documents, conditionsOf(row, receiptUpload));
  const isOpen = takesDocuments(documentLoan(row)) && offers.offers !== 'ended';
  const stage = documentPhaseOfStatus(status);
  const askedNow = isOpen ? missing.filter((type) => isAskedAt(stage, type)).length : 0;
  const next = nextAct({
    status,
    isQueried: lock.mode === 'queried',
    isRefused: reopened.lender_refused === true,
    areConsentsWithdrawn: reopened.consents_withdrawn === true,
    lacksDocuments: askedNow > 0,
    ...offers,
  });
  const lender = status === 'draft' ? null : latest?.isAccepted ? latest.lenderId : row.lenderId;
  return {
    loan_id: row.id,
    loan_number: loanNumber(row.id),
    product: 'EL',
    date: todayInIndia(row.createdAt),
    institution_name: row.institutionName,
    applied_amount: row.orderValue,
    sanctioned_amount: accepted && rupeesOfPaise(accepted.sanctionedPaise),
    emi_amount: accepted ? rupeesOfPaise(accepted.instalment_paise ?? 0) : emiAmount,
    instalment_paise: accepted?.instalment_paise ?? null,
    tenure: accepted ? accepted.tenure : numberOrNull(row.loanDetails.emi_tenure),
    lender,
    lender_name: lender === null ? null : lenderName(profiles, lender),
    next_payment: accepted?.next_payment ?? null,
    status,
    stage: record.isCompleted ? 'completed' : 'in_progress',
    servicing_stage: latest?.stage ?? null,
    next,
    step: students.length > 0 && !hasStudentsDraft ? 'applicant' : 'students',
    editable: lock.mode !== 'locked',
    pending_documents: isOpen ? missing.length : 0,
    documents_asked_now: askedNow,
    lender_url: next === 'lender_portal' && lenderResult ? lenderPortal(lenderResult) : null,
    students: students.map(({ student_name }) => student_name),
  };
}

const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null);

const conditionsOf = (
  { employmentDetails, personalDetails }: LoanRecord['row'],
  receiptUpload: boolean,
): DocumentConditions => ({
  // The casts are safe because stored values fit the contract.
  employment_details: {
    employment_type: (employmentDetails.employment_type ?? null) as EmploymentType,
  },
  personal_details: { same_as_aadhaar: personalDetails.same_as_aadhaar === 1 ? 1 : 0 },
  el_details: { receipt_upload: receiptUpload },
});
