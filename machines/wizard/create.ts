/** The create form: the address is checked, then the loan is created (specification, sections 2, 5 and 8). */
import { wizardSetup } from './setup.ts';

export const create = wizardSetup.createStateConfig({
  id: 'create',
  route: {},
  meta: { place: 'create' },
  initial: 'filling',
  states: {
    filling: {
      on: {
        'create.submitted': {
          target: 'checkingEmail',
          actions: { type: 'rememberPerson', params: ({ event }) => ({ person: event.person }) },
        },
      },
    },
    checkingEmail: {
      tags: 'busy',
      // A person who waits for an answer cannot walk away from it by Back or Forward.
      on: { 'xstate.route': {} },
      invoke: {
        id: 'checkEmail',
        src: 'checkEmail',
        input: ({ context }) => context.person ?? { name: '', phone: '', email: '' },
        onDone: [
          {
            guard: { type: 'addressIsGood', params: ({ event }) => ({ outcome: event.output }) },
            target: 'creating',
          },
          {
            guard: { type: 'addressIsBad', params: ({ event }) => ({ outcome: event.output }) },
            target: 'emailRefused',
          },
          {
            target: 'failed',
            actions: { type: 'raiseAlert', params: ({ event }) => ({ outcome: event.output }) },
          },
        ],
      },
    },
    emailRefused: { on: { 'alert.dismissed': 'filling' } },
    creating: {
      tags: 'busy',
      on: { 'xstate.route': {} },
      invoke: {
        id: 'createLoan',
        src: 'createLoan',
        input: ({ context }) => context.person ?? { name: '', phone: '', email: '' },
        onDone: [
          {
            guard: { type: 'wasDecided', params: ({ event }) => ({ outcome: event.output }) },
            target: '#opening',
            actions: { type: 'rememberCreated', params: ({ event }) => ({ outcome: event.output }) },
          },
          {
            target: 'failed',
            actions: { type: 'raiseAlert', params: ({ event }) => ({ outcome: event.output }) },
          },
        ],
      },
    },
    failed: { exit: 'clearAlert', on: { 'alert.dismissed': 'filling' } },
  },
});
