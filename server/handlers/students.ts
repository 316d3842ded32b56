/** The loan as it is read, and its students as they are saved. */
import { lockOf } from '../../domain/loan/access.ts';
import { todayInIndia } from '../../domain/values/dates.ts';
import type { Loan, StudentsData, OneStudent } from '../../domain/values/wire.ts';
import { type Database, readSnapshot, transaction } from '../db/open.ts';
import type { Context, Handlers } from '../api/handler.ts';
import { loanOnWire, queriesOf, readLoan, reopenedBy } from '../loans/read.ts';
import { normalizeRecord } from '../loans/record.ts';
import { refuseServerFields } from '../loans/refusals.ts';
import {
  changeLoan,
  deleteDrafts,
  findLoanRow,
  type LoanChanges,
  loanClosed,
  lockLoan,
  withAbandonedPushEnded,
} from '../loans/row.ts';
import { storeDraftStudents } from '../loans/store-students.ts';
import { checkSentStudents, type SentStudents, writeStudents } from '../loans/students.ts';
import { refusal } from '../http/problem.ts';
import type { LoanRow } from '../loans/tokens.ts';

export const studentHandlers = {
  async getLoan(_, { db, clock, loan, record }) {
    if (loan.status === 'with_lender') await withAbandonedPushEnded(db, loan, clock.now());
    // The lender may have refused the push of the submitted students.
    else if (loan.status !== 'submitted') return loanOnWire(db, record);
    return readSnapshot(db, async (tx) => readLoan(tx, await findLoanRow(tx, loan.id)));
  },

  saveStudents: async ({ body: { data } }, context) => save(context, data),

  saveStudentV2: ({ body }, context) => saveOne(body, context),
  saveStudentV3: ({ body }, context) => saveOne(body, context),
} satisfies Partial<Handlers>;

type Data = StudentsData;

type Saving = Pick<Context<'saveStudents'>, 'db' | 'clock' | 'record' | 'institutions'>;

const save = async (context: Saving, data: Data): Promise<Loan> =>
  (await saveDraft(context, data)) ??
  (await saveLocked(context.db, context.record.row.id, data, context.clock.now()));

/** The student's institution is the loan's where the loan has none yet. */
async function saveOne({ student }: OneStudent, context: Saving) {
  const { record } = context;
  const data: Data = {
    'el_details.students': [student],
    ...(record.row.institutionId === null && { 'el_details.institution_id': student.institution_id }),
  };
  const { el_details: saved } = await save(context, data);
  const result = saved.students.find(({ id }) => id === student.id.toLowerCase());
  if (!result) throw new Error('A saved student is not among those of its loan');
  return result;
}

const sentIn = (data: Data): SentStudents => ({
  institutionId: data['el_details.institution_id'],
  students: data['el_details.students'] ?? [],
  deleted: data['el_details.deleted_students'] ?? [],
  known: data['el_details.known_students'],
});

const refuseOtherSums = (data: Data, changes: LoanChanges): void =>
  refuseServerFields(data, {
    'el_details.order_value': changes.orderValue,
    'el_details.course_id': changes.courseId,
  });

const contextOf = (loan: LoanRow, now: Date) => ({
  today: todayInIndia(now),
  applicantMobile: loan.mobile,
});

/**
 * Saves the students of a draft, which nobody but its applicant changes, without a lock.
 * @returns undefined where it is no draft, or has changed since it was read
 */
async function saveDraft({ db, clock, record, institutions }: Saving, data: Data): Promise<Loan | undefined> {
  const { row: loan, students: saved, queries } = record;
  const now = clock.now();
  const lock = lockOf({ status: loan.status, queries });
  if (loan.status !== 'draft' || lock.mode !== 'open') return undefined;
  const checked = await checkSentStudents(
    db,
    { loan, saved, lock, context: contextOf(loan, now), findInstitution: institutions.find },
    sentIn(data),
  );
  refuseOtherSums(data, checked.changes);
  const row = await storeDraftStudents(db, loan, checked, now);
  const { receiptUpload } = checked.institution;
  return row && loanOnWire(db, normalizeRecord({ row, students: checked.rows, queries, receiptUpload }));
}

const saveLocked = (db: Database, id: string, data: Data, now: Date): Promise<Loan> =>
  transaction(db, async (tx) => {
    const loan = await lockLoan(tx, id, now);
    const queries = await queriesOf(tx, id);
    const lock = lockOf({ status: loan.status, queries, ...(await reopenedBy(tx, loan)) });
    if (lock.mode === 'locked') throw loanClosed(loan.status);
    const { changes } = await writeStudents(tx, loan, lock, contextOf(loan, now), sentIn(data));
    refuseOtherSums(data, changes);
    // Answers to a reviewer are submitted as a whole (decision 23), so that no change is missed.
    if (lock.mode === 'queried')
      throw refusal(409, 'refusal.unanswered', 'In query mode the students are saved with the application');
    const after = await changeLoan(tx, loan, changes, now);
    await deleteDrafts(tx, id, ['students']);
    return readLoan(tx, after);
  });
