/** Writing the students of a loan: upserted by the ids that the client made (decision 31). */
import { eq } from 'drizzle-orm';
import { fieldAccess, type Lock, refusedChanges } from '../../domain/loan/access.ts';
import type { ValidationContext, Issue } from '../../domain/values/check.ts';
import { limits } from '../../domain/values/limits.ts';
import { feeFields, studentFees } from '../../domain/lending/fees.ts';
import { orderValue } from '../../domain/lending/order-value.ts';
import { withoutHidden } from '../../domain/forms/hidden-fields.ts';
import { studentFieldName } from '../../domain/forms/fields/names.ts';
import { checkStudents, applyStudentChanges, studentForm } from '../../domain/forms/student.ts';
import type { Student } from '../../domain/values/wire.ts';
import type { Database } from '../db/open.ts';
import { institutions } from '../db/schema/institutions.ts';
import { findInstitution, type FindInstitution, type Institution } from '../masters/institution-cache.ts';
import { Problem, shapeError, refusal } from '../http/problem.ts';
import type { LoanRow } from './tokens.ts';
import { type InstitutionTerms, isPlanLocked, termsOf } from './agreement.ts';
import { isRowId } from './ids.ts';
import { findEmiOption } from './plan.ts';
import { studentsOf } from './read.ts';
import { refuseIssues, refuseLocked, refuseServerFields } from './refusals.ts';
import { changeLoan, type LoanChanges } from './row.ts';
import { storeStudents } from './store-students.ts';

export type SentStudents = {
  /** The institution as sent; absent, it stays. */
  institutionId: number | undefined;
  students: readonly Student[];
  deleted: readonly string[];
  /** The ids of the saved students that the page has read. */
  known?: readonly string[] | undefined;
  /** The fields that the lock refuses elsewhere in the same body, so that all refused fields are named at once. */
  refused?: readonly string[];
  /** The institution's terms that the applicant agreed to; they hold in query mode while the plan stays. */
  agreedTerms?: InstitutionTerms | undefined;
};

export type CheckedStudents = {
  /** The changes of the loan's row. */
  changes: LoanChanges;
  /** The students after the change. */
  rows: Student[];
  /** The students to be stored, and the ids of those to be removed. */
  stored: readonly Student[];
  deleted: readonly string[];
  institution: typeof institutions.$inferSelect;
};

const courseRequired = 'student.error.course.required';

/**
 * Checks and writes; a refusal leaves the transaction to be rolled back.
 * @throws Problem 400 for broken rules, 409 where the page has not read all students, 422 for fields that query mode keeps locked
 */
export async function writeStudents(
  tx: Database,
  loan: LoanRow,
  lock: Lock,
  context: ValidationContext,
  asSent: SentStudents,
): Promise<CheckedStudents> {
  const saved = await studentsOf(tx, loan.id);
  const known = { loan, saved, lock, context, findInstitution: (id: number) => findInstitution(tx, id) };
  const checked = await checkSentStudents(tx, known, asSent);
  await storeStudents(tx, loan.id, checked);
  return checked;
}

/**
 * Checks what is sent against the rules and what is saved, and writes nothing.
 * @throws Problem 400 for broken rules, 409 where the page has not read all students, 422 for fields that query mode keeps locked
 */
export async function checkSentStudents(
  tx: Database,
  known: {
    loan: LoanRow;
    saved: readonly Student[];
    lock: Lock;
    context: ValidationContext;
    findInstitution: FindInstitution;
  },
  asSent: SentStudents,
): Promise<CheckedStudents> {
  const { loan, saved, lock, context, findInstitution: find } = known;
  const { refused = [] } = asSent;
  const sent = withPlainIds(asSent);
  refuseServerStudentFields(loan, asSent.students);
  refuseIfDoubled(sent);
  refuseIfOutdated(sent, saved);
  const { row: institution, courseTitles: titles } = await institutionFor(find, loan, sent);

  const students = sent.students.map((row) => completed(row, institution.name, titles));
  const changed = [
    ...(institution.id === loan.institutionId ? [] : ['el_details.institution_id']),
    ...changedFields(saved, students, sent.deleted),
  ];
  refuseLocked([...refusedChanges(lock, changed), ...refused]);
  const isOpen = (name: string) => fieldAccess(lock, name) !== 'locked';
  refuseIssues([
    ...checkStudents(students, context, isOpen),
    ...belowMinimum(students, context, isOpen),
    ...students
      .filter((row) => row.institution_id !== institution.id)
      .map((row) => ({
        field: studentFieldName(row.id, 'institution_id'),
        code: 'student.error.institution.required',
      })),
    ...students
      .filter((row) => !titles.has(row.institution_course_id))
      .map((row) => ({ field: studentFieldName(row.id, 'institution_course_id'), code: courseRequired })),
  ]);

  const rows = applyStudentChanges(saved, { students, deleted_students: [...sent.deleted] });
  refuseTooMany(rows, saved);
  refuseIssues(
    rows
      .filter((row) => row.institution_id !== institution.id)
      .map((row) => ({ field: studentFieldName(row.id, 'institution_course_id'), code: courseRequired })),
  );
  const first = rows[0];
  if (!first)
    throw refusal(400, 'refusal.studentNeeded', 'A loan needs a student', [
      shapeError('el_details.students', 'has none left'),
    ]);

  const { agreedTerms } = asSent;
  const terms = isPlanLocked(lock) && agreedTerms?.id === institution.id ? agreedTerms : termsOf(institution);
  return {
    changes: {
      institutionId: institution.id,
      institutionName: institution.name,
      courseId: first.institution_course_id,
      ...(await recalculated(tx, loan, lock, first.institution_course_id, rows, terms)),
    },
    ...{ rows, stored: students, deleted: sent.deleted, institution },
  };
}

/** A loan that has more since before there was a limit can still be changed. */
function refuseTooMany(rows: readonly Student[], saved: readonly Student[]): void {
  if (rows.length <= Math.max(limits.maxStudents, saved.length)) return;
  refuseIssues([
    {
      field: 'el_details.students',
      code: 'student.error.maxStudents',
      values: { maximum: String(limits.maxStudents) },
    },
  ]);
}

/** The minimum holds where the annual fee itself is locked, too; it is told at a fee that can be changed. */
const belowMinimum = (
  students: readonly Student[],
  context: ValidationContext,
  isOpen: (name: string) => boolean,
): Issue[] =>
  checkStudents(students, context, (name) => name.endsWith('.annual_fee') && !isOpen(name)).flatMap(
    (issue) => {
      const row = issue.field.slice(0, -'annual_fee'.length);
      const field = otherFees.map((name) => row + name).find(isOpen);
      return field ? [{ ...issue, field }] : [];
    },
  );

/** The last amount of the card first, then the switches. */
const otherFees = [...feeFields.map((fee) => studentFees[fee].shownBy), ...feeFields]
  .filter((name) => name !== undefined && name !== 'annual_fee')
  .toReversed();

/**
 * Brings the fee of a loan that is open up to date with its institution's present terms.
 * @returns whether it has changed
 */
export async function updateFee(tx: Database, loan: LoanRow, lock: Lock, now: Date): Promise<boolean> {
  const { courseId, institutionId } = loan;
  if (lock.mode !== 'open' || courseId === null || institutionId === null) return false;
  const [institution] = await tx.select().from(institutions).where(eq(institutions.id, institutionId));
  if (!institution) return false;
  const rows = await studentsOf(tx, loan.id);
  const changes = await recalculated(tx, loan, lock, courseId, rows, termsOf(institution));
  if (changes.orderValue === loan.orderValue) return false;
  await changeLoan(tx, loan, changes, now);
  return true;
}

/** The fee anew, and the chosen tenure only while the first student's course offers it (decision 13a). */
async function recalculated(
  tx: Database,
  loan: LoanRow,
  lock: Lock,
  courseId: number,
  rows: readonly Student[],
  terms: InstitutionTerms,
): Promise<LoanChanges> {
  const order = orderValue(rows, terms);
  const { emi_tenure_id: tenure, applied_amount: applied } = loan.loanDetails;
  const details = { ...loan.loanDetails, applied_amount: typeof applied === 'number' ? order : null };
  // The applicant could not choose another plan, so the submitted one remains.
  if (fieldAccess(lock, 'loan_details.emi_tenure_id') === 'locked')
    return { orderValue: order, loanDetails: details };
  const option = typeof tenure === 'number' ? await findEmiOption(tx, courseId, tenure) : undefined;
  return {
    orderValue: order,
    loanDetails: {
      ...details,
      emi_tenure_id: option?.id ?? null,
      emi_tenure: option?.emiTenure ?? null,
    },
  };
}

/** The loan's and the customer's ids of a student are the server's, see `loanOnWire`. @throws Problem 400 */
function refuseServerStudentFields(
  { id: loanId, customerId }: Pick<LoanRow, 'id' | 'customerId'>,
  students: readonly Student[],
): void {
  for (const { id, applicationId, user_id } of students) {
    const name = (field: string) => `el_details.students.${id}.${field}`;
    refuseServerFields(
      { [name('applicationId')]: applicationId, [name('user_id')]: user_id },
      { [name('applicationId')]: loanId, [name('user_id')]: customerId },
    );
  }
}

/** A UUID is the same in capitals. */
const withPlainIds = ({ institutionId, students, deleted, known }: SentStudents): SentStudents => ({
  institutionId,
  students: students.map(({ applicationId: _application, user_id: _user, ...row }) => ({
    ...row,
    id: row.id.toLowerCase(),
  })),
  deleted: deleted.map((id) => id.toLowerCase()),
  known: known?.map((id) => id.toLowerCase()),
});

/** A page that does not know all students may be about to add one of them again (decision 31). */
function refuseIfOutdated({ students, deleted, known }: SentStudents, saved: readonly Student[]): void {
  const named = known && new Set([...known, ...deleted, ...students.map((row) => row.id)]);
  if (!named || saved.every(({ id }) => named.has(id))) return;
  throw refusal(409, 'refusal.studentsChanged', 'Other students were saved since the loan was read');
}

function refuseIfDoubled({ students, deleted }: SentStudents): void {
  const seen = new Set<string>();
  const doubled = [...students.map((row) => row.id), ...deleted].filter(
    (id) => seen.size === seen.add(id).size,
  );
  if (doubled.length === 0) return;
  throw new Problem(
    400,
    'A student stands there more than once',
    [...new Set(doubled)].map((id) => shapeError(`el_details.students.${id}`, 'stands there more than once')),
  );
}

/** The loan's institution after this write. A lock to an institution that exists is obeyed. @throws Problem 400 */
async function institutionFor(
  find: FindInstitution,
  loan: LoanRow,
  { institutionId: sent }: SentStudents,
): Promise<Institution> {
  const wanted = sent ?? loan.institutionId;
  const locked = loan.lockedInstituteId;
  const findById = async (id: number | null) => (id !== null && isRowId(id) ? find(id) : undefined);
  const [found, lockedTo] = await Promise.all([findById(wanted), wanted !== locked && findById(locked)]);
  if (lockedTo) {
    const error = shapeError('el_details.institution_id', 'is not the one that the loan is locked to');
    throw refusal(400, 'refusal.institutionLocked', 'The institution of this loan is locked', [error]);
  }
  if (found) return found;
  const error = {
    field: 'el_details.institution_id',
    code: 'student.error.institution.required',
    message: 'does not exist',
  };
  throw refusal(400, 'refusal.institutionUnknown', 'There is no such institution', [error]);
}

const showsCourseName = (row: Student): boolean => studentForm.fields.course_name.shown?.(row) ?? true;

/** The row without what is hidden, with the names that the server knows. */
function completed(row: Student, institutionName: string, titles: ReadonlyMap<number, string>): Student {
  const shown = withoutHidden(studentForm, { ...row, institution_name: institutionName });
  return {
    ...shown,
    course_name: showsCourseName(shown)
      ? shown.course_name
      : (titles.get(shown.institution_course_id) ?? shown.course_name),
  };
}

/** Returns the dotted names of changed values; names that the server fills in are left out. */
function changedFields(
  saved: readonly Student[],
  sent: readonly Student[],
  deleted: readonly string[],
): string[] {
  const before = new Map(saved.map((row) => [row.id, row]));
  const names = (row: Student) => {
    const known = before.get(row.id);
    if (!known) return [`el_details.students.${row.id}`];
    return (Object.keys(row) as (keyof Student)[])
      .filter((name) => name !== 'institution_name' && (name !== 'course_name' || showsCourseName(row)))
      .filter((name) => known[name] !== row[name])
      .map((name) => studentFieldName(row.id, name));
  };
  return [
    ...sent.flatMap(names),
    ...deleted.filter((id) => before.has(id)).map((id) => `el_details.students.${id}`),
  ];
}
