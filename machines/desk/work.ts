/** Review work: flags and decisions are edited, previewed, sent once, and kept when another reviewer was faster. */
import { and, stateIn } from 'xstate';
import { withOutcome } from '../outcome.ts';
import { actOf, deskSetup } from './setup.ts';

export const work = deskSetup.createStateConfig({
  initial: 'deciding',
  on: { 'sent.told': { actions: deskSetup.assign({ sent: null }) } },
  states: {
    deciding: {
      on: {
        'field.flagged': { actions: { type: 'flag', params: ({ event }) => event } },
        'flag.removed': { actions: { type: 'unflag', params: ({ event }) => event } },
        'query.decided': { actions: { type: 'decide', params: ({ event }) => event } },
        'decision.takenBack': { actions: { type: 'undecide', params: ({ event }) => event } },
        'preview.requested': [
          {
            // Sending a review and pushing exclude each other: each changes the version that the other one names.
            guard: and(['workIsComplete', stateIn({ push: 'idle' })]),
            target: 'previewing',
            actions: deskSetup.assign({ issues: [], sent: null }),
          },
          { guard: 'thereIsWork', actions: 'showIssues' },
        ],
      },
    },
    previewing: { on: { 'preview.closed': 'deciding', 'acts.confirmed': 'sending' } },
    sending: {
      tags: 'busy',
      invoke: {
        src: 'act',
        input: ({ context }) => actOf(context),
        onDone: [
          {
            guard: withOutcome('succeeded'),
            target: 'deciding',
            actions: [withOutcome('takeActed'), 'askForTheLatest'],
          },
          { guard: withOutcome('somebodyChangedIt'), target: 'catchingUp' },
          {
            guard: withOutcome('questionsWereRefused'),
            target: 'deciding',
            actions: withOutcome('showRefusedQuestions'),
          },
          { target: 'notSent', actions: withOutcome('alertTo') },
        ],
      },
    },
    catchingUp: {
      tags: 'busy',
      invoke: {
        src: 'readApplication',
        input: ({ context }) => ({ loanId: context.loanId }),
        onDone: [
          {
            guard: withOutcome('succeeded'),
            target: 'overtaken',
            actions: [withOutcome('noteNews'), withOutcome('takeRead')],
          },
          { target: 'notSent', actions: withOutcome('alertTo') },
        ],
      },
    },
    overtaken: { on: { 'news.seen': { target: 'deciding', actions: deskSetup.assign({ news: [] }) } } },
    // Sent again with the same version, it is done once: what has arrived has made the version another one.
    notSent: { on: { 'alert.dismissed': { target: 'previewing', actions: 'clearAlert' } } },
  },
});
