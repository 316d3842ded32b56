/**
 * Submit: the application is saved, then pushed to the lender. A failure leads back to the form with its values, and
 * submitting again is safe: the server pushes an application once.
 */
import { withOutcome, withValue } from '../outcome.ts';
import { stepsToSubmit } from './context.ts';
import { lostAccess, readAgain, wizardSetup } from './setup.ts';

export const submission = wizardSetup.createStateConfig({
  id: 'submission',
  meta: { place: 'applicant' },
  initial: 'saving',
  on: { 'xstate.route': {}, 'loan.accessLost': lostAccess('applicant') },
  states: {
    saving: {
      tags: 'busy',
      entry: { type: 'suspendDrafts', params: ({ context }) => ({ steps: stepsToSubmit(context) }) },
      invoke: {
        id: 'saveApplication',
        src: 'saveApplication',
        input: ({ context }) => ({
          loanId: context.loanId ?? '',
          application: context.application ?? { customerConsent: true as const },
        }),
        onDone: [
          {
            guard: withOutcome('succeeded'),
            target: 'pushingToLender',
            actions: [withValue('setLoan'), 'discardDrafts'],
          },
          // Another tab has submitted it: the loan in this page is outdated.
          { guard: withOutcome('isAlreadyWithLender'), ...readAgain('applicant') },
          {
            guard: withOutcome('refused'),
            target: 'refused',
            actions: [withOutcome('raiseAlert'), withOutcome('setUnansweredFromRefusal'), 'resumeDrafts'],
          },
          { guard: withOutcome('gatewayTimedOut'), target: 'gatewayTimedOut', actions: 'resumeDrafts' },
          { target: 'noResponse', actions: 'resumeDrafts' },
        ],
      },
    },
    pushingToLender: {
      id: 'pushingToLender',
      meta: { place: 'applicant', stepperStep: 'status' },
      tags: 'busy',
      entry: 'resetWaitingMessage',
      initial: 'waiting',
      states: {
        // The next of the four messages is shown every two seconds, until the lender has answered.
        waiting: {
          after: { waitingMessage: { target: 'waiting', reenter: true, actions: 'turnWaitingMessage' } },
        },
      },
      invoke: {
        id: 'pushToLender',
        src: 'pushToLender',
        input: ({ context }) => {
          if (!context.loan) throw new Error('Only an opened loan is pushed to a lender');
          return { loan: context.loan };
        },
        onDone: [
          {
            guard: withOutcome('lenderTimedOut'),
            target: 'gatewayTimedOut',
            actions: withOutcome('revertToSubmitted'),
          },
          { guard: withOutcome('succeeded'), target: '#status', actions: withValue('setResult') },
          {
            guard: withOutcome('refused'),
            target: 'refused',
            actions: [withOutcome('revertToSubmitted'), withOutcome('raiseAlert')],
          },
          { target: 'noResponse', actions: withOutcome('revertToSubmitted') },
        ],
      },
    },
    gatewayTimedOut: { on: retrySubmission() },
    // Submitting again is as safe as after a 504; the message differs.
    noResponse: { on: retrySubmission() },
    refused: {
      exit: 'clearAlert',
      on: {
        'alert.dismissed': [{ guard: 'loanIsOutdated', ...readAgain('applicant') }, { target: '#applicant' }],
      },
    },
  },
});

function retrySubmission() {
  return {
    'submission.retried': [
      { guard: 'hasUnsavedApplication' as const, target: 'saving' },
      { target: 'pushingToLender' },
    ],
    'alert.dismissed': '#applicant',
  };
}
