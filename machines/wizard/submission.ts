/**
 * Submit: the application is saved, then the lender is asked. Whatever goes wrong leads back to a form that
 * still holds everything, and Submit may be pressed again: the server sends an application once.
 */
import { withOutcome } from '../outcome.ts';
import { submittedDrafts, wizardSetup } from './setup.ts';

export const submission = wizardSetup.createStateConfig({
  id: 'submission',
  meta: { place: 'applicant' },
  initial: 'saving',
  on: { 'xstate.route': {} },
  states: {
    saving: {
      tags: 'busy',
      entry: { type: 'suspendDrafts', params: ({ context }) => ({ steps: submittedDrafts(context) }) },
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
            target: 'askingLender',
            actions: [withOutcome('setLoan'), 'discardDrafts'],
          },
          // Another tab has submitted it: what this page knows of the loan is out of date.
          {
            guard: withOutcome('isWithTheLender'),
            target: '#opening',
            actions: [{ type: 'setRequestedPlace', params: { place: 'applicant' } }, 'resumeDrafts'],
          },
          {
            guard: withOutcome('refused'),
            target: 'refused',
            actions: [withOutcome('raiseAlert'), withOutcome('setRefusedAnswers'), 'resumeDrafts'],
          },
          { guard: withOutcome('gatewayTimedOut'), target: 'gatewayTimedOut', actions: 'resumeDrafts' },
          { target: 'noResponse', actions: 'resumeDrafts' },
        ],
      },
    },
    askingLender: {
      id: 'askingLender',
      meta: { place: 'applicant', stepperStep: 'status' },
      tags: 'busy',
      invoke: {
        id: 'askLender',
        src: 'askLender',
        input: ({ context }) => {
          if (!context.loan) throw new Error('A lender is asked about a loan that was opened');
          return { loan: context.loan };
        },
        onDone: [
          { guard: withOutcome('lenderTimedOut'), target: 'gatewayTimedOut', actions: 'revertToSubmitted' },
          { guard: withOutcome('succeeded'), target: '#status', actions: withOutcome('setResult') },
          {
            guard: withOutcome('refused'),
            target: 'refused',
            actions: ['revertToSubmitted', withOutcome('raiseAlert')],
          },
          { target: 'noResponse', actions: 'revertToSubmitted' },
        ],
      },
    },
    gatewayTimedOut: { on: again() },
    // No answer came at all. Submitting again is as safe as after a 504; the message is another one.
    noResponse: { on: again() },
    refused: { exit: 'clearAlert', on: { 'alert.dismissed': '#applicant' } },
  },
});

function again() {
  return {
    'submission.retried': [
      { guard: 'applicationIsToBeSaved' as const, target: 'saving' },
      { target: 'askingLender' },
    ],
    'alert.dismissed': '#applicant',
  };
}
