/** Heartbeat: reports that a reviewer has the application open, while the reviewer is active. */
import { withOutcome } from '../outcome.ts';
import { deskSetup } from './setup.ts';

export const presence = deskSetup.createStateConfig({
  initial: 'reporting',
  on: { 'reviewer.left': '.away' },
  states: {
    reporting: {
      invoke: {
        src: 'reportPresence',
        input: ({ context }) => ({ loanId: context.loanId }),
        onDone: { target: 'idle', actions: withOutcome('setPresence') },
      },
    },
    idle: { after: { heartbeat: 'reporting' } },
    away: { on: { 'reviewer.returned': 'reporting' } },
  },
});
