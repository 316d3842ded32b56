/** One application at the desk is read, reviewed and pushed; a heartbeat reports its reviewer and returns others. */
import { type SnapshotFrom, and, not, or, stateIn } from 'xstate';
import { acting } from './acting.ts';
import { deskSetup } from './setup.ts';
import { withOutcome, withValue } from '../outcome.ts';

/** The application must not change while it is previewed, sent or pushed. */
const isActInProgress = or([
  and([stateIn({ acting: 'reviewing' }), not(stateIn({ acting: { reviewing: 'conflict' } }))]),
  stateIn({ acting: { pushing: 'pushing' } }),
]);

const reading = deskSetup.createStateConfig({
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

/** Heartbeat: reports that a reviewer has the application open, while the reviewer is active. */
const presence = deskSetup.createStateConfig({
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

export const deskMachine = deskSetup.createMachine({
  id: 'desk',
  type: 'parallel',
  context: ({ input }) => ({
    loanId: input.loanId,
    application: null,
    timeline: null,
    latestVersion: 0,
    viewers: [],
    reviewDraft: input.reviewDraft,
    issues: [],
    attempt: 0,
    sentCounts: null,
    newEntries: [],
    alert: null,
    result: null,
  }),
  states: { reading, presence, acting },
});

export type DeskSnapshot = SnapshotFrom<typeof deskMachine>;

/** Returns whether the server has a newer version than the one on the screen. */
export const isOutdated = ({ context }: DeskSnapshot): boolean =>
  context.application !== null && context.latestVersion > context.application.version;

export type { DeskAlert, DeskContext, DeskEvent, DeskInput, ApplicationWithTimeline } from './setup.ts';
