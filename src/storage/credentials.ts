/**
 * The temporary credentials of the object store: asked for once, however many need them, and renewed before they end
 * (specification, section 7).
 */
import type { Outcome } from '../../domain/outcome.ts';
import type { StorageCredentials } from '../../domain/wire.ts';
import { failed, type StorageResult, unreachable } from './storage-result.ts';

export interface CredentialsProvider {
  /** @param forMs how long they must last still, where the server issues such */
  current(forMs?: number): Promise<StorageResult<StorageCredentials>>;
  /** In place of those that the store has just refused as expired. */
  refresh(): Promise<StorageResult<StorageCredentials>>;
}

export interface CredentialsProviderOptions {
  ask: (signal: AbortSignal) => Promise<Outcome<StorageCredentials>>;
  /** Now, by the clock of whoever issues them. */
  now: () => Date;
}

const minute = 60_000;
/** How long before their end they are renewed. */
const marginMs = 5 * minute;
/** The age at which they are renewed, whenever they end. */
const maxAgeMs = 50 * minute;
/** Several calls find the same credentials expired; those that came within this time are others already. */
const minRefreshIntervalMs = minute;

/** The server's refusals that say that there are none for this caller. */
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
    : { kind: 'refused', status: outcome.status, code: '' };
}
