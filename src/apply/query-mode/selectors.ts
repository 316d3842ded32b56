/** Pure selectors of the state of query mode. */
import { fieldAccess, lockOf } from '../../../domain/loan/access.ts';
import type { Issue, Wire } from '../../../domain/values/check.ts';
import { totalFee, type Order } from '../../../domain/lending/loan-order.ts';
import { orderValue } from '../../../domain/lending/order-value.ts';
import { hasMinor } from '../../../domain/servicing/consents.ts';
import { inScreenOrder } from '../../../domain/loan/screen-order.ts';
import { type DraftedStep, draftedSteps } from '../../../domain/pages/steps.ts';
import { type FieldFilter, stepValues, type ValuesByStep } from '../../../domain/forms/step-values.ts';
import { changedStudentsData, studentToWire } from '../../../domain/forms/student.ts';
import type { ApplicationData, Loan, Query } from '../../../domain/values/wire.ts';
import type { WizardEvent } from '../../../machines/wizard.ts';
import { answersOf, isAnswered, queryAnswers, unansweredIssue } from './open-queries.ts';
import type { QueryModeState } from './state.ts';

/** Returns the queries that wait for an answer, in the order of the screens; none once all have one. */
export function queriesOf(loan: Loan): readonly Query[] {
  const lock = lockOf(loan);
  return lock.mode === 'queried' ? inScreenOrder(lock.queries, ({ field }) => field, loan) : [];
}

function editableFieldsOf(loan: Loan): FieldFilter {
  const lock = lockOf(loan);
  return (name) => fieldAccess(lock, name) !== 'locked';
}

/** Returns the first values of a step's inputs: typed ones of editable fields, else the saved ones. */
export const mergeEditableFields = <Step extends DraftedStep>(
  step: Step,
  loan: Loan,
  saved: ValuesByStep[Step],
  typed: ValuesByStep[Step],
): ValuesByStep[Step] => stepValues[step].mergeEditable(saved, typed, editableFieldsOf(loan), loan);

type TypedState = Pick<QueryModeState, 'loan' | 'institution' | DraftedStep>;

/** Returns the form values of a step, whether or not it is shown. */
export function currentValuesOf<Step extends DraftedStep>(
  step: Step,
  { loan, institution, [step]: body }: Pick<TypedState, 'loan' | 'institution' | Step>,
): ValuesByStep[Step] {
  const saved = stepValues[step].saved(loan, institution);
  const typed = stepValues[step].fromDraft(body, loan);
  return typed ? mergeEditableFields(step, loan, saved, typed) : saved;
}

/** Returns a step's saved and typed values, and the rules that the typed ones break. */
function differenceOf(
  step: DraftedStep,
  state: QueryModeState,
): { before: Wire; after: Wire; issues: Issue[] } {
  const { saved, toWire } = stepValues[step];
  return {
    before: toWire(saved(state.loan, state.institution) as never, state.loan),
    after: toWire(currentValuesOf(step, state) as never, state.loan),
    issues: issuesOf(step, state),
  };
}

const issuesOf = (step: DraftedStep, state: QueryModeState): Issue[] =>
  stepValues[step].check(currentValuesOf(step, state) as never, state, editableFieldsOf(state.loan));

/** Returns the ids of the queries that are answered, in the order of the screens. */
export function answeredQueryIds(state: QueryModeState): string[] {
  const queries = queriesOf(state.loan);
  if (queries.length === 0) return [];
  const steps = draftedSteps.map((step) => differenceOf(step, state));
  const typed = {
    answers: answersOf(state.answers),
    unanswered: state.unanswered,
    before: Object.assign({}, ...steps.map(({ before }) => before)) as Wire,
    after: Object.assign({}, ...steps.map(({ after }) => after)) as Wire,
    issues: steps.flatMap(({ issues }) => issues),
  };
  return queries.filter((query) => isAnswered(query, typed)).map(({ id }) => id);
}

/** Returns the first student's typed course, which determines the plans; null if none is chosen. */
export const typedCourse = (state: Pick<TypedState, 'loan' | 'institution' | 'students'>): number | null => {
  const [first] = currentValuesOf('students', state).students;
  return first ? studentToWire(first).institution_course_id : null;
};

/** Returns the institution and the fees, in rupees, that the typed students would give the loan. */
export function typedOrder(state: Pick<TypedState, 'loan' | 'institution' | 'students'>): Order {
  const { institution, students } = currentValuesOf('students', state);
  const rows = students.map(studentToWire);
  return {
    institution_name: institution?.name ?? state.loan.el_details.institution_name ?? '',
    total_fee: totalFee(rows),
    order_value: orderValue(rows, institution ?? {}),
  };
}

/** Returns the typed data that the consents of Submit depend on in query mode; elsewhere Submit saves no students. */
export function typedForConsents(state: QueryModeState): { institution_id?: number; has_minor?: boolean } {
  if (lockOf(state.loan).mode !== 'queried') return {};
  const { institution, students } = currentValuesOf('students', state);
  const isForMinor = hasMinor(students.map(studentToWire), state.today);
  return { ...(institution && { institution_id: institution.id }), has_minor: isForMinor };
}

/**
 * Returns the effect of Submit if the applicant's own fields break no rule.
 * @returns the event that submits, null if a rule is broken on another step; and the issues: broken rules or queries
 * without an answer
 */
export function submissionOf(
  state: QueryModeState,
  application: ApplicationData,
): { event: Extract<WizardEvent, { type: 'application.submitted' }> | null; issues: Issue[] } {
  const { loan } = state;
  const issues = draftedSteps.filter((step) => step !== 'applicant').flatMap((step) => issuesOf(step, state));
  if (issues.length > 0) return { event: null, issues };
  const queries = queriesOf(loan);
  const answered = answeredQueryIds(state);
  const open = queries.filter(({ id }) => !answered.includes(id));
  const written = queryAnswers(answersOf(state.answers), queries);
  return {
    event: {
      type: 'application.submitted',
      application: {
        ...application,
        ...typedStudents(state),
        ...(written.length > 0 && { query_answers: written }),
      },
      unanswered: open.map(({ field }) => field),
    },
    issues: open.map(unansweredIssue),
  };
}

/** Returns the changed students without deletions, which query mode does not allow. */
function typedStudents(state: QueryModeState): Partial<ApplicationData> {
  const changes = changedStudentsData(state.loan, currentValuesOf('students', state).students);
  const { 'el_details.deleted_students': _, 'el_details.known_students': __, ...rest } = changes ?? {};
  return rest;
}
