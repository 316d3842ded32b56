/** Reading the application: once at the start, and again whenever somebody has changed it. */
import { deskSetup } from './setup.ts';

export const reading = deskSetup.createStateConfig({
  initial: 'first',
  states: {
    first: {
      invoke: {
        src: 'readApplication',
        input: ({ context }) => ({ loanId: context.loanId }),
        onDone: [
          {
            guard: { type: 'succeeded', params: ({ event }) => ({ outcome: event.output }) },
            target: 'read',
            actions: { type: 'takeRead', params: ({ event }) => ({ outcome: event.output }) },
          },
          {
            guard: { type: 'isNotThere', params: ({ event }) => ({ outcome: event.output }) },
            target: 'missing',
          },
          { target: 'failed' },
        ],
      },
    },
    missing: {},
    failed: { on: { 'retry.requested': 'first' } },
    read: { on: { 'latest.requested': 'readingAgain' } },
    // What is shown stays until there is something newer.
    readingAgain: {
      on: { 'latest.requested': { target: 'readingAgain', reenter: true } },
      invoke: {
        src: 'readApplication',
        input: ({ context }) => ({ loanId: context.loanId }),
        onDone: [
          {
            guard: { type: 'succeeded', params: ({ event }) => ({ outcome: event.output }) },
            target: 'read',
            actions: { type: 'takeRead', params: ({ event }) => ({ outcome: event.output }) },
          },
          { target: 'notReadAgain' },
        ],
      },
    },
    notReadAgain: { on: { 'latest.requested': 'readingAgain' } },
  },
});
