/** The cache of resources, in a file of its own because the first screen does not need the hook (resource.ts). */
import { createContext } from 'react';
import type { Outcome } from '../../domain/outcome.ts';

export type Resource<T> =
  { status: 'idle' | 'loading' | 'failed'; value?: undefined } | { status: 'loaded'; value: T };

export interface ResourceSource<T> {
  load(signal: AbortSignal): Promise<Outcome<T>>;
  /** Frees the value after the last subscriber; without it, the value stays in the cache. */
  dispose?(value: T): void;
}

/** By key; one per page. */
export type ResourceCache = Map<string, ResourceEntry>;

export interface ResourceEntry {
  resource: Resource<unknown>;
  source: ResourceSource<unknown>;
  listeners: Set<() => void>;
  controller: AbortController;
}

export const ResourceCacheContext = createContext<ResourceCache | null>(null);

export const ResourceCacheProvider = ResourceCacheContext.Provider;
