/** Fetches the code and the messages of query mode, which only a loan with open queries needs. */
import type { QueryMode } from './query-mode/chunk.ts';

let loading: Promise<QueryMode> | undefined;

/** The same promise at each call, as React's `use` requires; rejects where the chunk cannot be had. */
export const loadQueryMode = (): Promise<QueryMode> =>
  (loading ??= import('./query-mode/chunk.ts').then((all) => all.loadQueryModeMessages()));
