/** Pushing to the lender what has no answer yet; pushing again after silence is safe (decision 27). */
import { deskSetup } from './setup.ts';

export const push = deskSetup.createStateConfig({
  initial: 'idle',
  states: {
    idle: { on: { 'push.requested': { guard: 'mayBePushed', target: 'confirming' } } },
    confirming: { on: { 'push.confirmed': 'pushing', 'push.closed': 'idle' } },
    pushing: {
      tags: 'busy',
      entry: deskSetup.assign({ result: null, alert: null }),
      invoke: {
        src: 'push',
        input: ({ context }) => ({ loanId: context.loanId }),
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
    failed: { on: { 'push.confirmed': 'pushing', 'push.closed': { target: 'idle', actions: 'clearAlert' } } },
  },
});
