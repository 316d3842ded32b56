/** Query mode: which field is open, locked or queried (decisions 23 to 25). The one place that knows. */
import { type Lock, lockOf, reviewable } from './lock.ts';
import type { Loan, LoanDocument, Query } from './wire.ts';

export { type Lock, lockOf, openQueries, reviewable } from './lock.ts';

export type Access = 'open' | 'locked' | 'queried';

const student = (field: string) => `el_details.students.*.${field}`;
const place = (address: string) => [`${address}.city`, `${address}.state`];
const whole = (address: string) => [`${address}.address`, ...place(address), `${address}.pincode`];

const residence = 'personal_details.address.residence';
const permanent = 'personal_details.address.permanent';
const office = 'employment_details.office_address';

/**
 * What an answer about one field may change besides: the fields that it fills, shows or makes stale. `*` is any
 * student; on both sides it is the same one.
 */
export const dependants: Readonly<Record<string, readonly string[]>> = {
  'el_details.institution_id': [
    'el_details.institution_name',
    student('institution_id'),
    student('institution_name'),
    student('type_of_institute'),
    student('institution_course_id'),
  ],
  [student('institution_course_id')]: [
    'el_details.course_id',
    student('course_name'),
    student('annual_fee'),
    student('admission_fee_amount'),
    student('transport_fee_amount'),
    student('otherfees'),
    'loan_details.emi_tenure_id',
  ],
  [student('type_of_institute')]: [student('course_name')],
  [student('new_admission')]: [student('admission_fee_paid'), student('admission_fee_amount')],
  [student('transport_fee_paid')]: [student('transport_fee_amount')],
  'loan_details.emi_tenure_id': ['loan_details.emi_tenure'],
  'income_details.monthly_income': ['income_details.household_income'],
  [`${residence}.pincode`]: place(residence),
  [`${permanent}.pincode`]: place(permanent),
  [`${office}.pincode`]: place(office),
  'personal_details.same_as_aadhaar': whole(permanent),
  'bank_details.ifsc_code': ['bank_details.bank_name'],
  'documents.fee_receipt': ['fee_receipt'],
};

/** A name with its student, if it has one, told apart: `el_details.students.ID.dob` is `….*.dob` of ID. */
function apart(name: string): { pattern: string; id?: string } {
  const [, id, field] = /^el_details\.students\.([^.]+)\.(.+)$/.exec(name) ?? [];
  return id && field ? { pattern: student(field), id } : { pattern: name };
}

const dependantsOf = new Map(Object.entries(dependants));

/** Everything that hangs on a pattern, at any distance. */
const reach = (pattern: string): string[] =>
  (dependantsOf.get(pattern) ?? []).flatMap((next) => [next, ...reach(next)]);

/** Whether an answer about `field` may change `name` besides. */
export function hangsOn(name: string, field: string): boolean {
  const [child, parent] = [apart(name), apart(field)];
  const sameStudent = child.id === undefined || parent.id === undefined || child.id === parent.id;
  return sameStudent && reach(parent.pattern).includes(child.pattern);
}

/** Whether a field, by its full dotted name, is open, locked or queried; what hangs on a queried one is open. */
export function fieldAccess(lock: Lock, name: string): Access {
  if (lock.mode !== 'queried') return lock.mode;
  if (lock.queries.some((query) => query.field === name)) return 'queried';
  return lock.queries.some((query) => hangsOn(name, query.field)) ? 'open' : 'locked';
}

/** The changed fields that the lock does not let change. */
export const refusedChanges = (lock: Lock, changed: readonly string[]): string[] =>
  changed.filter((name) => fieldAccess(lock, name) === 'locked');

/** Whether changes answer a query: one of the field itself, or of something that hangs on it. */
export const answeredBy = (query: Pick<Query, 'field'>, changed: readonly string[]): boolean =>
  changed.some((name) => name === query.field || hangsOn(name, query.field));

/**
 * Whether a document is open, locked or queried. While reviewers still read a sent application, what no submission
 * names is its applicant's to add, replace or remove: a lender may ask for a statement after Submit (section 4).
 */
export function documentAccess(
  loan: Pick<Loan, 'status' | 'queries'>,
  { type, content }: Pick<LoanDocument, 'type' | 'content'>,
): Access {
  const lock = lockOf(loan);
  const isTheirs = lock.mode === 'locked' && reviewable.includes(loan.status) && !content?.submitted;
  return isTheirs ? 'open' : fieldAccess(lock, `documents.${type}`);
}
