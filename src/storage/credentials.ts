/**
 * The temporary credentials of the object store: asked for once, however many need them, and renewed before they end
 * (specification, section 7).
 */
import type { Outcome } from '../../domain/outcome.ts';
import type { StorageCredentials } from '../../domain/wire.ts';
import { failed, type Stored, unreachable } from './stored.ts';

export interface Access {
  /** @param forMs how long they must last still, where the server issues such */
  current(forMs?: number): Promise<Stored<StorageCredentials>>;
  /** In place of those that the store has just refused as expired. */
  renewed(): Promise<Stored<StorageCredentials>>;
}

export interface AccessSetting {
  ask: (signal: AbortSignal) => Promise<Outcome<StorageCredentials>>;
  /** Now, by the clock of whoever issues them. */
  now: () => Date;
}

const minute = 60_000;
/** How long before their end they are renewed. */
const marginMs = 5 * minute;
/** The age at which they are renewed, whenever they end. */
const oldMs = 50 * minute;
/** Several calls find the same credentials expired; those that came within this time are others already. */
const newMs = minute;

/** The server's refusals that say that there are none for this caller. */
const none = [401, 403, 404];

export function openAccess({ ask, now }: AccessSetting): Access {
  let held: { credentials: StorageCredentials; at: number } | undefined;
  let asking: Promise<Stored<StorageCredentials>> | undefined;

  const fetchThem = () =>
    (asking ??= ask(new AbortController().signal)
      .then((outcome) => {
        const stored = storedOf(outcome);
        if (stored.kind === 'decided') held = { credentials: stored.value, at: now().getTime() };
        return stored;
      })
      .finally(() => (asking = undefined)));

  const age = (at: number) => Math.abs(now().getTime() - at);

  return {
    current: async (forMs = 0) => {
      if (!held || age(held.at) >= oldMs) return fetchThem();
      const left = Date.parse(held.credentials.expires_at) - now().getTime();
      return left > Math.max(forMs, marginMs) ? { kind: 'decided', value: held.credentials } : fetchThem();
    },
    renewed: async () =>
      held && age(held.at) < newMs ? { kind: 'decided', value: held.credentials } : fetchThem(),
  };
}

function storedOf(outcome: Outcome<StorageCredentials | null>): Stored<StorageCredentials> {
  if (outcome.kind === 'decided')
    return outcome.value ? { ...outcome, value: outcome.value } : failed('noCredentials');
  if (outcome.kind !== 'refused') return unreachable;
  return none.includes(outcome.status)
    ? failed('noCredentials')
    : { kind: 'refused', status: outcome.status, code: '' };
}
