/** Student Details: cards are added and deleted with a confirmation, and only what changed is saved. */
import { documentAdded, wizardSetup } from './setup.ts';

export const students = wizardSetup.createStateConfig({
  id: 'students',
  route: { guard: 'loanIsOpened' },
  meta: { place: 'students' },
  initial: 'editing',
  on: {
    'institution.chosen': {
      actions: {
        type: 'rememberInstitution',
        params: ({ event }) => ({ institution: event.institution }),
      },
    },
    'document.added': { actions: documentAdded },
  },
  states: {
    editing: {
      on: {
        'student.addRequested': { guard: 'everythingIsOpen', target: 'confirmingAdd' },
        'student.deleteRequested': {
          guard: 'everythingIsOpen',
          target: 'confirmingDelete',
          actions: { type: 'rememberDeleting', params: ({ event }) => ({ id: event.id }) },
        },
        'students.submitted': [
          {
            guard: 'changesWaitForTheApplicant',
            target: '#applicant',
            actions: { type: 'rememberWaitingChanges', params: ({ event }) => ({ changes: event.changes }) },
          },
          {
            guard: { type: 'nothingIsToBeSaved', params: ({ event }) => ({ changes: event.changes }) },
            target: '#applicant',
          },
          {
            target: 'saving',
            actions: {
              type: 'rememberStudentChanges',
              params: ({ event }) => ({ changes: event.changes }),
            },
          },
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
            guard: { type: 'wasDecided', params: ({ event }) => ({ outcome: event.output }) },
            target: '#applicant',
            actions: [
              { type: 'rememberSavedStudents', params: ({ event }) => ({ outcome: event.output }) },
              { type: 'rememberStudentChanges', params: { changes: null } },
            ],
          },
          {
            target: 'savingFailed',
            actions: { type: 'raiseAlert', params: ({ event }) => ({ outcome: event.output }) },
          },
        ],
      },
    },
    savingFailed: { exit: 'clearAlert', on: { 'alert.dismissed': 'editing' } },
  },
});
