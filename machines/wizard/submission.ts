/**
 * Submit: the application is saved, then the lender is asked. Whatever goes wrong leads back to a form that
 * still holds everything, and Submit may be pressed again: the server sends an application once.
 */
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
            guard: { type: 'wasDecided', params: ({ event }) => ({ outcome: event.output }) },
            target: 'askingLender',
            actions: [
              { type: 'rememberLoan', params: ({ event }) => ({ outcome: event.output }) },
              { type: 'rememberStudentChanges', params: { changes: null } },
            ],
          },
          // Another tab has submitted it: what this page knows of the loan is out of date.
          {
            guard: { type: 'isWithTheLender', params: ({ event }) => ({ outcome: event.output }) },
            target: '#opening',
            actions: [
              { type: 'rememberRequested', params: { place: 'applicant' } },
              { type: 'rememberStudentChanges', params: { changes: null } },
            ],
          },
          {
            guard: { type: 'wasRefused', params: ({ event }) => ({ outcome: event.output }) },
            target: 'refused',
            actions: [
              { type: 'raiseAlert', params: ({ event }) => ({ outcome: event.output }) },
              { type: 'rememberRefusedAnswers', params: ({ event }) => ({ outcome: event.output }) },
            ],
          },
          {
            guard: { type: 'gatewayTimedOut', params: ({ event }) => ({ outcome: event.output }) },
            target: 'gatewayTimedOut',
          },
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
          {
            guard: { type: 'lenderGaveUp', params: ({ event }) => ({ outcome: event.output }) },
            target: 'gatewayTimedOut',
            actions: 'takeBack',
          },
          {
            guard: { type: 'wasDecided', params: ({ event }) => ({ outcome: event.output }) },
            target: '#status',
            actions: { type: 'rememberResult', params: ({ event }) => ({ outcome: event.output }) },
          },
          {
            guard: { type: 'wasRefused', params: ({ event }) => ({ outcome: event.output }) },
            target: 'refused',
            actions: ['takeBack', { type: 'raiseAlert', params: ({ event }) => ({ outcome: event.output }) }],
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
