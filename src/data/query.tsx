/**
 * Reading from the server, by TanStack Query: a skeleton until data has arrived, 'Try again' if it could not be read. A
 * failure is a value here too: the `error` of a query is the outcome.
 */
import type { ReactNode } from 'react';
import {
  type DefaultError,
  onlineManager,
  type Query,
  QueryClient,
  QueryObserver,
  useQuery as useTanStackQuery,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import type { Outcome } from '../../domain/values/outcome.ts';
import { type Failure, statusOf } from '../../machines/outcome.ts';
import type { OperationId } from '../../openapi/operations.ts';
import type { Call, Params, Result } from '../api/call.ts';
import { useCall } from './call.ts';
import { LoadFailed, type LoadFailedProps } from './load-failed.tsx';

interface LoadedProps<T> {
  query: QueryResult<T>;
  /** Shown while it is read. */
  pending: ReactNode;
  /** The message if the data could not be read. */
  failed?: Omit<LoadFailedProps, 'onRetry'> | ((retry: () => void) => ReactNode);
  children: (data: T) => ReactNode;
}

/** Renders nothing for a query that is not wanted yet. Data that was read stays if a later request fails. */
export function Loaded<T>({ query, pending, failed = {}, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (!query.isError) return query.isLoading && pending;
  const retry = () => void query.refetch();
  return typeof failed === 'function' ? failed(retry) : <LoadFailed {...failed} onRetry={retry} />;
}

/**
 * The cache of the page. A value is forgotten with the last component that shows it, because it may have changed, or be
 * another customer's; `cachedForever` is for those that are the same for everybody.
 */
export const queryClient = createQueryClient();

export interface QueryOptions<T> extends Partial<
  Pick<
    UseQueryOptions<T, Failure>,
    'enabled' | 'gcTime' | 'staleTime' | 'refetchInterval' | 'refetchOnWindowFocus' | 'placeholderData'
  >
> {
  /** The operation and its parameters, or other values that the result depends on. */
  queryKey: readonly unknown[];
  queryFn: (context: { signal: AbortSignal }) => Promise<Outcome<T>>;
}

export type QueryResult<T> = UseQueryResult<T, Failure>;

/**
 * Reads while the component is mounted: `useQuery({ queryKey: ['plans'], queryFn: ({ signal }) => readPlans(signal)
 * })`. A failed query is read again by `refetch`, and when the connection returns.
 */
export const useQuery = <T,>(options: QueryOptions<T>): QueryResult<T> =>
  useTanStackQuery(toTanStack(options), queryClient);

type ApiQueryParams<Id extends OperationId> = [
  operation: Id,
  /** Null while there is nothing to read. */
  params: Params<Id> | null,
  options?: Omit<QueryOptions<Result<Id>>, 'queryKey' | 'queryFn' | 'enabled'>,
];

/** Reads an operation of the API: `useApiQuery('getInstitute', { path: { id } })`. */
export const useApiQuery = <Id extends OperationId>(...query: ApiQueryParams<Id>): QueryResult<Result<Id>> =>
  useQuery(apiQuery(useCall(), ...query));

export const apiQuery = <Id extends OperationId>(
  call: Call,
  ...[operation, params, options]: ApiQueryParams<Id>
): QueryOptions<Result<Id>> => ({
  queryKey: [operation, params],
  queryFn: ({ signal }) => call(operation, params as Params<Id>, { signal }),
  enabled: params !== null,
  ...options,
});

/** Options for a value that is the same for everybody, and for as long as the page lives. */
export const cachedForever = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY };

/** Options for a value that may change elsewhere: read again whenever the page is shown again, unless there is none. */
export const refetchOnFocus = {
  refetchOnWindowFocus: ({ state }: { state: { error: Failure | null } }) =>
    (state.error === null || statusOf(state.error) !== 404) && ('always' as const),
};

/** Options for a value that changes by itself: `refetchOnFocus`, and read again every `ms` milliseconds while `isPending`. */
export const pollWhile = <T,>(isPending: (value: T) => boolean, ms = 5000) => ({
  refetchInterval: ({ state: { data } }: Query<T, Failure>) => data !== undefined && isPending(data) && ms,
  ...refetchOnFocus,
});

/**
 * Returns the outcome of a query for code outside of components: read if the cache does not have it yet. It observes
 * the query, because an unobserved one is aborted, also when the last component that shows it leaves.
 */
export async function fetchQuery<T>(options: QueryOptions<T>): Promise<Outcome<T>> {
  const stop = new QueryObserver(queryClient, toTanStack(options)).subscribe(() => undefined);
  try {
    return { kind: 'ok', value: await queryClient.fetchQuery(toTanStack(options)) };
  } catch {
    return { kind: 'unreachable' };
  } finally {
    stop();
  }
}

/** Reads the mounted queries of an operation again, with any parameters. */
export const invalidateQueries = (operation: OperationId): void => {
  void queryClient.invalidateQueries({ queryKey: [operation] });
};

/** Sets the value from the response of another call; it replaces a request in progress. */
export function setQueryData<T>({ queryKey }: QueryOptions<T>, value: T): void {
  void queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData<unknown>(queryKey, value);
}

/** Maps the options to the library's, which alone throws a failure. */
export const toTanStack = <T,>({ queryFn, ...options }: QueryOptions<T>): UseQueryOptions<T, Failure> => ({
  ...options,
  queryFn: async ({ signal }) => {
    const outcome = await queryFn({ signal });
    if (outcome.kind !== 'ok') throw outcome;
    return outcome.value;
  },
});

function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        // A call finds out by itself whether there is a connection.
        networkMode: 'always',
        retry: false,
        gcTime: 0,
        refetchOnWindowFocus: false,
        refetchOnReconnect: ({ state }) => state.status === 'error' && 'always',
        // Anything but an outcome is a bug.
        throwOnError: (error: DefaultError) => error instanceof Error,
      },
    },
  });
  client.mount();
  // The library believes in a connection at first; a page that the service worker has stored may have none.
  if (typeof window !== 'undefined') onlineManager.setOnline(navigator.onLine);
  return client;
}
