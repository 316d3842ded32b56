/** Pushing to the lender what has no answer yet; pushing again after silence is safe (decision 27). */
import { not, stateIn } from 'xstate';
import { deskSetup } from './setup.ts';

export const push = deskSetup.createStateConfig({
  initial: 'idle',
  states: {
    idle: { on: { 'push.requested': { guard: 'mayBePushed', target: 'confirming' } } },
    confirming: { on: { 'push.confirmed': 'catchingUp', 'push.closed': 'idle' } },
    // A push names the version that was read, and the push before it has made another.
    catchingUp: {
      tags: 'busy',
      always: { guard: not(stateIn({ reading: 'readingAgain' })), target: 'pushing' },
    },
    pushing: {
      tags: 'busy',
      entry: deskSetup.assign({ result: null, alert: null }),
      invoke: {
        src: 'push',
        input: ({ context }) => ({ loanId: context.loanId, version: context.application?.version ?? 0 }),
        onDone: [
          {
            guard: { type: 'succeeded', params: ({ event }) => ({ outcome: event.output }) },
            target: 'answered',
            actions: [
              { type: 'rememberResult', params: ({ event }) => ({ outcome: event.output }) },
              'askForTheLatest',
            ],
          },
          {
            target: 'failed',
            actions: [
              { type: 'alertTo', params: ({ event }) => ({ outcome: event.output }) },
              'askForTheLatest',
            ],
          },
        ],
      },
    },
    answered: { on: { 'push.closed': 'idle' } },
    failed: {
      on: { 'push.confirmed': 'catchingUp', 'push.closed': { target: 'idle', actions: 'clearAlert' } },
    },
  },
});
