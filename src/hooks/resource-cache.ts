/** What a page has read, apart from the hook that reads it (resource.ts), which the first screen does not need. */
import { createContext } from 'react';
import type { Outcome } from '../../domain/outcome.ts';

export type Resource<T> =
  { status: 'idle' | 'loading' | 'failed'; value?: undefined } | { status: 'loaded'; value: T };

export interface ResourceSource<T> {
  load(signal: AbortSignal): Promise<Outcome<T>>;
  /** Frees the value once nobody shows it any more; a source without it has its value kept for the next who asks. */
  dispose?(value: T): void;
}

/** By key; begins as an empty map, one for each page. */
export type ResourceCache = Map<string, ResourceEntry>;

export interface ResourceEntry {
  resource: Resource<unknown>;
  source: ResourceSource<unknown>;
  listeners: Set<() => void>;
  controller: AbortController;
}

export const ResourceCacheContext = createContext<ResourceCache | null>(null);

export const ResourceCacheProvider = ResourceCacheContext.Provider;
