/** A form that is sent once: what was typed stays until it has arrived, and another one can be begun afterwards. */
import { assign, setup } from 'xstate';
import type { Outcome } from '../domain/values/outcome.ts';
import {
  type Failure,
  type OutcomeParams,
  placeholderActor,
  succeeded,
  withEvent,
  withOutcome,
} from './outcome.ts';

export interface FormSubmissionContext {
  /** What is sent. */
  body: unknown;
  /** Of the latest attempt; null before it, and after one that succeeded. */
  failure: Failure | null;
  /** What the server answered; null before. */
  result: unknown;
}

export type FormSubmissionEvent = { type: 'form.submitted'; body: unknown } | { type: 'another.requested' };

export const formSubmissionMachine = setup({
  types: {
    context: {} as FormSubmissionContext,
    events: {} as FormSubmissionEvent,
  },
  actors: { send: placeholderActor<Outcome<unknown>, { body: unknown }>() },
  guards: { succeeded },
  actions: {
    setBody: assign((_, { body }: { body: unknown }) => ({ body, failure: null })),
    setResult: assign((_, { outcome }: OutcomeParams) =>
      outcome.kind === 'ok' ? { result: outcome.value, body: null } : {},
    ),
    setFailure: assign((_, { outcome }: OutcomeParams) =>
      outcome.kind === 'ok' ? {} : { failure: outcome },
    ),
    clearResult: assign({ result: null }),
  },
}).createMachine({
  id: 'formSubmission',
  context: { body: null, failure: null, result: null },
  initial: 'editing',
  states: {
    editing: { on: { 'form.submitted': { target: 'sending', actions: withEvent('setBody') } } },
    sending: {
      invoke: {
        src: 'send',
        input: ({ context: { body } }) => ({ body }),
        onDone: [
          { guard: withOutcome('succeeded'), target: 'sent', actions: withOutcome('setResult') },
          { target: 'editing', actions: withOutcome('setFailure') },
        ],
      },
    },
    sent: { on: { 'another.requested': { target: 'editing', actions: 'clearResult' } } },
  },
});
