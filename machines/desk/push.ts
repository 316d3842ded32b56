/** The push to the lender; pushing again after a timeout is safe (decision 27). */
import { and, not, stateIn } from 'xstate';
import { withOutcome, withValue } from '../outcome.ts';
import { deskSetup } from './setup.ts';

const isUpToDate = not(stateIn({ reading: 'refetching' }));

export const pushing = deskSetup.createStateConfig({
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
