/** The review: flags and decisions are edited, previewed and sent; they stay when another reviewer was faster. */
import { and, stateIn } from 'xstate';
import { withEvent, withOutcome } from '../outcome.ts';
import { actInputOf, deskSetup } from './setup.ts';

export const review = deskSetup.createStateConfig({
  initial: 'editing',
  on: { 'sentCounts.shown': { actions: deskSetup.assign({ sentCounts: null }) } },
  states: {
    editing: {
      on: {
        'field.flagged': { actions: withEvent('setFlag') },
        'flag.removed': { actions: withEvent('removeFlag') },
        'query.decided': { actions: withEvent('setDecision') },
        'decision.removed': { actions: withEvent('removeDecision') },
        'preview.requested': [
          {
            // Sending a review and pushing exclude each other: each changes the version that the other one names.
            guard: and(['reviewDraftIsComplete', stateIn({ push: 'idle' })]),
            target: 'previewing',
            actions: deskSetup.assign({ issues: [], sentCounts: null }),
          },
          { guard: 'hasReviewDraft', actions: 'setIssues' },
        ],
      },
    },
    previewing: { on: { 'preview.closed': 'editing', 'review.confirmed': 'sending' } },
    sending: {
      tags: 'busy',
      invoke: {
        src: 'act',
        input: ({ context }) => actInputOf(context),
        onDone: [
          {
            guard: withOutcome('succeeded'),
            target: 'editing',
            actions: [withOutcome('setSentReview'), 'requestLatest'],
          },
          { guard: withOutcome('isConflict'), target: 'refetching' },
          {
            guard: withOutcome('queriesWereRefused'),
            target: 'editing',
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
            actions: [withOutcome('setNewEntries'), withOutcome('setApplication')],
          },
          { target: 'sendFailed', actions: withOutcome('raiseAlert') },
        ],
      },
    },
    conflict: {
      on: { 'conflict.acknowledged': { target: 'editing', actions: deskSetup.assign({ newEntries: [] }) } },
    },
    // Sending again is safe: the first request that arrives changes the version, and the second one is refused.
    sendFailed: { on: { 'alert.dismissed': { target: 'previewing', actions: 'clearAlert' } } },
  },
});
