import { describe, expect, it, vi } from 'vitest';
import type { Outcome } from '../../domain/values/outcome.ts';
import { createMutation } from './mutation.ts';

const body = { query: 'When is it paid?' };
const unreachable = { kind: 'unreachable' } as const;
const ok = (value: string) => ({ kind: 'ok', value }) as const;

describe('a mutation', () => {
  it('is pending while it is sent and then has the answer', async () => {
    const { mutation, onSuccess, changed, answer } = sends();
    expect(mutation.getState()).toEqual({ status: 'idle', error: null });
    void mutation.mutate(body);
    expect(mutation.getState()).toEqual({ status: 'pending', variables: body, error: null });
    await answer(0, ok('stored'));
    expect(mutation.getState()).toEqual({ status: 'success', variables: body, data: 'stored', error: null });
    expect(onSuccess.mock.calls).toEqual([['stored', body]]);
    expect(changed).toHaveBeenCalledTimes(2);
  });

  it('is sent once where it is started twice', async () => {
    const { mutation, calls, answer } = sends();
    void mutation.mutate(body);
    void mutation.mutate(body);
    await answer(0, ok('stored'));
    expect(calls).toHaveLength(1);
  });

  it('that fails has the failure, which a retry clears', async () => {
    const { mutation, onSuccess, answer } = sends();
    void mutation.mutate(body);
    await answer(0, unreachable);
    expect(mutation.getState()).toEqual({ status: 'error', variables: body, error: unreachable });
    expect(onSuccess).not.toHaveBeenCalled();
    void mutation.mutate(body);
    expect(mutation.getState()).toMatchObject({ status: 'pending', error: null });
    await answer(1, ok('stored'));
    expect(mutation.getState()).toMatchObject({ status: 'success', data: 'stored' });
  });

  it('can be reset once it is answered, but not while it is pending', async () => {
    const { mutation, calls, answer } = sends();
    void mutation.mutate(body);
    mutation.reset();
    expect(mutation.getState()).toMatchObject({ status: 'pending' });
    await answer(0, ok('stored'));
    mutation.reset();
    expect(mutation.getState()).toEqual({ status: 'idle', error: null });
    void mutation.mutate(body);
    expect(calls).toHaveLength(2);
  });

  it('that is aborted aborts its call and drops a late answer', async () => {
    const { mutation, calls, onSuccess, answer } = sends();
    void mutation.mutate(body);
    mutation.abort();
    expect(calls[0]?.signal.aborted).toBe(true);
    await answer(0, ok('stored'));
    expect(mutation.getState()).toMatchObject({ status: 'pending' });
    expect(onSuccess).not.toHaveBeenCalled();
  });
});

function sends() {
  const calls: { signal: AbortSignal; answer: (outcome: Outcome<string>) => void }[] = [];
  const onSuccess = vi.fn();
  const mutation = createMutation<typeof body, string>({
    mutationFn: (_, signal) =>
      new Promise((answer) => {
        calls.push({ signal, answer });
      }),
    onSuccess,
  });
  const changed = vi.fn();
  mutation.subscribe(changed);
  return {
    mutation,
    calls,
    onSuccess,
    changed,
    answer: async (index: number, outcome: Outcome<string>) => {
      calls[index]?.answer(outcome);
      await Promise.resolve();
      await Promise.resolve();
    },
  };
}
