/** Applicant Details and the modal of tenure cards. */

import { and } from 'xstate';
import { withOutcome } from '../outcome.ts';
import { documentAdded, fieldRequested, wizardSetup } from './setup.ts';

export const applicant = wizardSetup.createStateConfig({
  id: 'applicant',
  route: { guard: 'studentsAreSaved' },
  meta: { place: 'applicant' },
  initial: 'arriving',
  exit: ['clearPlanNotice', 'clearPendingFocusField'],
  on: {
    'previous.requested': '#students',
    'status.reopened': { guard: 'lenderHasAnswered', target: '#status' },
    'students.replaced': { target: '.arriving', actions: 'clearUnsavedOptions' },
    'field.requested': fieldRequested('applicant', 'students'),
    'field.focused': { actions: 'clearPendingFocusField' },
    'document.added': { actions: documentAdded },
    'application.submitted': [
      {
        guard: { type: 'everythingIsAnswered', params: ({ event }) => event },
        target: '#submission',
        actions: [
          { type: 'setApplication', params: ({ event }) => event },
          { type: 'setUnanswered', params: { unanswered: [] } },
        ],
      },
      { guard: 'formIsOpen', actions: { type: 'setUnanswered', params: ({ event }) => event } },
    ],
    'submission.retried': { guard: 'answersHaveNotReachedTheLender', target: '#askingLender' },
  },
  states: {
    arriving: { always: [{ guard: 'optionsAreLoaded', target: 'editing' }, { target: 'loadingOptions' }] },
    // One request for both: the form is there while its options load, and only the modal has to wait for them.
    loadingOptions: {
      initial: 'forForm',
      invoke: {
        id: 'loadEmiOptions',
        src: 'loadEmiOptions',
        input: ({ context: { loan, institution, drafts } }) => ({ loan, institution, drafts }),
        onDone: [
          { guard: withOutcome('succeeded'), actions: withOutcome('setOptions') },
          { guard: 'formIsOpen', target: 'optionsFailed', actions: withOutcome('raiseAlert') },
          // A locked form needs no options: skip the error.
          { target: 'editing' },
        ],
      },
      states: {
        forForm: {
          always: { guard: 'optionsAreLoaded', target: '#applicant.editing' },
          on: { 'tenure.requested': { guard: 'formIsOpen', target: 'forModal' } },
        },
        forModal: {
          tags: 'busy',
          always: { guard: 'optionsAreLoaded', target: '#applicant.choosingTenure' },
          on: { 'dialog.cancelled': 'forForm' },
        },
      },
    },
    editing: {
      on: {
        'tenure.requested': [
          { guard: and(['formIsOpen', 'optionsAreLoaded']), target: 'choosingTenure' },
          { guard: 'formIsOpen', target: 'loadingOptions.forModal' },
        ],
      },
    },
    choosingTenure: {
      on: {
        'tenure.chosen': { target: 'editing', actions: 'clearPlanNotice' },
        'dialog.cancelled': 'editing',
      },
    },
    optionsFailed: { exit: 'clearAlert', on: { 'alert.dismissed': 'editing' } },
  },
});
