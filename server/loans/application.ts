/** Writing the applicant's details and submitting the application: all of it or nothing. */
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { fieldAccess, type Lock, lockOf, openQueries, refusedChanges } from '../../domain/access.ts';
import { checkWire, type Facts, type Issue, type Wire } from '../../domain/check.ts';
import { todayInIndia, wholeYears } from '../../domain/dates.ts';
import { withoutHidden } from '../../domain/shown.ts';
import type { ApplicationData, Loan, Student } from '../../domain/wire.ts';
import type { Database } from '../db/open.ts';
import { queries } from '../db/schema.ts';
import { Problem, shapeError } from '../problem.ts';
import type { LoanRow } from '../tokens.ts';
import { applicationForm, blank, savedFields, sectionsOf, sentFields } from './fields.ts';
import { optionOf } from './plan.ts';
import { loanOnWire, readLoan } from './read.ts';
import { refuseForeign, refuseIssues, refuseLocked } from './refusals.ts';
import { changeLoan, closed, dropDraft, type LoanChanges, lockLoan, statusAfter } from './row.ts';
import { writeStudents } from './students.ts';

const tenureless = 'applicant.error.emiTenure.required';

/**
 * Checks the whole application and submits it. A body is the whole form; in query mode it is a part, and what is
 * saved stands in for the rest.
 * @param now decides what today is, and stands in the row as the moment of consent
 * @throws Problem 400, 409 or 422; the caller's transaction is then rolled back
 */
export async function writeApplication(
  tx: Database,
  loanId: string,
  data: ApplicationData,
  now: Date,
): Promise<Loan> {
  const before = await lockLoan(tx, loanId, now);
  const loan = await readLoan(tx, before);
  const lock = lockOf(loan);
  if (lock.mode === 'locked') throw closed(before.status);
  const status = statusAfter(before.status, {
    type: lock.mode === 'queried' ? 'queries.answered' : 'application.submitted',
  });
  const facts: Facts = { today: todayInIndia(now), applicantMobile: before.mobile };
  refuseForeign(data, { status: before.status, test: before.test });

  const sent = await writeSentStudents(tx, before, lock, facts, data, loan.el_details.students);
  const row: LoanRow = { ...before, ...sent.changes };
  const courseId = row.courseId;
  if (sent.students.length === 0 || courseId === null) {
    throw new Problem(400, 'There is no student yet', [shapeError('el_details.students', 'has none')]);
  }
  refuseForeign(data, {
    'el_details.order_value': row.orderValue,
    'el_details.course_id': courseId,
    'loan_details.applied_amount': row.orderValue,
    'loan_details.disbursed_amount': loan.loan_details.disbursed_amount,
  });

  const saved = savedFields(loanOnWire(row, sent.students, loan.queries));
  const option = await chosenOption(tx, courseId, data, saved);
  const asSent = withMonths(sentFields(data), option);
  const changed = [...sent.changed, ...Object.keys(asSent).filter((name) => asSent[name] !== saved[name])];
  refuseLocked(refusedChanges(lock, changed));

  const fields = withoutHidden(applicationForm, { ...(lock.mode === 'queried' ? saved : blank), ...asSent });
  refuseIssues([
    ...checkWire(applicationForm, fields, facts, (name) => fieldAccess(lock, name) !== 'locked'),
    ...tenureIssues(option, fields),
  ]);

  const since = String(fields['employment_details.employed_since']);
  const after = await changeLoan(
    tx,
    row,
    {
      ...sent.changes,
      ...sectionsOf({
        ...withPermanentAddress(fields),
        'employment_details.employment_experience': wholeYears(since, facts.today),
        'loan_details.applied_amount': row.orderValue,
        'loan_details.disbursed_amount': loan.loan_details.disbursed_amount,
      }),
      status,
      customerConsentAt: now,
    },
    now,
  );
  await dropDraft(tx, loanId, 'applicant');
  if (lock.mode === 'queried') await answerQueries(tx, loan, changed, now);
  return readLoan(tx, after);
}

type SentAlong = { changes: LoanChanges; students: Student[]; changed: string[] };

/** The students' part of the body, which query mode sends along; what is absent or the same changes nothing. */
async function writeSentStudents(
  tx: Database,
  before: LoanRow,
  lock: Lock,
  facts: Facts,
  data: ApplicationData,
  saved: Student[],
): Promise<SentAlong> {
  const institutionId = data['el_details.institution_id'];
  const students = data['el_details.students'] ?? [];
  const isSame = institutionId === undefined || institutionId === before.institutionId;
  if (isSame && students.length === 0) return { changes: {}, students: saved, changed: [] };

  const written = await writeStudents(tx, before, lock, facts, { institutionId, students, deleted: [] });
  await dropDraft(tx, before.id, 'students');
  return { changes: written.changes, students: written.rows, changed: written.changed };
}

type Option = Awaited<ReturnType<typeof optionOf>>;

/** The option that the body or, where it names none, the loan has chosen. */
const chosenOption = (tx: Database, courseId: number, data: ApplicationData, saved: Wire): Promise<Option> =>
  optionOf(tx, courseId, data['loan_details.emi_tenure_id'] ?? Number(saved['loan_details.emi_tenure_id']));

/** A tenure's months follow from its id; said besides, they must agree. */
const withMonths = (sent: Wire, option: Option): Wire =>
  option && sent['loan_details.emi_tenure_id'] === option.id
    ? { 'loan_details.emi_tenure': option.emiTenure, ...sent }
    : sent;

/** A tenure must be offered, enabled, for the first student's course. */
function tenureIssues(option: Option, fields: Wire): Issue[] {
  if (!option) return [{ field: 'loan_details.emi_tenure_id', code: tenureless }];
  if (option.emiTenure === fields['loan_details.emi_tenure']) return [];
  return [{ field: 'loan_details.emi_tenure', code: tenureless }];
}

/** The residence is the permanent address where Aadhaar has the same one (decision 35a). */
function withPermanentAddress(fields: Wire): Wire {
  if (fields['personal_details.same_as_aadhaar'] !== 1) return fields;
  const residence = 'personal_details.address.residence.';
  const copied = Object.entries(fields)
    .filter(([name]) => name.startsWith(residence))
    .map(([name, value]) => [`personal_details.address.permanent.${name.slice(residence.length)}`, value]);
  return { ...fields, ...Object.fromEntries(copied) };
}

/** A changed value answers its query (decision 26). */
async function answerQueries(tx: Database, loan: Loan, changed: readonly string[], now: Date): Promise<void> {
  const answered = openQueries(loan)
    .filter((query) => changed.includes(query.field))
    .map(({ id }) => id);
  if (answered.length === 0) return;
  await tx
    .update(queries)
    .set({ answeredAt: now })
    .where(and(inArray(queries.id, answered), eq(queries.loanId, loan.loan_id), isNull(queries.answeredAt)));
}
