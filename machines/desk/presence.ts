/** Heartbeat: reports that a reviewer has the application open, while the reviewer is active. */
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
