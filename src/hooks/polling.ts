/** A value of the server that changes by itself: its state for a screen. */
import { useSelector } from '@xstate/react';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { createActor, fromPromise } from 'xstate';
import type { Outcome } from '../../domain/values/outcome.ts';
import type { Failure } from '../../machines/outcome.ts';
import { pollingMachine } from '../../machines/polling.ts';
import { provideActors } from '../../machines/provide-actors.ts';
import { actorOptions } from './actor-options.ts';
import { useLocalActor } from './local-actor.ts';

export type Polled<T> = (
  { status: 'loading' | 'failed' | 'notFound'; value?: undefined } | { status: 'loaded'; value: T }
) & {
  /** Why there is no value. */
  failure: Failure | null;
  retry: () => void;
  /** Reads it again at once. */
  refresh: () => void;
  /** Takes the value from the answer of another call. */
  change: (value: T) => void;
};

/**
 * Reads it while the component is mounted, again at an interval while `isPending`, and whenever the page is shown
 * again. Give the component a key where `read` depends on something.
 */
export function usePolling<T>(
  read: (signal: AbortSignal) => Promise<Outcome<T>>,
  isPending: (value: T) => boolean,
): Polled<T> {
  const latest = useRef(read);
  useLayoutEffect(() => {
    latest.current = read;
  });
  const actor = useLocalActor(() =>
    createActor(
      provideActors(pollingMachine, { read: fromPromise(({ signal }) => latest.current(signal)) }),
      // The machine does not know the value's type; `read` alone makes it.
      { input: { isPending: (value) => isPending(value as T) }, ...actorOptions },
    ),
  );
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === 'visible') actor.send({ type: 'refresh.requested' });
    };
    document.addEventListener('visibilitychange', refresh);
    return () => document.removeEventListener('visibilitychange', refresh);
  }, [actor]);
  const now = useSelector(actor, (snapshot) => snapshot);
  const commands = useMemo(
    () => ({
      retry: () => actor.send({ type: 'retry.requested' }),
      refresh: () => actor.send({ type: 'refresh.requested' }),
      change: (value: T) => actor.send({ type: 'value.changed', value }),
    }),
    [actor],
  );
  const known = { failure: now.context.failure, ...commands };
  if (now.matches('loaded')) return { status: 'loaded', value: now.context.value as T, ...known };
  if (now.matches('failed')) return { status: 'failed', ...known };
  return { status: now.matches('notFound') ? 'notFound' : 'loading', ...known };
}
