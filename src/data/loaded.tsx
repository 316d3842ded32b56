/** Shows what is read from the server: a skeleton until it is there, 'Try again' where it could not be read. */
import type { ReactNode } from 'react';
import { LoadFailed, type LoadFailedProps } from './load-failed.tsx';
import type { QueryResult } from './query.ts';

export interface LoadedProps<T> {
  query: QueryResult<T>;
  /** Shown while it is read. */
  pending: ReactNode;
  /** What is said where it could not be read. */
  failed?: Omit<LoadFailedProps, 'onRetry'> | ((retry: () => void) => ReactNode);
  children: (data: T) => ReactNode;
}

/** Nothing for a query that is not wanted yet. What was read stays where a later reading fails. */
export function Loaded<T>({ query, pending, failed = {}, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (!query.isError) return query.isLoading && pending;
  const retry = () => void query.refetch();
  return typeof failed === 'function' ? failed(retry) : <LoadFailed {...failed} onRetry={retry} />;
}
