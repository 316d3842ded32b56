/** Journeys of the wizard whose ends are written by hand: a generated expectation follows a wrong target. */
import assert from 'node:assert/strict';
import type { wizardMachine } from '../../../machines/wizard.ts';
import type { Journey } from '../subject.ts';
import {
  allOf,
  createsLoan,
  endsAt,
  endsAtPlace,
  journey,
  loanIn,
  opensStudents,
} from './wizard-journey-parts.ts';
import { queryJourneys } from './wizard-journeys-queries.ts';
import { statusJourneys } from './wizard-journeys-status.ts';

const beganToday = ['create.submitted', 'findEarlierLoan answers: one begun today'];

export const journeys: readonly Journey<typeof wizardMachine>[] = [
  journey(
    'without a key there is only the message of the missing key',
    ['no key', 'xstate.route to create'],
    endsAt('keyMissing'),
  ),
  journey(
    'a creation goes on where the applications of the device cannot be read',
    ['the create form', 'create.submitted', 'findEarlierLoan answers: unreachable'],
    endsAt({ create: 'checkingEmail' }),
  ),
  journey(
    'a refused email address leads back to the form with its values',
    [
      'the create form',
      ...createsLoan.slice(0, 2),
      'checkEmail answers: the address is bad',
      'alert.dismissed',
    ],
    allOf(endsAt({ create: 'filling' }), (end) => assert.equal(end.context.person?.name, 'Meena Raman')),
  ),
  journey(
    'a refused email address is reported',
    ['the create form', ...createsLoan.slice(0, 2), 'checkEmail answers: the address is bad'],
    endsAt({ create: 'emailRefused' }),
  ),
  journey(
    'a second application of the same person, institution and day is made only after a confirmation',
    ['the create form', ...beganToday],
    endsAt({ create: 'confirmingAnother' }),
  ),
  journey(
    'whoever began one today can go on with that one, and makes no second',
    ['the create form', ...beganToday, 'loan.continued'],
    allOf(endsAt({ opening: 'readingLoan' }), (end) => assert.equal(end.context.person, null)),
  ),
  journey(
    'a token that ended while the students are typed leads to re-entry, and back to them',
    [
      'the create form',
      ...opensStudents,
      'loan.accessLost',
      'loan.reentered',
      'readLoan answers: students saved',
      'findInstitution answers: found',
    ],
    endsAt({ students: 'editing' }),
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
    allOf(endsAtPlace('applicant'), (end) => assert.equal(end.matches({ flow: 'submission' }), false)),
  ),
  journey(
    'a new loan opens at its students',
    ['the create form', ...opensStudents],
    allOf(endsAt({ students: 'editing' }), endsAtPlace('students')),
  ),
  journey(
    'an institution of the address is found and locked before the students are shown',
    [
      'the create form',
      ...createsLoan,
      'readLoan answers: a new loan with a locked institution',
      'findInstitution answers: found',
    ],
    allOf(endsAt({ students: 'editing' }), (end) => {
      assert.equal(end.context.institution?.id, 101);
      assert.equal(loanIn(end).locked_institute_id, 101);
    }),
  ),
  journey(
    'a deep link to the applicant waits until students are saved',
    ['a link to the applicant', 'readLoan answers: a new loan'],
    endsAtPlace('students'),
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
    endsAtPlace('applicant'),
  ),
  journey(
    'Previous leads back to the students',
    [
      'a link to the applicant',
      'readLoan answers: students saved',
      'findInstitution answers: found',
      'previous.requested',
    ],
    endsAt({ students: 'editing' }),
  ),
  journey(
    'a student is added only after a confirmation',
    [
      'a link to the students',
      'readLoan answers: students saved',
      'findInstitution answers: found',
      'student.addRequested',
    ],
    endsAt({ students: 'confirmingAdd' }),
  ),
  journey(
    'a student is deleted only after a confirmation, with the id in the context',
    [
      'a link to the students',
      'readLoan answers: students saved',
      'findInstitution answers: found',
      'student.deleteRequested',
    ],
    allOf(endsAt({ students: 'confirmingDelete' }), (end) =>
      assert.notEqual(end.context.deletingStudentId, null),
    ),
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
    allOf(endsAt({ applicant: 'choosingTenure' }), (_, seen) => {
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
    endsAt({ applicant: 'optionsFailed' }),
  ),
  journey(
    'plans that cannot be loaded raise no alert where none can be chosen',
    [
      'a link to the applicant',
      'readLoan answers: queries answered, not with the lender yet',
      'findInstitution answers: found',
      'loadEmiOptions answers: unreachable',
    ],
    endsAt({ applicant: 'editing' }),
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
      place === 'applicant' ? endsAt({ applicant: 'editing' }) : endsAt({ students: 'editing' }),
    ),
  ),
  ...queryJourneys,
  ...statusJourneys,
];
