/** The beginnings that the wizard's journeys share, and the checks of their ends. */
import assert from 'node:assert/strict';
import type { Loan } from '../../../domain/values/wire.ts';
import { placeOf, type WizardSnapshot, type wizardMachine } from '../../../machines/wizard.ts';
import type { Journey } from '../subject.ts';

type Ends = Journey<typeof wizardMachine>['ends'];

/** Up to a loan that is created from the form. */
export const createsLoan = [
  'create.submitted',
  'findEarlierLoan answers: none',
  'checkEmail answers: the address is good',
  'createLoan answers: created',
];
export const opensStudents = [...createsLoan, 'readLoan answers: a new loan'];

/** Opens a loan with a query. */
export const opensQueriedLoan = ['readLoan answers: a query open', 'findInstitution answers: found'];
export const closesPendingVerdict = [
  'readLoan answers: pending',
  'findInstitution answers: found',
  'refreshVerdict answers: pending',
  'status.closed',
];
export const opensLoanQueriedOnBoth = [
  'readLoan answers: queries open on both steps',
  'findInstitution answers: found',
];
export const opensQueriedApplicant = [...opensQueriedLoan, 'loadEmiOptions answers: loaded'];
export const savesAnswers = [
  ...opensQueriedApplicant,
  'application.submitted',
  'saveApplication answers: answers saved',
];
export const isRefusedForAnswers = [
  ...opensQueriedApplicant,
  'application.submitted',
  'saveApplication answers: refused for want of an answer',
  'alert.dismissed',
];

/** The steps from the form to Submit. */
export const submits = [
  ...createsLoan,
  'readLoan answers: students saved, plan chosen',
  'findInstitution answers: found',
  'students.submitted with nothing changed',
  'loadEmiOptions answers: loaded',
  'application.submitted',
];
/** Submitted, and on its way to the lender. */
export const pushesToLender = [...submits, 'saveApplication answers: saved'];

/** The loan that is open. */
export const loanIn = ({ context }: WizardSnapshot): Loan => context.loan ?? assert.fail('A loan is open');

/** The state of the flow. */
export const endsAt =
  (value: WizardSnapshot['value']['flow']): Ends =>
  (end) =>
    assert.deepEqual(end.value.flow, value);

/** The state of query mode. */
export const endsWithQueries =
  (state: WizardSnapshot['value']['queryMode']): Ends =>
  (end) =>
    assert.deepEqual(end.value.queryMode, state);

/** The step that is shown. */
export const endsAtPlace =
  (place: ReturnType<typeof placeOf>): Ends =>
  (end) =>
    assert.equal(placeOf(end), place);

/** Checks that all parts hold. */
export const allOf =
  (...ends: Ends[]): Ends =>
  (...seen) =>
    ends.forEach((end) => end(...seen));

/** The second argument is the start, and the words of each step after it. */
export const journey = (
  shows: string,
  [start = '', ...words]: readonly string[],
  ends: Ends,
): Journey<typeof wizardMachine> => ({
  shows,
  start,
  words,
  ends,
});
