/**
 * The temporary credentials of the object store: requested once for all concurrent callers, and renewed before they
 * expire (specification, section 7).
 */
import type { Outcome } from '../../domain/values/outcome.ts';
import type { StorageCredentials } from '../../domain/values/wire.ts';
import { failed, type StorageResult, unreachable } from './storage-result.ts';

export interface CredentialsProvider {
  /** @param forMs the minimum remaining lifetime in milliseconds, if the server issues such credentials */
  current(forMs?: number): Promise<StorageResult<StorageCredentials>>;
  /** Requests new credentials, after the store rejected the current ones as expired. */
  refresh(): Promise<StorageResult<StorageCredentials>>;
}

export interface CredentialsProviderOptions {
  ask: (signal: AbortSignal) => Promise<Outcome<StorageCredentials>>;
  /** Returns the current time by the server's clock. */
  now: () => Date;
}

const minute = 60_000;
/** The time before the expiry at which credentials are renewed. */
const marginMs = 5 * minute;
/** The age at which credentials are renewed, whenever they expire. */
const maxAgeMs = 50 * minute;
/** Concurrent calls may all find the same credentials expired; younger ones have been renewed already. */
const minRefreshIntervalMs = minute;

/** Statuses by which the server says that this caller gets no credentials. */
const noCredentialsStatuses = [401, 403, 404];

export function createCredentialsProvider({ ask, now }: CredentialsProviderOptions): CredentialsProvider {
  let cached: { credentials: StorageCredentials; at: number } | undefined;
  let pending: Promise<StorageResult<StorageCredentials>> | undefined;

  const fetchCredentials = () =>
    (pending ??= ask(new AbortController().signal)
      .then((outcome) => {
        const stored = toStorageResult(outcome);
        if (stored.kind === 'ok') cached = { credentials: stored.value, at: now().getTime() };
        return stored;
      })
      .finally(() => (pending = undefined)));

  const age = (at: number) => Math.abs(now().getTime() - at);

  return {
    current: async (forMs = 0) => {
      if (!cached || age(cached.at) >= maxAgeMs) return fetchCredentials();
      const left = Date.parse(cached.credentials.expires_at) - now().getTime();
      return left > Math.max(forMs, marginMs)
        ? { kind: 'ok', value: cached.credentials }
        : fetchCredentials();
    },
    refresh: async () =>
      cached && age(cached.at) < minRefreshIntervalMs
        ? { kind: 'ok', value: cached.credentials }
        : fetchCredentials(),
  };
}

function toStorageResult(outcome: Outcome<StorageCredentials | null>): StorageResult<StorageCredentials> {
  if (outcome.kind === 'ok')
    return outcome.value ? { ...outcome, value: outcome.value } : failed('noCredentials');
  if (outcome.kind !== 'refused') return unreachable;
  return noCredentialsStatuses.includes(outcome.status)
    ? failed('noCredentials')
    : { kind: 'refused', status: outcome.status, code: outcome.errors[0]?.code ?? '' };
}
