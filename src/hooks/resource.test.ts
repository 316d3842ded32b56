import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Outcome } from '../../domain/values/outcome.ts';
import {
  outcomeOfImport,
  outcomeOfResource,
  readResource,
  retryResource,
  subscribeToResource,
} from './resource.ts';
import type { ResourceCache } from './resource.ts';

const unreachable = { kind: 'unreachable' } as const;
const ok = (value: string) => ({ kind: 'ok', value }) as const;

beforeEach(() => vi.stubGlobal('window', new EventTarget()));
afterEach(() => vi.unstubAllGlobals());

describe('a resource', () => {
  it('is loading until it is loaded, and says so', async () => {
    const { cache, listen, answer } = resources();
    const listener = listen('courses 7').listener;
    expect(readResource(cache, 'courses 7')).toEqual({ status: 'loading' });
    await answer(0, ok('Class 1'));
    expect(readResource(cache, 'courses 7')).toEqual({ status: 'loaded', value: 'Class 1' });
    expect(listener).toHaveBeenCalled();
  });

  it('is loaded once for all who show it, and for those who come later', async () => {
    const { cache, loads, listen, answer } = resources();
    const first = listen('banks');
    const second = listen('banks');
    first.leave();
    await answer(0, ok('All banks'));
    expect(second.listener).toHaveBeenCalled();
    second.leave();
    listen('banks');
    expect(readResource(cache, 'banks')).toEqual({ status: 'loaded', value: 'All banks' });
    expect(loads).toHaveLength(1);
  });

  it('belongs to its key: a late answer to another one is dropped, and its call ended', async () => {
    const { cache, loads, listen, answer } = resources();
    const left = listen('courses 7');
    left.leave();
    listen('courses 8');
    expect(loads.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    await answer(0, ok('Of seven'));
    expect(readResource(cache, 'courses 8')).toEqual({ status: 'loading' });
    await answer(1, ok('Of eight'));
    expect(readResource(cache, 'courses 8')).toEqual({ status: 'loaded', value: 'Of eight' });
    expect(readResource(cache, 'courses 7')).toEqual({ status: 'loading' });
  });

  it('that failed is loaded again when somebody tries again', async () => {
    const { cache, loads, listen, answer } = resources();
    listen('courses 7');
    await answer(0, unreachable);
    expect(readResource(cache, 'courses 7')).toEqual({ status: 'failed' });
    retryResource(cache, 'courses 7');
    expect(readResource(cache, 'courses 7')).toEqual({ status: 'loading' });
    await answer(1, ok('Class 1'));
    retryResource(cache, 'courses 7');
    expect(readResource(cache, 'courses 7')).toEqual({ status: 'loaded', value: 'Class 1' });
    expect(loads).toHaveLength(2);
  });

  it('that failed is loaded again as the connection returns, or for whoever comes next', async () => {
    const { loads, listen, answer } = resources();
    const one = listen('states');
    await answer(0, unreachable);
    window.dispatchEvent(new Event('online'));
    expect(loads).toHaveLength(2);
    await answer(1, unreachable);
    listen('states');
    expect(loads).toHaveLength(3);
    one.leave();
    expect(loads[2]?.signal.aborted).toBe(false);
  });

  it('is left alone by the connection once nobody shows it', async () => {
    const { loads, listen, answer } = resources();
    const { leave } = listen('states');
    await answer(0, unreachable);
    leave();
    window.dispatchEvent(new Event('online'));
    expect(loads).toHaveLength(1);
  });
});

describe('a resource that must be freed', () => {
  it('is kept while somebody shows it, freed as the last one leaves, and loaded anew after', async () => {
    const { loads, listen, answer, dispose } = resources();
    const one = listen('preview', true);
    const other = listen('preview', true);
    await answer(0, ok('blob:1'));
    one.leave();
    expect(dispose).not.toHaveBeenCalled();
    other.leave();
    expect(dispose.mock.calls).toEqual([['blob:1']]);
    listen('preview', true);
    expect(loads).toHaveLength(2);
  });

  it('is freed when it comes after everybody has left', async () => {
    const { listen, answer, dispose } = resources();
    listen('preview', true).leave();
    await answer(0, ok('blob:1'));
    expect(dispose.mock.calls).toEqual([['blob:1']]);
  });
});

it('whoever is no component waits for the same load, for as long as its signal lasts', async () => {
  const { cache, loads, listen, answer, load } = resources();
  listen('banks');
  const { signal } = new AbortController();
  const gone = new AbortController();
  const outcome = outcomeOfResource(cache, 'banks', { load }, signal);
  const ended = outcomeOfResource(cache, 'banks', { load }, gone.signal);
  gone.abort();
  expect(await ended).toEqual(unreachable);
  await answer(0, ok('all'));
  expect(await outcome).toEqual(ok('all'));
  expect(await outcomeOfResource(cache, 'banks', { load }, signal)).toEqual(ok('all'));
  expect(loads).toHaveLength(1);
});

it('code that does not come is as good as no answer', async () => {
  expect(await outcomeOfImport(Promise.resolve('words'))).toEqual(ok('words'));
  expect(await outcomeOfImport(Promise.reject(new TypeError('Failed to fetch')))).toEqual(unreachable);
});

function resources() {
  const cache: ResourceCache = new Map();
  const loads: { signal: AbortSignal; answer: (outcome: Outcome<string>) => void }[] = [];
  const dispose = vi.fn();
  const load = (signal: AbortSignal) =>
    new Promise<Outcome<string>>((answer) => {
      loads.push({ signal, answer });
    });
  return {
    cache,
    loads,
    dispose,
    load,
    listen: (key: string, isFreed = false) => {
      const listener = vi.fn();
      const source = { load, ...(isFreed && { dispose }) };
      return { listener, leave: subscribeToResource(cache, key, source, listener) };
    },
    answer: async (index: number, outcome: Outcome<string>) => {
      loads[index]?.answer(outcome);
      await Promise.resolve();
      await Promise.resolve();
    },
  };
}
