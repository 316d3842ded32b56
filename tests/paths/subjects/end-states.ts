/** Assertions about the ends of journeys and about every state of a walk. */
import assert from 'node:assert/strict';
import type { StateValue } from 'xstate';

interface RunningMachine {
  value: StateValue;
  children: object;
}

/** The calls that wait for an answer, by their actors' names. */
export const callsOf = ({ children }: RunningMachine): unknown[] =>
  Object.values<{ src?: unknown } | undefined>({ ...children }).map((child) => child?.src);

/** Checks that the machine is in exactly this state. */
export const at =
  (value: StateValue) =>
  (end: RunningMachine): void =>
    assert.deepEqual(end.value, value);

/** Checks that the machine is in exactly this state, with these values in its context. */
export const atWith =
  <Context extends object>(value: StateValue, known: Partial<Context>) =>
  (end: RunningMachine & { context: Context }): void => {
    at(value)(end);
    const names = Object.keys(known) as (keyof Context)[];
    assert.deepEqual(Object.fromEntries(names.map((name) => [name, end.context[name]])), known);
  };
