import { environmentManager, focusManager, onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Outcome } from '../../domain/values/outcome.ts';
import type { Failure } from '../../machines/outcome.ts';
import {
  fetchQuery,
  cachedForever,
  pollWhile,
  queryClient,
  type QueryOptions,
  setQueryData,
  toTanStack,
} from './query.tsx';

const unreachable = { kind: 'unreachable' } as const;
const notFound: Outcome<never> = { kind: 'refused', status: 404, code: 'refusal.notFound', errors: [] };
const ok = (value: string) => ({ kind: 'ok', value }) as const;

beforeAll(() => environmentManager.setIsServer(() => false));
afterAll(() => environmentManager.setIsServer(() => typeof window === 'undefined'));

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  queryClient.clear();
  onlineManager.setOnline(true);
  focusManager.setFocused(undefined);
});

describe('a query', () => {
  it('is pending until it is read and then has the value', async () => {
    const { show, answer } = reads();
    const courses = show('courses 7');
    expect(courses.now()).toMatchObject({ status: 'pending' });
    await answer(0, ok('Class 1'));
    expect(courses.now()).toMatchObject({ status: 'success', data: 'Class 1' });
  });

  it('is read once for all observers, even if the first one leaves', async () => {
    const { calls, show, answer } = reads();
    const first = show('banks');
    const second = show('banks');
    first.leave();
    await answer(0, ok('All banks'));
    expect(second.now()).toMatchObject({ data: 'All banks' });
    expect(calls).toHaveLength(1);
  });

  it('is removed with its last observer unless its options keep it', async () => {
    const { calls, show, answer } = reads();
    for (const options of [{}, cachedForever]) {
      const { leave } = show('loans', options);
      await answer(calls.length - 1, ok('One loan'));
      leave();
      await vi.advanceTimersByTimeAsync(1);
    }
    expect(calls).toHaveLength(2);
    expect(show('loans', cachedForever).now()).toMatchObject({ data: 'One loan' });
    expect(calls).toHaveLength(2);
  });

  it('drops a late answer to another key and aborts its call', async () => {
    const { calls, show, answer } = reads();
    show('courses 7').leave();
    const eight = show('courses 8');
    expect(calls.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    await answer(0, ok('Of seven'));
    expect(eight.now()).toMatchObject({ status: 'pending' });
    await answer(1, ok('Of eight'));
    expect(eight.now()).toMatchObject({ data: 'Of eight' });
    expect(show('courses 7').now()).toMatchObject({ status: 'pending' });
  });

  it('that fails has the failure and is read again on a retry', async () => {
    const { show, answer } = reads();
    const courses = show('courses 7');
    await answer(0, unreachable);
    expect(courses.now()).toMatchObject({ status: 'error', error: unreachable });
    void courses.refetch();
    expect(courses.now()).toMatchObject({ status: 'pending', error: null });
    await answer(1, ok('Class 1'));
    expect(courses.now()).toMatchObject({ status: 'success', data: 'Class 1' });
  });

  it('that fails is read again when the connection returns or another observer comes', async () => {
    const { calls, show, answer } = reads();
    const one = show('states');
    await answer(0, unreachable);
    await reconnect();
    expect(calls).toHaveLength(2);
    await answer(1, unreachable);
    show('states');
    expect(calls).toHaveLength(3);
    one.leave();
    expect(calls[2]?.signal.aborted).toBe(false);
  });

  it('is not read again on reconnection where it has a value or no observer', async () => {
    const { calls, show, answer } = reads();
    const { leave } = show('states');
    show('cities');
    await answer(0, unreachable);
    await answer(1, ok('Pune'));
    leave();
    await reconnect();
    expect(calls).toHaveLength(2);
  });

  it('is read even while the browser reports no connection', () => {
    onlineManager.setOnline(false);
    const { calls, show } = reads();
    show('states');
    expect(calls).toHaveLength(1);
  });
});

describe('a polled query', () => {
  const pending = pollWhile((value: string) => value === 'pending', 5000);

  it('is read again until its value changes', async () => {
    const { calls, show, answer } = reads();
    const offers = show('offers', pending);
    await answer(0, ok('pending'));
    await vi.advanceTimersByTimeAsync(5000);
    await answer(1, ok('done'));
    expect(offers.now()).toMatchObject({ data: 'done' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls).toHaveLength(2);
  });

  it('keeps its value where a poll fails, and is polled again', async () => {
    const { show, answer } = reads();
    const offers = show('offers', pending);
    await answer(0, ok('pending'));
    await vi.advanceTimersByTimeAsync(5000);
    await answer(1, unreachable);
    expect(offers.now()).toMatchObject({ data: 'pending' });
    await vi.advanceTimersByTimeAsync(5000);
    await answer(2, ok('done'));
    expect(offers.now()).toMatchObject({ status: 'success', data: 'done' });
  });

  it('takes the answer of another call and ignores the poll in progress', async () => {
    const { query, show, answer } = reads();
    const offers = show('offers', pending);
    await answer(0, ok('pending'));
    await vi.advanceTimersByTimeAsync(5000);
    setQueryData(query('offers'), 'done');
    await answer(1, ok('pending'));
    expect(offers.now()).toMatchObject({ status: 'success', data: 'done', fetchStatus: 'idle' });
  });

  it('is read when the page is shown again, unless it was not found', async () => {
    const { calls, show, answer } = reads();
    show('offers', pending);
    show('nothing', pending);
    await answer(0, ok('done'));
    await answer(1, notFound);
    focusManager.setFocused(false);
    focusManager.setFocused(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(calls.map(({ key }) => key)).toEqual(['offers', 'nothing', 'offers']);
  });
});

describe('fetchQuery', () => {
  it('shares a reading in progress and returns the cached value', async () => {
    const { calls, query, show, answer } = reads();
    show('banks', cachedForever);
    const outcome = fetchQuery(query('banks', cachedForever));
    await answer(0, ok('all'));
    expect(await outcome).toEqual(ok('all'));
    expect(await fetchQuery(query('banks', cachedForever))).toEqual(ok('all'));
    expect(calls).toHaveLength(1);
  });

  it('returns the failure where no answer comes', async () => {
    const { query, answer } = reads();
    const outcome = fetchQuery(query('banks'));
    await answer(0, unreachable);
    expect(await outcome).toEqual(unreachable);
  });

  it('completes the reading after the observer has left', async () => {
    const { calls, query, show, answer } = reads();
    const { leave } = show('banks', cachedForever);
    const outcome = fetchQuery(query('banks', cachedForever));
    leave();
    expect(calls[0]?.signal.aborted).toBe(false);
    await answer(0, ok('all'));
    expect(await outcome).toEqual(ok('all'));
    expect(calls).toHaveLength(1);
  });
});

async function reconnect() {
  onlineManager.setOnline(false);
  onlineManager.setOnline(true);
  await vi.advanceTimersByTimeAsync(0);
}

function reads() {
  const calls: { key: string; signal: AbortSignal; answer: (outcome: Outcome<string>) => void }[] = [];
  const query = (key: string, options: Partial<QueryOptions<string>> = {}): QueryOptions<string> => ({
    queryKey: [key],
    queryFn: ({ signal }) =>
      new Promise((answer) => {
        calls.push({ key, signal, answer });
      }),
    ...options,
  });
  return {
    calls,
    query,
    show: (key: string, options?: Partial<QueryOptions<string>>) => {
      const observer = new QueryObserver<string, Failure>(queryClient, toTanStack(query(key, options)));
      return {
        leave: observer.subscribe(() => undefined),
        now: () => observer.getCurrentResult(),
        refetch: () => observer.refetch(),
      };
    },
    answer: async (index: number, outcome: Outcome<string>) => {
      calls[index]?.answer(outcome);
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}
