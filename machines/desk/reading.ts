/** Reading the application: once at the start, and again whenever somebody has changed it. */
import { not, or, stateIn } from 'xstate';
import { withOutcome } from '../outcome.ts';
import { deskSetup } from './setup.ts';

/** Nothing may change beneath what is looked over, sent or pushed. */
const isInHand = or([
  stateIn({ work: 'previewing' }),
  stateIn({ work: 'sending' }),
  stateIn({ work: 'catchingUp' }),
  stateIn({ work: 'notSent' }),
  stateIn({ push: 'pushing' }),
]);

export const reading = deskSetup.createStateConfig({
  initial: 'first',
  states: {
    first: {
      invoke: {
        src: 'readApplication',
        input: ({ context }) => ({ loanId: context.loanId }),
        onDone: [
          { guard: withOutcome('succeeded'), target: 'read', actions: withOutcome('takeRead') },
          { guard: withOutcome('notFound'), target: 'missing' },
          { target: 'failed' },
        ],
      },
    },
    missing: {},
    failed: { on: { 'retry.requested': 'first' } },
    read: { on: { 'latest.requested': 'readingAgain' } },
    // What is shown stays until there is something newer.
    readingAgain: {
      always: { guard: isInHand, target: 'postponed' },
      on: { 'latest.requested': { target: 'readingAgain', reenter: true } },
      invoke: {
        src: 'readApplication',
        input: ({ context }) => ({ loanId: context.loanId }),
        onDone: [
          { guard: withOutcome('succeeded'), target: 'read', actions: withOutcome('takeRead') },
          { target: 'notReadAgain' },
        ],
      },
    },
    // It is read once nothing is in hand.
    postponed: { always: { guard: not(isInHand), target: 'readingAgain' } },
    notReadAgain: { on: { 'latest.requested': 'readingAgain' } },
  },
});
