/** Reads the application at the start, and again whenever somebody has changed it. */
import { and, not, or, stateIn } from 'xstate';
import { withOutcome, withValue } from '../outcome.ts';
import { deskSetup } from './setup.ts';

/** The application must not change while it is previewed, sent or pushed. */
const isActInProgress = or([
  and([stateIn({ acting: 'reviewing' }), not(stateIn({ acting: { reviewing: 'conflict' } }))]),
  stateIn({ acting: { pushing: 'pushing' } }),
]);

export const reading = deskSetup.createStateConfig({
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        src: 'readApplication',
        input: ({ context }) => ({ loanId: context.loanId }),
        onDone: [
          { guard: withOutcome('succeeded'), target: 'loaded', actions: withValue('setApplication') },
          { guard: withOutcome('notFound'), target: 'notFound' },
          { target: 'failed' },
        ],
      },
    },
    notFound: {},
    failed: { on: { 'retry.requested': 'loading' } },
    loaded: { on: { 'latest.requested': 'refetching' } },
    // The application stays on the screen while it is read again.
    refetching: {
      always: { guard: isActInProgress, target: 'postponed' },
      on: { 'latest.requested': { target: 'refetching', reenter: true } },
      invoke: {
        src: 'readApplication',
        input: ({ context }) => ({ loanId: context.loanId }),
        onDone: [
          { guard: withOutcome('succeeded'), target: 'loaded', actions: withValue('setApplication') },
          { target: 'refetchFailed' },
        ],
      },
    },
    postponed: { always: { guard: not(isActInProgress), target: 'refetching' } },
    refetchFailed: { on: { 'latest.requested': 'refetching' } },
  },
});
