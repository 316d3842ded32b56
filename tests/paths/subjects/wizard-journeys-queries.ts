/** Journeys with a reviewer's queries: what is open, what counts as an answer, and what is sent. */
import assert from 'node:assert/strict';
import { fieldAccess, lockOf } from '../../../domain/loan/access.ts';
import type { wizardMachine } from '../../../machines/wizard.ts';
import type { Journey } from '../subject.ts';
import {
  allOf,
  createsLoan,
  endsAt,
  endsAtPlace,
  endsWithQueries,
  isRefusedForAnswers,
  journey,
  loanIn,
  opensLoanQueriedOnBoth,
  opensQueriedApplicant,
  opensQueriedLoan,
  savesAnswers,
} from './wizard-journey-parts.ts';

export const queryJourneys: readonly Journey<typeof wizardMachine>[] = [
  journey(
    'a loan with an open query shows its flagged field and locks the others',
    ['the create form', ...createsLoan, ...opensQueriedLoan],
    allOf(endsAtPlace('applicant'), endsWithQueries({ open: 'answering' }), (end) => {
      const lock = lockOf(loanIn(end));
      assert.equal(fieldAccess(lock, 'personal_details.pan'), 'queried');
      assert.equal(fieldAccess(lock, 'personal_details.dob'), 'locked');
    }),
  ),
  journey(
    'students are not added or deleted in query mode',
    ['a link to the students', ...opensLoanQueriedOnBoth, 'student.addRequested', 'student.deleteRequested'],
    endsAt({ students: 'editing' }),
  ),
  journey(
    'Submit with an unanswered query stays at the form, and names the field',
    ['a link to the applicant', ...opensQueriedApplicant, 'application.submitted with a question unanswered'],
    allOf(endsAt({ applicant: 'editing' }), endsWithQueries({ open: 'incomplete' }), (end) => {
      assert.deepEqual(end.context.unanswered, ['personal_details.pan']);
      assert.equal(end.context.application, null);
    }),
  ),
  journey(
    'a query that the server calls unanswered is named too',
    ['a link to the applicant', ...isRefusedForAnswers],
    allOf(endsAt({ applicant: 'editing' }), endsWithQueries({ open: 'incomplete' })),
  ),
  journey(
    'a complete Submit clears the unanswered queries',
    ['a link to the applicant', ...isRefusedForAnswers, 'application.submitted'],
    allOf(endsAt({ submission: 'saving' }), endsWithQueries({ open: 'answering' })),
  ),
  journey(
    'answers are saved, then pushed to the lender as at the first Submit',
    ['a link to the applicant', ...savesAnswers],
    allOf(endsAt({ submission: { pushingToLender: 'waiting' } }), endsWithQueries('answered')),
  ),
  journey(
    'after the answers and the push nothing is editable any more',
    ['a link to the applicant', ...savesAnswers, 'pushToLender answers: pending', 'status.closed'],
    allOf(endsAtPlace('applicant'), (end) => assert.equal(lockOf(loanIn(end)).mode, 'locked')),
  ),
  journey(
    'answers that were saved and not pushed are not saved again: Submit pushes them',
    [
      'a link to the applicant',
      ...savesAnswers,
      'pushToLender answers: gateway timed out',
      'submission.retried',
    ],
    allOf(endsAt({ submission: { pushingToLender: 'waiting' } }), endsWithQueries('answered')),
  ),
  journey(
    'answers that were saved and not pushed are pushed from a reopened application too',
    [
      'a link to the applicant',
      'readLoan answers: queries answered, not with the lender yet',
      'findInstitution answers: found',
      'submission.retried',
    ],
    endsAt({ submission: { pushingToLender: 'waiting' } }),
  ),
  journey(
    'a second round opens only what is asked again',
    ['a link to the applicant', 'readLoan answers: a second round', 'findInstitution answers: found'],
    allOf(
      endsAt({ applicant: { loadingOptions: 'forForm' } }),
      endsWithQueries({ open: 'answering' }),
      (end) => {
        const lock = lockOf(loanIn(end));
        assert.deepEqual(lock.mode === 'queried' && lock.queries.map(({ id, round }) => [id, round]), [
          ['q2', 2],
        ]);
      },
    ),
  ),
  journey(
    'plans are read again where the students that wait for Submit were replaced by those of another device',
    ['a link to the applicant', ...opensQueriedApplicant, 'students.replaced'],
    allOf(endsAt({ applicant: { loadingOptions: 'forForm' } }), (end) =>
      assert.equal(end.context.options, null),
    ),
  ),
  journey(
    'plans are read again where another course may have been typed, which waits for Submit',
    [
      'a link to the applicant',
      ...opensQueriedApplicant,
      'previous.requested',
      'students.submitted with changes',
    ],
    allOf(endsAt({ applicant: { loadingOptions: 'forForm' } }), (end) =>
      assert.equal(end.context.options, null),
    ),
  ),
  journey(
    'a query leads to its field on the other step, which is pending until it has the focus',
    ['a link to the students', ...opensLoanQueriedOnBoth, 'field.requested of the applicant'],
    allOf(endsAtPlace('applicant'), (end) =>
      assert.equal(end.context.pendingFocusField, 'personal_details.pan'),
    ),
  ),
  journey(
    'a field that has the focus is not pending any more',
    [
      'a link to the students',
      ...opensLoanQueriedOnBoth,
      'field.requested of the applicant',
      'field.focused',
    ],
    allOf(endsAtPlace('applicant'), (end) => assert.equal(end.context.pendingFocusField, null)),
  ),
  journey(
    'a field that never got the focus does not take it at a later visit of its step',
    [
      'a link to the students',
      ...opensLoanQueriedOnBoth,
      'field.requested of the applicant',
      'previous.requested',
    ],
    allOf(endsAtPlace('students'), (end) => assert.equal(end.context.pendingFocusField, null)),
  ),
  journey(
    'query mode opens on the step that alone is asked about',
    ['a link to the students', ...opensQueriedLoan],
    endsAtPlace('applicant'),
  ),
];
