/** The reviewer's acts: edits a review, sends it, or pushes the application to the lender. */
import { withEvent, withOutcome, withValue } from '../outcome.ts';
import { deskSetup, actInputOf } from './setup.ts';
import { and, not, stateIn } from 'xstate';

/** A review is previewed and sent; it stays when another reviewer was faster. */
const reviewing = deskSetup.createStateConfig({
  initial: 'previewing',
  states: {
    previewing: { on: { 'preview.closed': '#desk.acting.idle', 'review.confirmed': 'sending' } },
    sending: {
      tags: 'busy',
      invoke: {
        src: 'act',
        input: ({ context }) => actInputOf(context),
        onDone: [
          {
            guard: withOutcome('succeeded'),
            target: '#desk.acting.idle',
            actions: [withValue('setSentReview'), 'requestLatest'],
          },
          { guard: withOutcome('isConflict'), target: 'refetching' },
          {
            guard: withOutcome('queriesWereRefused'),
            target: '#desk.acting.idle',
            actions: withOutcome('setRefusedIssues'),
          },
          { target: 'sendFailed', actions: withOutcome('raiseAlert') },
        ],
      },
    },
    refetching: {
      tags: 'busy',
      invoke: {
        src: 'readApplication',
        input: ({ context }) => ({ loanId: context.loanId }),
        onDone: [
          {
            guard: withOutcome('succeeded'),
            target: 'conflict',
            actions: [withValue('setNewEntries'), withValue('setApplication')],
          },
          { target: 'sendFailed', actions: withOutcome('raiseAlert') },
        ],
      },
    },
    conflict: {
      on: {
        'conflict.acknowledged': {
          target: '#desk.acting.idle',
          actions: deskSetup.assign({ newEntries: [] }),
        },
      },
    },
    // Sending again is safe: the first request that arrives changes the version, and the second one is refused.
    sendFailed: {
      on: {
        'alert.dismissed': { target: 'previewing', actions: 'clearAlert' },
        'review.confirmed': { target: 'sending', actions: 'clearAlert' },
      },
    },
  },
});

/** The push to the lender; pushing again after a timeout is safe (decision 27). */
const isUpToDate = not(stateIn({ reading: 'refetching' }));

const pushing = deskSetup.createStateConfig({
  initial: 'confirming',
  states: {
    confirming: {
      always: { guard: not('mayBePushed'), target: 'notPushable' },
      on: { 'push.confirmed': 'refetching', 'push.closed': '#desk.acting.idle' },
    },
    // A push names the version that was read; the push before it has changed the version.
    refetching: {
      tags: 'busy',
      always: [
        { guard: and([isUpToDate, 'mayBePushed']), target: 'pushing' },
        { guard: isUpToDate, target: 'notPushable', actions: 'clearAlert' },
      ],
    },
    pushing: {
      tags: 'busy',
      entry: deskSetup.assign({ result: null, alert: null }),
      invoke: {
        src: 'push',
        input: ({ context }) => ({ loanId: context.loanId, version: context.application?.version ?? 0 }),
        onDone: [
          {
            guard: withOutcome('succeeded'),
            target: 'answered',
            actions: [withValue('setResult'), 'requestLatest'],
          },
          { target: 'failed', actions: [withOutcome('raiseAlert'), 'requestLatest'] },
        ],
      },
    },
    answered: { on: { 'push.closed': '#desk.acting.idle' } },
    failed: {
      on: {
        'push.confirmed': { guard: 'mayBePushed', target: 'refetching' },
        'push.closed': { target: '#desk.acting.idle', actions: 'clearAlert' },
      },
    },
    // The lender has the application already, or the applicant has queries to answer.
    notPushable: { on: { 'push.closed': '#desk.acting.idle' } },
  },
});

/** Runs one act at a time: sending a review and pushing change the version that the other one names. */
export const acting = deskSetup.createStateConfig({
  initial: 'idle',
  on: { 'sentCounts.shown': { actions: deskSetup.assign({ sentCounts: null }) } },
  states: {
    idle: {
      on: {
        'field.flagged': { actions: withEvent('setFlag') },
        'flag.removed': { actions: withEvent('removeFlag') },
        'query.decided': { actions: withEvent('setDecision') },
        'decision.removed': { actions: withEvent('removeDecision') },
        'preview.requested': [
          {
            guard: 'reviewDraftIsComplete',
            target: 'reviewing',
            actions: deskSetup.assign({ issues: [], sentCounts: null }),
          },
          { guard: 'hasReviewDraft', actions: 'setIssues' },
        ],
        'push.requested': { guard: 'mayBePushed', target: 'pushing' },
      },
    },
    reviewing,
    pushing,
  },
});
