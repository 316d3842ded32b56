import { describe, expect, it } from 'vitest';
import type { QueryState } from '../domain/values/wire.ts';
import { nextQueryState, type QueryEvent, queryMachine } from './query.ts';

/** A query's whole life, written by hand: what each state allows, and nothing else. */
const life: Record<QueryState, Partial<Record<QueryEvent['type'], QueryState>>> = {
  raised: { 'query.answered': 'answered', 'query.withdrawn': 'withdrawn' },
  answered: {
    'query.accepted': 'accepted',
    'query.askedAgain': 'asked_again',
    'query.withdrawn': 'withdrawn',
  },
  accepted: {},
  asked_again: {},
  withdrawn: {},
};

const states = Object.keys(life) as QueryState[];
const events = [...new Set(states.flatMap((state) => Object.keys(life[state])))] as QueryEvent['type'][];

describe("a query's life", () => {
  it('has these states and events', () => {
    expect(Object.keys(queryMachine.states).sort()).toEqual([...states].sort());
    expect(queryMachine.events.filter((event) => !event.startsWith('xstate.')).sort()).toEqual(
      [...events].sort(),
    );
  });

  it.each(states)('allows in %s exactly the listed events', (state) => {
    const allowed = events.map((type) => [type, nextQueryState(state, { type })]);
    const written = events.map((type) => [type, life[state][type] ?? null]);
    expect(allowed).toEqual(written);
  });
});
