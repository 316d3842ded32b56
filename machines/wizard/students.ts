/** Student Details: cards are added and deleted with a confirmation, and only what changed is saved. */
import { withOutcome } from '../outcome.ts';
import { documentAdded, wizardSetup } from './setup.ts';

export const students = wizardSetup.createStateConfig({
  id: 'students',
  route: { guard: 'loanIsOpened' },
  meta: { place: 'students' },
  initial: 'editing',
  on: {
    'institution.chosen': { actions: { type: 'rememberInstitution', params: ({ event }) => event } },
    'document.added': { actions: documentAdded },
  },
  states: {
    editing: {
      on: {
        'student.addRequested': { guard: 'everythingIsOpen', target: 'confirmingAdd' },
        'student.deleteRequested': {
          guard: 'everythingIsOpen',
          target: 'confirmingDelete',
          actions: { type: 'rememberDeleting', params: ({ event }) => event },
        },
        'students.submitted': [
          {
            guard: 'changesWaitForTheApplicant',
            target: '#applicant',
            actions: { type: 'rememberWaitingChanges', params: ({ event }) => event },
          },
          { guard: { type: 'nothingIsToBeSaved', params: ({ event }) => event }, target: '#applicant' },
          { target: 'saving', actions: { type: 'rememberStudentChanges', params: ({ event }) => event } },
        ],
      },
    },
    confirmingAdd: { on: { 'student.addConfirmed': 'editing', 'dialog.cancelled': 'editing' } },
    confirmingDelete: {
      exit: { type: 'rememberDeleting', params: { id: null } },
      on: { 'student.deleteConfirmed': 'editing', 'dialog.cancelled': 'editing' },
    },
    saving: {
      tags: 'busy',
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
              withOutcome('rememberSavedStudents'),
              { type: 'rememberStudentChanges', params: { changes: null } },
            ],
          },
          { target: 'savingFailed', actions: withOutcome('raiseAlert') },
        ],
      },
    },
    savingFailed: { exit: 'clearAlert', on: { 'alert.dismissed': 'editing' } },
  },
});
