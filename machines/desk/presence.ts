/** Saying that somebody is here, for as long as somebody is. */
import { withOutcome } from '../outcome.ts';
import { deskSetup } from './setup.ts';

export const presence = deskSetup.createStateConfig({
  initial: 'telling',
  on: { 'reviewer.left': '.away' },
  states: {
    telling: {
      invoke: {
        src: 'keepPresence',
        input: ({ context }) => ({ loanId: context.loanId }),
        onDone: { target: 'resting', actions: withOutcome('takePresence') },
      },
    },
    resting: { after: { presence: 'telling' } },
    away: { on: { 'reviewer.returned': 'telling' } },
  },
});
