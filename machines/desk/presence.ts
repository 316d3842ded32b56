/** Saying that somebody is here, for as long as somebody is. */
import { deskSetup } from './setup.ts';

export const presence = deskSetup.createStateConfig({
  initial: 'telling',
  on: { 'reviewer.left': '.away' },
  states: {
    telling: {
      invoke: {
        src: 'keepPresence',
        input: ({ context }) => ({ loanId: context.loanId }),
        onDone: {
          target: 'resting',
          actions: { type: 'takePresence', params: ({ event }) => ({ outcome: event.output }) },
        },
      },
    },
    resting: { after: { presence: 'telling' } },
    away: { on: { 'reviewer.returned': 'telling' } },
  },
});
