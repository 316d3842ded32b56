/** The create form: the address is checked, then the loan is created (specification, sections 2, 5 and 8). */
import { withEvent, withOutcome } from '../outcome.ts';
import { wizardSetup } from './setup.ts';

export const create = wizardSetup.createStateConfig({
  id: 'create',
  route: {},
  meta: { place: 'create' },
  initial: 'filling',
  states: {
    filling: {
      on: {
        'loan.continued': continueLoan(),
        'create.submitted': [
          {
            guard: withEvent('hasEarlierLoan'),
            target: 'confirmingAnother',
            actions: [withEvent('setPerson'), withEvent('setEarlierLoan')],
          },
          { target: 'checkingEmail', actions: withEvent('setPerson') },
        ],
      },
    },
    // The same person began one for the same institution today: said before there is a second loan.
    confirmingAnother: {
      on: {
        'loan.continued': continueLoan(),
        'create.confirmed': 'checkingEmail',
        'dialog.cancelled': 'filling',
      },
    },
    checkingEmail: {
      tags: 'busy',
      // Back and Forward are ignored while a request runs.
      on: { 'xstate.route': {} },
      invoke: {
        id: 'checkEmail',
        src: 'checkEmail',
        input: ({ context }) => context.person ?? { name: '', phone: '', email: '' },
        onDone: [
          { guard: withOutcome('emailIsValid'), target: 'creating' },
          { guard: withOutcome('emailIsInvalid'), target: 'emailRefused' },
          { target: 'failed', actions: withOutcome('raiseAlert') },
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
          { guard: withOutcome('succeeded'), target: '#opening', actions: withOutcome('setCreatedLoan') },
          { target: 'failed', actions: withOutcome('raiseAlert') },
        ],
      },
    },
    failed: { exit: 'clearAlert', on: { 'alert.dismissed': 'filling' } },
  },
});

function continueLoan() {
  return { target: '#opening' as const, actions: withEvent('setContinuedLoan') };
}
