/** Pushing to the lender what has no answer yet; pushing again after silence is safe (decision 27). */
import { and, not, stateIn } from 'xstate';
import { withOutcome } from '../outcome.ts';
import { deskSetup } from './setup.ts';

/** As far as it could be. */
const isRead = not(stateIn({ reading: 'readingAgain' }));

export const push = deskSetup.createStateConfig({
  initial: 'idle',
  states: {
    idle: {
      on: {
        'push.requested': {
          // Sending a review and pushing exclude each other: each changes the version that the other one names.
          guard: and(['mayBePushed', stateIn({ work: 'deciding' })]),
          target: 'confirming',
        },
      },
    },
    confirming: {
      always: { guard: not('mayBePushed'), target: 'overtaken' },
      on: { 'push.confirmed': 'catchingUp', 'push.closed': 'idle' },
    },
    // A push names the version that was read, and the push before it has made another.
    catchingUp: {
      tags: 'busy',
      always: [
        { guard: and([isRead, 'mayBePushed']), target: 'pushing' },
        { guard: isRead, target: 'overtaken', actions: 'clearAlert' },
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
            actions: [withOutcome('rememberResult'), 'askForTheLatest'],
          },
          {
            target: 'failed',
            actions: [withOutcome('alertTo'), 'askForTheLatest'],
          },
        ],
      },
    },
    answered: { on: { 'push.closed': 'idle' } },
    failed: {
      on: {
        'push.confirmed': { guard: 'mayBePushed', target: 'catchingUp' },
        'push.closed': { target: 'idle', actions: 'clearAlert' },
      },
    },
    // What was read meanwhile may not be pushed: the lender has it, or its applicant has something to answer.
    overtaken: { on: { 'push.closed': 'idle' } },
  },
});
