/** A cache of fetched resources, shared by all components of a page. */
import { createContext, useCallback, useContext, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import type { Outcome } from '../../domain/values/outcome.ts';

export type Resource<T> =
  { status: 'idle' | 'loading' | 'failed'; value?: undefined } | { status: 'loaded'; value: T };

export interface ResourceSource<T> {
  load(signal: AbortSignal): Promise<Outcome<T>>;
  /** Frees the value after the last subscriber; without it, the value stays in the cache. */
  dispose?(value: T): void;
}

/** Maps a key to its entry; one per page. */
export type ResourceCache = Map<string, ResourceEntry>;

interface ResourceEntry {
  resource: Resource<unknown>;
  source: ResourceSource<unknown>;
  listeners: Set<() => void>;
  controller: AbortController;
}

export const ResourceCacheContext = createContext<ResourceCache | null>(null);

export const ResourceCacheProvider = ResourceCacheContext.Provider;

const idle: Resource<never> = { status: 'idle' };
const loading: Resource<never> = { status: 'loading' };
const failed: Resource<never> = { status: 'failed' };

/**
 * `useResource('banks', (signal) => call('listBanks', {}, { signal }))` loads while the component is mounted. A failed
 * load is repeated by `retry` or when the connection returns. A late response for another key is dropped.
 * @param key identifies everything that `load` depends on; null while there is nothing to load
 * @param dispose as in ResourceSource
 */
export function useResource<T>(
  key: string | null,
  load: ResourceSource<T>['load'],
  dispose?: (value: T) => void,
): Resource<T> & { retry: () => void } {
  const cache = useContext(ResourceCacheContext);
  if (!cache) throw new Error('No ResourceCacheProvider');
  const source = useRef<ResourceSource<T>>({ load });
  useLayoutEffect(() => {
    source.current = { load, ...(dispose && { dispose }) };
  });
  const subscribe = useCallback(
    (listener: () => void) =>
      key === null ? () => undefined : subscribeToResource(cache, key, source.current, listener),
    [cache, key],
  );
  const read = () => (key === null ? idle : readResource(cache, key));
  const resource = useSyncExternalStore(subscribe, read, read) as Resource<T>;
  const retry = useCallback(() => retryResource(cache, key ?? ''), [cache, key]);
  return { ...resource, retry };
}

/** Pass it as `dispose` where a value is read again each time it is shown: it may have changed, or be another customer's. */
export const disposeAtOnce = () => undefined;

/** The outcome of a dynamic import; a chunk that fails to load is `unreachable`. */
export const outcomeOfImport = <T>(loading: Promise<T>): Promise<Outcome<T>> =>
  loading.then(
    (value) => ({ kind: 'ok', value }),
    () => ({ kind: 'unreachable' }),
  );

/** The outcome of a resource for whoever is no component: loaded where the cache does not have it yet. */
export const outcomeOfResource = <T>(
  cache: ResourceCache,
  key: string,
  source: ResourceSource<T>,
  signal: AbortSignal,
): Promise<Outcome<T>> =>
  new Promise((resolve) => {
    const settle = () => {
      const { status, value } = readResource(cache, key);
      if (status === 'loading' && !signal.aborted) return;
      unsubscribe();
      resolve(status === 'loaded' ? { kind: 'ok', value: value as T } : { kind: 'unreachable' });
    };
    const unsubscribe = subscribeToResource(cache, key, source, settle);
    signal.addEventListener('abort', settle);
    settle();
  });

export const readResource = (cache: ResourceCache, key: string): Resource<unknown> =>
  cache.get(key)?.resource ?? loading;

/** Starts loading for the first listener, and aborts when the last one unsubscribes. */
export function subscribeToResource<T>(
  cache: ResourceCache,
  key: string,
  source: ResourceSource<T>,
  listener: () => void,
): () => void {
  const entry = cache.get(key) ?? startLoading(cache, key, source);
  entry.listeners.add(listener);
  const retry = () => retryResource(cache, key);
  retry();
  window.addEventListener('online', retry);
  return () => {
    window.removeEventListener('online', retry);
    entry.listeners.delete(listener);
    const { resource, source } = entry;
    if (entry.listeners.size > 0 || (resource.status === 'loaded' && !source.dispose)) return;
    entry.controller.abort();
    if (resource.status === 'loaded') source.dispose?.(resource.value);
    cache.delete(key);
  };
}

/** Repeats a failed load. */
export function retryResource(cache: ResourceCache, key: string): void {
  const entry = cache.get(key);
  if (entry?.resource.status === 'failed') load(entry);
}

function startLoading(cache: ResourceCache, key: string, source: ResourceSource<unknown>): ResourceEntry {
  const entry = {
    resource: loading,
    source,
    listeners: new Set<() => void>(),
    controller: new AbortController(),
  };
  cache.set(key, entry);
  load(entry);
  return entry;
}

function load(entry: ResourceEntry): void {
  const { source, controller } = entry;
  show(entry, loading);
  void source.load(controller.signal).then((outcome) => {
    const isOk = outcome.kind === 'ok';
    if (!controller.signal.aborted) show(entry, isOk ? { status: 'loaded', value: outcome.value } : failed);
    else if (isOk) source.dispose?.(outcome.value);
  });
}

function show(entry: ResourceEntry, resource: Resource<unknown>): void {
  entry.resource = resource;
  for (const listener of entry.listeners) listener();
}
