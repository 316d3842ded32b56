/** The create form: the address is checked, then the loan is created (specification, sections 2, 5 and 8). */
import { withEvent, withOutcome, withValue } from '../outcome.ts';
import { wizardSetup } from './setup.ts';
import type { Person, WizardContext } from './types.ts';

export const create = wizardSetup.createStateConfig({
  id: 'create',
  route: {},
  meta: { place: 'create' },
  initial: 'filling',
  states: {
    filling: {
      on: {
        'loan.continued': continueLoan(),
        'create.submitted': { target: 'findingEarlierLoan', actions: withEvent('setPerson') },
      },
    },
    // The creation continues if the device's applications cannot be read.
    findingEarlierLoan: {
      tags: 'busy',
      on: { 'xstate.route': {} },
      invoke: {
        id: 'findEarlierLoan',
        src: 'findEarlierLoan',
        input: personOf,
        onDone: [
          {
            guard: withOutcome('hasEarlierLoan'),
            target: 'confirmingAnother',
            actions: withValue('setEarlierLoan'),
          },
          { target: 'checkingEmail' },
        ],
      },
    },
    // The same person began one for the same institution today: said before there is a second loan.
    confirmingAnother: {
      on: {
        'loan.continued': continueLoan(),
        'create.confirmed': { target: 'checkingEmail', actions: 'startNewCreation' },
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
        input: personOf,
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
        input: personOf,
        onDone: [
          {
            guard: withOutcome('succeeded'),
            target: '#opening',
            actions: [withValue('setCreatedLoan'), 'discardCreateForm'],
          },
          { target: 'failed', actions: withOutcome('raiseAlert') },
        ],
      },
    },
    failed: { exit: 'clearAlert', on: { 'alert.dismissed': 'filling' } },
  },
});

function personOf({ context }: { context: WizardContext }): Person {
  return context.person ?? { name: '', phone: '', email: '' };
}

function continueLoan() {
  return { target: '#opening', actions: [withEvent('setContinuedLoan'), 'discardCreateForm'] } as const;
}
