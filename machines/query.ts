/**
 * The life cycle of a query: a reviewer raises it, the applicant answers, and the reviewer accepts the answer or asks
 * again, which is a query of the next round. The server checks `nextQueryState` before every change and answers 409 if
 * the change is not allowed.
 */
import { setup, transition } from 'xstate';
import type { QueryState } from '../domain/values/wire.ts';

export type QueryEvent =
  | { type: 'query.answered' }
  | { type: 'query.accepted' }
  | { type: 'query.askedAgain' }
  | { type: 'query.withdrawn' };

export const queryMachine = setup({ types: { events: {} as QueryEvent } }).createMachine({
  id: 'query',
  initial: 'raised',
  states: {
    raised: { on: { 'query.answered': 'answered', 'query.withdrawn': 'withdrawn' } },
    answered: {
      on: {
        'query.accepted': 'accepted',
        'query.askedAgain': 'asked_again',
        'query.withdrawn': 'withdrawn',
      },
    },
    accepted: {},
    // The query of the next round is a separate row.
    asked_again: {},
    withdrawn: {},
  } satisfies Record<QueryState, object>,
});

/** Returns the state after an event, or null where the event is not allowed in that state. */
export function nextQueryState(state: QueryState, event: QueryEvent): QueryState | null {
  const before = queryMachine.resolveState({ value: state });
  return before.can(event) ? transition(queryMachine, before, event)[0].value : null;
}
