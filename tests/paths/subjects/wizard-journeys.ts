/** Journeys of the wizard whose ends are written by hand: a generated expectation follows a wrong target. */
import assert from 'node:assert/strict';
import { fieldAccess, lockOf } from '../../../domain/access.ts';
import type { Loan } from '../../../domain/wire.ts';
import { placeOf, type WizardSnapshot, type wizardMachine } from '../../../machines/wizard.ts';
import type { Journey } from '../subject.ts';
import { type QueryState, queryStateOf } from './query-state.ts';

type Ends = Journey<typeof wizardMachine>['ends'];

const created = [
  'create.submitted',
  'checkEmail answers: the address is good',
  'createLoan answers: created',
];
const atStudents = [...created, 'readLoan answers: a new loan'];

const queried = ['readLoan answers: a query open', 'findInstitution answers: found'];
const pendingClosed = [
  'readLoan answers: pending',
  'findInstitution answers: found',
  'refreshVerdict answers: pending',
  'status.closed',
];
const queriedOnBoth = ['readLoan answers: queries open on both steps', 'findInstitution answers: found'];
const queriedApplicant = [...queried, 'loadEmiOptions answers: loaded'];
const answered = [...queriedApplicant, 'application.submitted', 'saveApplication answers: answers saved'];
const refusedForAnswers = [
  ...queriedApplicant,
  'application.submitted',
  'saveApplication answers: refused for want of an answer',
  'alert.dismissed',
];

const filledIn = [
  ...created,
  'readLoan answers: students saved, plan chosen',
  'findInstitution answers: found',
  'students.submitted with nothing changed',
  'loadEmiOptions answers: loaded',
  'application.submitted',
];
const asking = [...filledIn, 'saveApplication answers: saved'];

const loanIn = ({ context }: WizardSnapshot): Loan => context.loan ?? assert.fail('A loan is open');

const at =
  (value: WizardSnapshot['value']): Ends =>
  (end) =>
    assert.deepEqual(end.value, value);

const withQueries =
  (state: QueryState): Ends =>
  (end) =>
    assert.equal(queryStateOf(end), state);

const atPlace =
  (place: ReturnType<typeof placeOf>): Ends =>
  (end) =>
    assert.equal(placeOf(end), place);

/** Every part must hold. */
const all =
  (...ends: Ends[]): Ends =>
  (...seen) =>
    ends.forEach((end) => end(...seen));

const journey = (shows: string, [start = '', ...words]: readonly string[], ends: Ends) => ({
  shows,
  start,
  words,
  ends,
});

export const journeys: readonly Journey<typeof wizardMachine>[] = [
  journey(
    'without a key there is only the message of the missing key',
    ['no key', 'xstate.route to create'],
    at('keyMissing'),
  ),
  journey(
    'a refused email address leads back to the form with its values',
    ['the create form', 'create.submitted', 'checkEmail answers: the address is bad', 'alert.dismissed'],
    all(at({ create: 'filling' }), (end) => assert.equal(end.context.person?.name, 'Meena Raman')),
  ),
  journey(
    'a refused email address is reported',
    ['the create form', ...created.slice(0, 1), 'checkEmail answers: the address is bad'],
    at({ create: 'emailRefused' }),
  ),
  journey(
    'a second application of the same person, institution and day is made only after a confirmation',
    ['the create form', 'create.submitted by somebody who began one today'],
    at({ create: 'confirmingAnother' }),
  ),
  journey(
    'whoever began one today can go on with that one, and makes no second',
    ['the create form', 'create.submitted by somebody who began one today', 'loan.continued'],
    all(at({ opening: 'readingLoan' }), (end) => assert.equal(end.context.person, null)),
  ),
  journey(
    'a token that ended while the students are typed leads to re-entry, and back to them',
    [
      'the create form',
      ...atStudents,
      'loan.accessLost',
      'loan.reentered',
      'readLoan answers: students saved',
      'findInstitution answers: found',
    ],
    at({ students: 'editing' }),
  ),
  journey(
    'a token that ended at Submit leads to re-entry, and back to the form',
    [
      'a link to the applicant',
      'readLoan answers: students saved, plan chosen',
      'findInstitution answers: found',
      'loadEmiOptions answers: loaded',
      'application.submitted',
      'loan.accessLost',
      'loan.reentered',
      'readLoan answers: students saved, plan chosen',
      'findInstitution answers: found',
    ],
    all(atPlace('applicant'), (end) => assert.equal(end.matches('submission'), false)),
  ),
  journey(
    'a new loan opens at its students',
    ['the create form', ...atStudents],
    all(at({ students: 'editing' }), atPlace('students')),
  ),
  journey(
    'an institution of the address is found and locked before the students are shown',
    [
      'the create form',
      ...created,
      'readLoan answers: a new loan with a locked institution',
      'findInstitution answers: found',
    ],
    all(at({ students: 'editing' }), (end) => {
      assert.equal(end.context.institution?.id, 101);
      assert.equal(loanIn(end).locked_institute_id, 101);
    }),
  ),
  journey(
    'a deep link to the applicant waits until students are saved',
    ['a link to the applicant', 'readLoan answers: a new loan'],
    atPlace('students'),
  ),
  journey(
    'a loan that a one-time password has opened is read again, and shown where its link leads',
    [
      'a link to the applicant',
      'readLoan answers: not found',
      'loan.reentered',
      'readLoan answers: students saved',
      'findInstitution answers: found',
    ],
    atPlace('applicant'),
  ),
  journey(
    'Previous leads back to the students',
    [
      'a link to the applicant',
      'readLoan answers: students saved',
      'findInstitution answers: found',
      'previous.requested',
    ],
    at({ students: 'editing' }),
  ),
  journey(
    'a student is added only after a confirmation',
    [
      'a link to the students',
      'readLoan answers: students saved',
      'findInstitution answers: found',
      'student.addRequested',
    ],
    at({ students: 'confirmingAdd' }),
  ),
  journey(
    'a student is deleted only after a confirmation, with the id in the context',
    [
      'a link to the students',
      'readLoan answers: students saved',
      'findInstitution answers: found',
      'student.deleteRequested',
    ],
    all(at({ students: 'confirmingDelete' }), (end) => assert.notEqual(end.context.deletingStudentId, null)),
  ),
  journey(
    'a loan with an open query shows its flagged field and locks the others',
    ['the create form', ...created, ...queried],
    all(atPlace('applicant'), withQueries('queried.answering'), (end) => {
      const lock = lockOf(loanIn(end));
      assert.equal(fieldAccess(lock, 'personal_details.pan'), 'queried');
      assert.equal(fieldAccess(lock, 'personal_details.dob'), 'locked');
    }),
  ),
  journey(
    'students are not added or deleted in query mode',
    ['a link to the students', ...queriedOnBoth, 'student.addRequested', 'student.deleteRequested'],
    at({ students: 'editing' }),
  ),
  journey(
    'Submit with an unanswered query stays at the form, and names the field',
    ['a link to the applicant', ...queriedApplicant, 'application.submitted with a question unanswered'],
    all(at({ applicant: 'editing' }), withQueries('queried.incomplete'), (end) => {
      assert.deepEqual(end.context.unanswered, ['personal_details.pan']);
      assert.equal(end.context.application, null);
    }),
  ),
  journey(
    'a query that the server calls unanswered is named too',
    ['a link to the applicant', ...refusedForAnswers],
    all(at({ applicant: 'editing' }), withQueries('queried.incomplete')),
  ),
  journey(
    'a complete Submit clears the unanswered queries',
    ['a link to the applicant', ...refusedForAnswers, 'application.submitted'],
    all(at({ submission: 'saving' }), withQueries('queried.answering')),
  ),
  journey(
    'answers are saved, then pushed to the lender as at the first Submit',
    ['a link to the applicant', ...answered],
    all(at({ submission: 'pushingToLender' }), withQueries('answered')),
  ),
  journey(
    'after the answers and the push nothing is editable any more',
    ['a link to the applicant', ...answered, 'pushToLender answers: pending', 'status.closed'],
    all(atPlace('applicant'), (end) => assert.equal(lockOf(loanIn(end)).mode, 'locked')),
  ),
  journey(
    'answers that were saved and not pushed are not saved again: Submit pushes them',
    ['a link to the applicant', ...answered, 'pushToLender answers: gateway timed out', 'submission.retried'],
    all(at({ submission: 'pushingToLender' }), withQueries('answered')),
  ),
  journey(
    'answers that were saved and not pushed are pushed from a reopened application too',
    [
      'a link to the applicant',
      'readLoan answers: queries answered, not with the lender yet',
      'findInstitution answers: found',
      'submission.retried',
    ],
    at({ submission: 'pushingToLender' }),
  ),
  journey(
    'a second round opens only what is asked again',
    ['a link to the applicant', 'readLoan answers: a second round', 'findInstitution answers: found'],
    all(at({ applicant: { loadingOptions: 'forForm' } }), withQueries('queried.answering'), (end) => {
      const lock = lockOf(loanIn(end));
      assert.deepEqual(lock.mode === 'queried' && lock.queries.map(({ id, round }) => [id, round]), [
        ['q2', 2],
      ]);
    }),
  ),
  journey(
    'plans are read again where the students that wait for Submit were replaced by those of another device',
    ['a link to the applicant', ...queriedApplicant, 'students.replaced'],
    all(at({ applicant: { loadingOptions: 'forForm' } }), (end) => assert.equal(end.context.options, null)),
  ),
  journey(
    'plans are read again where another course may have been typed, which waits for Submit',
    ['a link to the applicant', ...queriedApplicant, 'previous.requested', 'students.submitted with changes'],
    all(at({ applicant: { loadingOptions: 'forForm' } }), (end) => assert.equal(end.context.options, null)),
  ),
  journey(
    'a query leads to its field on the other step, which is pending until it has the focus',
    ['a link to the students', ...queriedOnBoth, 'field.requested of the applicant'],
    all(atPlace('applicant'), (end) => assert.equal(end.context.pendingFocusField, 'personal_details.pan')),
  ),
  journey(
    'a field that has the focus is not pending any more',
    ['a link to the students', ...queriedOnBoth, 'field.requested of the applicant', 'field.focused'],
    all(atPlace('applicant'), (end) => assert.equal(end.context.pendingFocusField, null)),
  ),
  journey(
    'a field that never got the focus does not take it at a later visit of its step',
    ['a link to the students', ...queriedOnBoth, 'field.requested of the applicant', 'previous.requested'],
    all(atPlace('students'), (end) => assert.equal(end.context.pendingFocusField, null)),
  ),
  journey(
    'a modal that is opened while the options load waits for the same request, and closing it ends none',
    [
      'a link to the applicant',
      'readLoan answers: students saved',
      'findInstitution answers: found',
      'tenure.requested',
      'dialog.cancelled',
      'tenure.requested',
      'loadEmiOptions answers: loaded',
    ],
    all(at({ applicant: 'choosingTenure' }), (_, seen) => {
      const requests = seen.slice(3, 6).map(({ children }) => Object.values(children)[0]);
      assert.equal(new Set(requests).size, 1);
    }),
  ),
  journey(
    'plans that cannot be loaded raise an alert where one can be chosen',
    [
      'a link to the applicant',
      'readLoan answers: students saved',
      'findInstitution answers: found',
      'loadEmiOptions answers: unreachable',
    ],
    at({ applicant: 'optionsFailed' }),
  ),
  journey(
    'plans that cannot be loaded raise no alert where none can be chosen',
    [
      'a link to the applicant',
      'readLoan answers: queries answered, not with the lender yet',
      'findInstitution answers: found',
      'loadEmiOptions answers: unreachable',
    ],
    at({ applicant: 'editing' }),
  ),
  journey(
    'query mode opens on the step that alone is asked about',
    ['a link to the students', ...queried],
    atPlace('applicant'),
  ),
  journey(
    'a verdict that is not final is asked for again as the loan is opened, and the new one is shown',
    [
      'a link to the students',
      'readLoan answers: pending',
      'findInstitution answers: found',
      'refreshVerdict answers: approved',
    ],
    all(at({ status: 'open' }), (end) => assert.equal(loanIn(end).status, 'approved')),
  ),
  journey(
    'a verdict that stays does not open the modal again',
    ['a link to the students', ...pendingClosed, 'verdict.refreshRequested', 'checkVerdict answers: pending'],
    at({ status: 'closed' }),
  ),
  journey(
    'a token that ended while a verdict is awaited leads to re-entry, and back to the verdict',
    [
      'a link to the students',
      ...pendingClosed,
      'verdict.refreshRequested',
      'loan.accessLost',
      'loan.reentered',
      'readLoan answers: pending',
      'findInstitution answers: found',
      'refreshVerdict answers: approved',
    ],
    at({ status: 'open' }),
  ),
  journey(
    'a new verdict opens the modal',
    [
      'a link to the students',
      ...pendingClosed,
      'verdict.refreshRequested',
      'checkVerdict answers: approved',
    ],
    all(at({ status: 'open' }), (end) => assert.equal(loanIn(end).status, 'approved')),
  ),
  journey(
    'what was sent and answered is read on the status screen, whatever address is asked for',
    [
      'a link to the applicant',
      'readLoan answers: approved',
      'findInstitution answers: found',
      'status.closed',
      'xstate.route to students',
    ],
    at({ status: 'closed' }),
  ),
  ...(
    [
      ['tenure.requested', 'choosingTenure', 'a link to the applicant', 'applicant'],
      ['student.addRequested', 'confirmingAdd', 'a link to the students', 'students'],
      ['student.deleteRequested', 'confirmingDelete', 'a link to the students', 'students'],
    ] as const
  ).map(([opens, dialog, start, place]) =>
    journey(
      `Back closes the dialog '${dialog}' and stays on the step`,
      [
        start,
        'readLoan answers: students saved',
        'findInstitution answers: found',
        ...(place === 'applicant' ? ['loadEmiOptions answers: loaded'] : []),
        opens,
        'xstate.route to students',
      ],
      place === 'applicant' ? at({ applicant: 'editing' }) : at({ students: 'editing' }),
    ),
  ),
  journey(
    'Submit saves first and pushes then',
    ['the create form', ...filledIn],
    at({ submission: 'saving' }),
  ),
  journey(
    'after a gateway timeout an alert says to Submit again',
    ['the create form', ...asking, 'pushToLender answers: gateway timed out'],
    at({ submission: 'gatewayTimedOut' }),
  ),
  journey(
    'after a gateway timeout Submit saves and pushes again, and nothing is lost',
    ['the create form', ...asking, 'pushToLender answers: gateway timed out', 'submission.retried'],
    all(at({ submission: 'saving' }), (end) => assert.notEqual(end.context.application, null)),
  ),
  journey(
    'a 504 in the body is a gateway timeout too',
    ['the create form', ...asking, 'pushToLender answers: code 504 in the body'],
    at({ submission: 'gatewayTimedOut' }),
  ),
  journey(
    'a missing response has a state of its own',
    ['the create form', ...asking, 'pushToLender answers: unreachable'],
    at({ submission: 'noResponse' }),
  ),
  journey(
    "a lender's error is an alert with its message, and leads back to the form",
    ['the create form', ...asking, 'pushToLender answers: refused'],
    all(at({ submission: 'refused' }), (end) => assert.equal(end.context.alert?.kind, 'refused')),
  ),
  journey(
    'a loan that another tab has submitted is read again, and shows its answer',
    [
      'the create form',
      ...filledIn,
      'saveApplication answers: already with the lender',
      'readLoan answers: approved',
      'findInstitution answers: found',
    ],
    all(at({ status: 'open' }), (end) => assert.equal(end.context.result?.status, 'APPROVED')),
  ),
  ...(
    [
      ['approved', 'approved'],
      ['rejected', 'rejected'],
      ['pending', 'pending'],
      ['in progress', 'in_progress'],
      ['code 1001', 'under_review'],
      ['something else', 'under_review'],
    ] as const
  ).map(([answer, verdict]) =>
    journey(
      `after the lender's answer '${answer}' the loan is ${verdict}, and the modal shows the answer`,
      ['the create form', ...asking, `pushToLender answers: ${answer}`],
      all(at({ status: 'open' }), (end) => {
        assert.equal(loanIn(end).status, verdict);
        assert.deepEqual(end.context.result, loanIn(end).lender_result);
      }),
    ),
  ),
  journey(
    'Back does not leave a submission',
    ['the create form', ...asking, 'xstate.route to students'],
    at({ submission: 'pushingToLender' }),
  ),
  journey(
    'Explore More clears the loan',
    ['the create form', ...asking, 'pushToLender answers: code 1001', 'explore.requested'],
    all(at({ create: 'filling' }), (end) => {
      const { loan, loanId, application, result } = end.context;
      assert.deepEqual(
        { loan, loanId, application, result },
        { loan: null, loanId: null, application: null, result: null },
      );
    }),
  ),
  journey(
    'any other answer is under review, and offers no exploring',
    ['the create form', ...asking, 'pushToLender answers: something else', 'explore.requested'],
    at({ status: 'open' }),
  ),
  journey(
    'the success screen leads back to a new application',
    [
      'a link to the success screen',
      'readLoan answers: approved',
      'findInstitution answers: found',
      'dashboard.requested',
    ],
    at({ create: 'filling' }),
  ),
];
