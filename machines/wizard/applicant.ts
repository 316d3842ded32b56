/** Applicant Details and the modal of tenure cards. */

import { and } from 'xstate';
import { withEvent, withOutcome, withValue } from '../outcome.ts';
import { fieldRequested, returnToCreate, lostAccess, wizardSetup } from './setup.ts';

export const applicant = wizardSetup.createStateConfig({
  id: 'applicant',
  route: { guard: 'studentsAreSaved' },
  meta: { place: 'applicant' },
  initial: 'checkingOptions',
  exit: ['clearPlanNotice', 'clearPendingFocusField'],
  on: {
    'loan.accessLost': lostAccess('applicant'),
    'previous.requested': '#students',
    'status.reopened': { guard: 'lenderHasDecided', target: '#status' },
    'students.replaced': { target: '.checkingOptions', actions: 'clearUnsavedOptions' },
    'field.requested': fieldRequested('applicant'),
    'field.focused': { actions: 'clearPendingFocusField' },
    'document.added': { actions: withEvent('setDocument') },
    'application.submitted': [
      {
        guard: withEvent('allQueriesAreAnswered'),
        target: '#submission',
        actions: [withEvent('setApplication'), { type: 'setUnanswered', params: { unanswered: [] } }],
      },
      { guard: 'formIsEditable', actions: withEvent('setUnanswered') },
    ],
    'explore.requested': { guard: 'isRefusedByLender', ...returnToCreate },
    'submission.retried': { guard: 'answersAwaitPush', target: '#pushingToLender' },
  },
  states: {
    checkingOptions: {
      always: [
        // The status screen shows the submitted application and the answer.
        { guard: 'isLockedWithVerdict', target: '#status.closed' },
        { guard: 'optionsAreLoaded', target: 'editing' },
        { target: 'loadingOptions' },
      ],
    },
    // One request serves form and modal: the form is shown while it runs, the modal waits for it.
    loadingOptions: {
      initial: 'forForm',
      invoke: {
        id: 'loadEmiOptions',
        src: 'loadEmiOptions',
        input: ({ context: { loan, institution, drafts } }) => ({ loan, institution, drafts }),
        onDone: [
          { guard: withOutcome('succeeded'), actions: withValue('setOptions') },
          { guard: 'formIsEditable', target: 'optionsFailed', actions: withOutcome('raiseAlert') },
          // A locked form needs no options: skip the error.
          { target: 'editing' },
        ],
      },
      states: {
        forForm: {
          always: { guard: 'optionsAreLoaded', target: '#applicant.editing' },
          on: { 'tenure.requested': { guard: 'formIsEditable', target: 'forModal' } },
        },
        forModal: {
          tags: 'busy',
          always: { guard: 'optionsAreLoaded', target: '#applicant.choosingTenure' },
          on: { 'dialog.cancelled': 'forForm', 'xstate.route': 'forForm' },
        },
      },
    },
    editing: {
      on: {
        'tenure.requested': [
          { guard: and(['formIsEditable', 'optionsAreLoaded']), target: 'choosingTenure' },
          { guard: 'formIsEditable', target: 'loadingOptions.forModal' },
        ],
      },
    },
    choosingTenure: {
      on: {
        'tenure.chosen': { target: 'editing', actions: 'clearPlanNotice' },
        'dialog.cancelled': 'editing',
        // Back closes the modal.
        'xstate.route': 'editing',
      },
    },
    optionsFailed: { exit: 'clearAlert', on: { 'alert.dismissed': 'editing' } },
  },
});
