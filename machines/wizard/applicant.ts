/** Applicant Details and the modal of tenure cards. */

import { and } from 'xstate';
import { withOutcome } from '../outcome.ts';
import { courseOf, documentAdded, wizardSetup } from './setup.ts';

export const applicant = wizardSetup.createStateConfig({
  id: 'applicant',
  route: { guard: 'studentsAreSaved' },
  meta: { place: 'applicant' },
  initial: 'arriving',
  exit: 'clearPlanNotice',
  on: {
    'previous.requested': '#students',
    'status.reopened': { guard: 'lenderHasAnswered', target: '#status' },
    // Typed before a reload, or by somebody who left the students' step without Next.
    'students.recalled': {
      target: '.arriving',
      actions: { type: 'rememberWaitingChanges', params: ({ event }) => event },
    },
    'document.added': { actions: documentAdded },
    'application.submitted': [
      {
        guard: { type: 'everythingIsAnswered', params: ({ event }) => event },
        target: '#submission',
        actions: [
          { type: 'rememberApplication', params: ({ event }) => event },
          { type: 'rememberUnanswered', params: { unanswered: [] } },
        ],
      },
      { guard: 'formIsOpen', actions: { type: 'rememberUnanswered', params: ({ event }) => event } },
    ],
    'submission.retried': { guard: 'answersHaveNotReachedTheLender', target: '#askingLender' },
  },
  states: {
    arriving: { always: [{ guard: 'optionsAreLoaded', target: 'editing' }, { target: 'loadingOptions' }] },
    // The form is there while its options load; only the modal has to wait for them.
    loadingOptions: {
      on: { 'tenure.requested': { guard: 'formIsOpen', target: 'openingTenures' } },
      invoke: {
        id: 'loadEmiOptions',
        src: 'loadEmiOptions',
        input: ({ context }) => ({ courseId: courseOf(context) }),
        onDone: [
          { guard: withOutcome('succeeded'), target: 'editing', actions: withOutcome('rememberOptions') },
          { guard: 'formIsOpen', target: 'optionsFailed', actions: withOutcome('raiseAlert') },
          // Where nothing can be chosen, nobody misses what could be.
          { target: 'editing' },
        ],
      },
    },
    editing: {
      on: {
        'tenure.requested': [
          { guard: and(['formIsOpen', 'optionsAreLoaded']), target: 'choosingTenure' },
          { guard: 'formIsOpen', target: 'openingTenures' },
        ],
      },
    },
    openingTenures: {
      tags: 'busy',
      on: { 'dialog.cancelled': 'editing' },
      invoke: {
        id: 'loadEmiOptionsForModal',
        src: 'loadEmiOptions',
        input: ({ context }) => ({ courseId: courseOf(context) }),
        onDone: [
          {
            guard: withOutcome('succeeded'),
            target: 'choosingTenure',
            actions: withOutcome('rememberOptions'),
          },
          { target: 'optionsFailed', actions: withOutcome('raiseAlert') },
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
