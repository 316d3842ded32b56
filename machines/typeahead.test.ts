import { describe, expect, it } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import type { Outcome } from '../domain/values/outcome.ts';
import type { Institution } from '../domain/values/wire.ts';
import { searchDebounceMs, typeaheadMachine } from './typeahead.ts';

const found = (name: string): Outcome<Institution[]> => ({ kind: 'ok', value: [{ id: 1, name }] });

/** Returns a picker whose searches are answered by hand: `asked` lists the requests, in order. */
function picker() {
  const asked: { text: string; signal: AbortSignal; answer: (outcome: Outcome<Institution[]>) => void }[] =
    [];
  const clock = new SimulatedClock();
  const actor = createActor(
    typeaheadMachine.provide({
      actors: {
        search: fromPromise<Outcome<Institution[]>, { text: string }>(
          ({ input, signal }) =>
            new Promise((answer) => {
              asked.push({ text: input.text, signal, answer });
            }),
        ),
      },
    }),
    { clock },
  ).start();
  return {
    asked,
    type: (text: string) => actor.send({ type: 'text.typed', text }),
    pause: () => clock.increment(searchDebounceMs),
    wait: (ms: number) => clock.increment(ms),
    answer: async (index: number, outcome: Outcome<Institution[]>) => {
      asked[index]?.answer(outcome);
      await Promise.resolve();
      await Promise.resolve();
    },
    now: () => actor.getSnapshot(),
  };
}

describe('the search of the institution picker', () => {
  it('does not search for two characters, even with spaces around them', () => {
    const { type, pause, asked, now } = picker();
    type('ab');
    pause();
    type(' ab  ');
    pause();
    expect(asked).toEqual([]);
    expect(now().value).toBe('idle');
  });

  it('searches from the third character after a pause, and counts characters, not code units', () => {
    const { type, pause, wait, asked, now } = picker();
    type('abc');
    wait(searchDebounceMs - 1);
    type('abcd');
    wait(searchDebounceMs - 1);
    expect(asked).toEqual([]);
    expect(now().hasTag('loading')).toBe(true);
    wait(1);
    expect(asked.map(({ text }) => text)).toEqual(['abcd']);
    type('𑀓𑀓');
    pause();
    expect(asked).toHaveLength(1);
  });

  it('shows the results', async () => {
    const { type, pause, answer, now } = picker();
    type('abc');
    pause();
    await answer(0, found('Abc School'));
    expect(now().value).toBe('loaded');
    expect(now().context.results).toEqual([{ id: 1, name: 'Abc School' }]);
    type('abc ');
    expect(now().value).toBe('loaded');
  });

  it('drops a late answer to an older text and aborts its call', async () => {
    const { type, pause, answer, asked, now } = picker();
    type('abc');
    pause();
    type('abcd');
    expect(asked[0]?.signal.aborted).toBe(true);
    pause();
    await answer(1, found('Newer'));
    await answer(0, found('Older'));
    expect(now().context.results).toEqual([{ id: 1, name: 'Newer' }]);
  });

  it('clears the results when the text becomes too short', async () => {
    const { type, pause, answer, now } = picker();
    type('abc');
    pause();
    await answer(0, found('Abc School'));
    type('ab');
    expect(now().value).toBe('idle');
    expect(now().context.results).toEqual([]);
  });

  it.each<Outcome<Institution[]>>([
    { kind: 'unreachable' },
    { kind: 'gatewayTimedOut' },
    { kind: 'refused', status: 429, code: 'refusal.failed', errors: [] },
  ])('fails without a result ($kind) and searches again when the text changes', async (failure) => {
    const { type, pause, answer, asked, now } = picker();
    type('abc');
    pause();
    await answer(0, failure);
    expect(now().value).toBe('failed');
    type('abc ');
    pause();
    expect(asked).toHaveLength(2);
    await answer(1, found('Abc School'));
    expect(now().value).toBe('loaded');
  });
});
