/** Student Details: cards are added and deleted with a confirmation, and only what changed is saved. */
import { withEvent, withOutcome, withValue } from '../outcome.ts';
import { fieldRequested, lostAccess, readAgain, wizardSetup } from './setup.ts';

export const students = wizardSetup.createStateConfig({
  id: 'students',
  route: { guard: 'studentsCanBeShown' },
  meta: { place: 'students' },
  initial: 'editing',
  exit: ['clearUnsavedOptions', 'clearPendingFocusField'],
  on: {
    'loan.accessLost': lostAccess('students'),
    'institution.chosen': {
      actions: { type: 'setInstitution', params: ({ event }) => ({ value: event.institution }) },
    },
    'document.added': { actions: withEvent('setDocument') },
    'field.requested': fieldRequested('students'),
    'field.focused': { actions: 'clearPendingFocusField' },
  },
  states: {
    editing: {
      on: {
        'student.addRequested': { guard: 'allFieldsAreEditable', target: 'confirmingAdd' },
        'student.deleteRequested': {
          guard: 'allFieldsAreEditable',
          target: 'confirmingDelete',
          actions: withEvent('setDeletingStudent'),
        },
        'students.submitted': [
          { guard: 'isInQueryMode', target: '#applicant' },
          { guard: withEvent('studentsAreUnchanged'), target: '#applicant' },
          { target: 'saving', actions: withEvent('setStudentChanges') },
        ],
      },
    },
    // Back closes a dialog.
    confirmingAdd: {
      on: { 'student.addConfirmed': 'editing', 'dialog.cancelled': 'editing', 'xstate.route': 'editing' },
    },
    confirmingDelete: {
      on: { 'student.deleteConfirmed': 'editing', 'dialog.cancelled': 'editing', 'xstate.route': 'editing' },
    },
    saving: {
      tags: 'busy',
      entry: { type: 'suspendDrafts', params: { steps: ['students'] } },
      on: { 'xstate.route': {} },
      invoke: {
        id: 'saveStudents',
        src: 'saveStudents',
        input: ({ context }) => ({ loanId: context.loanId ?? '', changes: context.studentChanges ?? {} }),
        onDone: [
          {
            guard: withOutcome('succeeded'),
            target: '#applicant',
            actions: [
              withValue('replaceLoan'),
              { type: 'setStudentChanges', params: { changes: null } },
              'discardDrafts',
            ],
          },
          { target: 'savingFailed', actions: [withOutcome('raiseAlert'), 'resumeDrafts'] },
        ],
      },
    },
    savingFailed: {
      exit: 'clearAlert',
      on: {
        'alert.dismissed': [{ guard: 'loanIsOutdated', ...readAgain('students') }, { target: 'editing' }],
      },
    },
  },
});
