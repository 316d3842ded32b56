/** The reviewer's acts: edits a review, sends it, or pushes the application to the lender. */
import { withEvent } from '../outcome.ts';
import { pushing } from './push.ts';
import { reviewing } from './review.ts';
import { deskSetup } from './setup.ts';

/** One at a time: sending a review and pushing each change the version that the other one names. */
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
