/** From flags and decisions to one act: looked at in a preview, sent once, and kept where somebody was faster. */
import { and, stateIn } from 'xstate';
import { actOf, deskSetup } from './setup.ts';

export const work = deskSetup.createStateConfig({
  initial: 'deciding',
  on: { 'sent.told': { actions: deskSetup.assign({ sent: null }) } },
  states: {
    deciding: {
      on: {
        'field.flagged': {
          actions: {
            type: 'flag',
            params: ({ event }) => ({ field: event.field, question: event.question }),
          },
        },
        'flag.removed': { actions: { type: 'unflag', params: ({ event }) => ({ field: event.field }) } },
        'query.decided': {
          actions: { type: 'decide', params: ({ event }) => ({ id: event.id, decision: event.decision }) },
        },
        'decision.takenBack': { actions: { type: 'undecide', params: ({ event }) => ({ id: event.id }) } },
        'preview.requested': [
          {
            // One sends or pushes, and never both.
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
            guard: { type: 'succeeded', params: ({ event }) => ({ outcome: event.output }) },
            target: 'deciding',
            actions: [
              { type: 'takeActed', params: ({ event }) => ({ outcome: event.output }) },
              'askForTheLatest',
            ],
          },
          {
            guard: { type: 'somebodyChangedIt', params: ({ event }) => ({ outcome: event.output }) },
            target: 'catchingUp',
          },
          {
            guard: { type: 'questionsWereRefused', params: ({ event }) => ({ outcome: event.output }) },
            target: 'deciding',
            actions: { type: 'showRefusedQuestions', params: ({ event }) => ({ outcome: event.output }) },
          },
          {
            target: 'notSent',
            actions: { type: 'alertTo', params: ({ event }) => ({ outcome: event.output }) },
          },
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
            guard: { type: 'succeeded', params: ({ event }) => ({ outcome: event.output }) },
            target: 'overtaken',
            actions: [
              { type: 'noteNews', params: ({ event }) => ({ outcome: event.output }) },
              { type: 'takeRead', params: ({ event }) => ({ outcome: event.output }) },
            ],
          },
          {
            target: 'notSent',
            actions: { type: 'alertTo', params: ({ event }) => ({ outcome: event.output }) },
          },
        ],
      },
    },
    overtaken: { on: { 'news.seen': { target: 'deciding', actions: deskSetup.assign({ news: [] }) } } },
    // Sent again with the same version, it is done once: what has arrived has made the version another one.
    notSent: { on: { 'alert.dismissed': { target: 'previewing', actions: 'clearAlert' } } },
  },
});
