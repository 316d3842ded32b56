/**
 * Submit: the application is saved, then the lender is asked. Whatever goes wrong leads back to a form that
 * still holds everything, and Submit may be pressed again: the server sends an application once.
 */
import { withOutcome } from '../outcome.ts';
import { wizardSetup } from './setup.ts';

export const submission = wizardSetup.createStateConfig({
  id: 'submission',
  meta: { place: 'applicant' },
  initial: 'saving',
  on: { 'xstate.route': {} },
  states: {
    saving: {
      tags: ['busy', 'locked'],
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
            actions: [
              withOutcome('rememberLoan'),
              { type: 'rememberStudentChanges', params: { changes: null } },
            ],
          },
          // Another tab has submitted it: what this page knows of the loan is out of date.
          {
            guard: withOutcome('isWithTheLender'),
            target: '#opening',
            actions: [
              { type: 'rememberRequested', params: { place: 'applicant' } },
              { type: 'rememberStudentChanges', params: { changes: null } },
            ],
          },
          {
            guard: withOutcome('refused'),
            target: 'refused',
            actions: [withOutcome('raiseAlert'), withOutcome('rememberRefusedAnswers')],
          },
          { guard: withOutcome('gatewayTimedOut'), target: 'gatewayTimedOut' },
          { target: 'unheard' },
        ],
      },
    },
    askingLender: {
      id: 'askingLender',
      tags: ['busy', 'locked'],
      entry: 'firstWaitingMessage',
      initial: 'waiting',
      states: {
        waiting: {
          after: {
            waitingMessage: { target: 'waiting', reenter: true, actions: 'nextWaitingMessage' },
          },
        },
      },
      invoke: {
        id: 'askLender',
        src: 'askLender',
        input: ({ context }) => {
          if (!context.loan) throw new Error('A lender is asked about a loan that was opened');
          return { loan: context.loan };
        },
        onDone: [
          { guard: withOutcome('lenderTimedOut'), target: 'gatewayTimedOut', actions: 'takeBack' },
          { guard: withOutcome('succeeded'), target: '#status', actions: withOutcome('rememberResult') },
          {
            guard: withOutcome('refused'),
            target: 'refused',
            actions: ['takeBack', withOutcome('raiseAlert')],
          },
          { target: 'unheard', actions: 'takeBack' },
        ],
      },
    },
    gatewayTimedOut: { on: again() },
    // No answer came at all; Submit again is as safe as after a 504, and has words of its own.
    unheard: { on: again() },
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
