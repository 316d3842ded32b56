/** A review is previewed and sent; it stays when another reviewer was faster. */
import { withOutcome, withValue } from '../outcome.ts';
import { actInputOf, deskSetup } from './setup.ts';

export const reviewing = deskSetup.createStateConfig({
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
    sendFailed: { on: { 'alert.dismissed': { target: 'previewing', actions: 'clearAlert' } } },
  },
});
