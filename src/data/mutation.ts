/**
 * Writing to the server. Unlike the library's mutation, one that is started twice is sent once, and ends with the
 * component that sends it.
 */
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Outcome } from '../../domain/values/outcome.ts';
import type { Failure } from '../../machines/outcome.ts';
import type { OperationId } from '../../openapi/operations.ts';
import type { Params, Result } from '../api/call.ts';
import { useCall } from './call.ts';

export interface MutationOptions<Variables, Value> {
  mutationFn: (variables: Variables, signal: AbortSignal) => Promise<Outcome<Value>>;
  onSuccess?: ((value: Value, variables: Variables) => void) | undefined;
}

export interface MutationState<Variables, Value> {
  status: 'idle' | 'pending' | 'error' | 'success';
  /** The variables of the latest call. */
  variables?: Variables;
  /** The server's response; undefined unless the call has succeeded. */
  data?: Value;
  /** The failure of the latest attempt. */
  error: Failure | null;
}

export interface Mutation<Variables = void, Value = unknown> extends MutationState<Variables, Value> {
  isPending: boolean;
  isSuccess: boolean;
  /** Sends the variables; ignored during a pending call. */
  mutate: (variables: Variables) => void;
  /** Forgets what has become of the last attempt. */
  reset: () => void;
}

/** `useMutation({ mutationFn: (body: Body, signal) => send(body, signal), onSuccess: close })` */
export function useMutation<Value, Variables = void>(
  options: MutationOptions<Variables, Value>,
): Mutation<Variables, Value> {
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  const [mutation] = useState(() =>
    createMutation<Variables, Value>({
      mutationFn: (variables, signal) => latest.current.mutationFn(variables, signal),
      onSuccess: (value, variables) => latest.current.onSuccess?.(value, variables),
    }),
  );
  useEffect(() => mutation.abort, [mutation]);
  const state = useSyncExternalStore(mutation.subscribe, mutation.getState, mutation.getState);
  return {
    ...state,
    isPending: state.status === 'pending',
    isSuccess: state.status === 'success',
    mutate: (variables) => void mutation.mutate(variables),
    reset: mutation.reset,
  };
}

/** Calls an operation of the API: `useApiMutation('withdrawMandate', onChanged)`. */
export function useApiMutation<Id extends OperationId>(
  operation: Id,
  onSuccess?: (value: Result<Id>) => void,
): Mutation<Params<Id>, Result<Id>> {
  const call = useCall();
  const mutationFn = (params: Params<Id>, signal: AbortSignal) => call(operation, params, { signal });
  return useMutation({ mutationFn, onSuccess });
}

/** Creates a mutation for code outside of components. */
export function createMutation<Variables, Value>(options: MutationOptions<Variables, Value>) {
  const idle: MutationState<Variables, Value> = { status: 'idle', error: null };
  let state = idle;
  let running: AbortController | null = null;
  const listeners = new Set<() => void>();
  const set = (next: MutationState<Variables, Value>) => {
    state = next;
    for (const listener of listeners) listener();
  };
  return {
    getState: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    mutate: async (variables: Variables): Promise<void> => {
      if (running) return;
      running = new AbortController();
      const { signal } = running;
      set({ status: 'pending', variables, error: null });
      const outcome = await options.mutationFn(variables, signal);
      if (signal.aborted) return;
      running = null;
      if (outcome.kind !== 'ok') return set({ status: 'error', variables, error: outcome });
      set({ status: 'success', variables, data: outcome.value, error: null });
      options.onSuccess?.(outcome.value, variables);
    },
    reset: () => {
      if (!running) set(idle);
    },
    abort: () => {
      running?.abort();
      running = null;
    },
  };
}
