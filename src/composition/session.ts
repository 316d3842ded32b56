/**
 * The partner's API key and the tokens of the loans on this device (decisions 1 and 2a). The address is read once; then
 * it has the key's public id in place of the key, unless storage is refused.
 */
import { limits } from '../../domain/values/limits.ts';
import { isTestFlag } from '../../domain/loan/test-flag.ts';
import type { BrowserStore } from './browser-store.ts';

export interface Session {
  /** The partner's API key; null if the page has none. */
  key: string | null;
  /** The institution that the address locks; null if it names none. */
  instituteId: number | null;
  test: boolean;
  /** The query string of every address: empty, or beginning with '?'. */
  search: string;
  /** The tab's storage of unsent input. */
  tab: BrowserStore;
  /** Returns the loans of this key's partner whose tokens the device has, the one that was opened last first. */
  loanIds(): string[];
  loanToken(loanId: string): string | null;
  /** Stores a loan's token and the key on the device for a day. */
  storeLoanToken(loanId: string, token: string): void;
}

export interface SessionOptions {
  address: URL;
  loanId: string | null;
  /**
   * The public id of the partner whose key the address has, as the server wrote it into the page: empty if no such key
   * is in force, null if the page does not say.
   */
  keyId: string | null;
  tab: BrowserStore;
  device: BrowserStore;
  /** Returns the device's time in milliseconds. */
  now: () => number;
}

/** The tab's stored session; an older release may have stored less. */
interface StoredSession {
  key: string;
  keyId?: string | null;
  instituteId?: number | null;
  test?: boolean;
}

/** A loan's entry in the device's storage. */
interface StoredLoan extends StoredSession {
  token?: string;
  /** The expiry time, in milliseconds since 1970. */
  until?: number;
}

const dayMs = 24 * 60 * 60 * 1000;
/** The names of loans in the device's storage. */
export const loanStoragePrefix = 'loan.';

export function createSession({ address, loanId, keyId, tab, device, now }: SessionOptions): Session {
  removeExpiredLoans(device, now());
  const params = address.searchParams;
  const keyInAddress = params.get('api_key');
  const k = params.get('k');
  // The server wrote the page for this address, so it knows whether the key that the address names is in force.
  const isRefused = keyId === '' && Boolean(keyInAddress ?? k);
  const found: StoredSession | null = isRefused
    ? null
    : keyInAddress
      ? { key: keyInAddress, keyId: keyId || null }
      : findStored(k, loanId, tab, device);
  const { key, keyId: foundId = null } = found ?? { key: null };
  const instituteId = instituteIdIn(params.get('institute_id')) ?? found?.instituteId ?? null;
  const test = params.has('test') ? isTestFlag(params.get('test')) : found?.test === true;
  if (key !== null) tab.write('session', { key, keyId: foundId, instituteId, test } satisfies StoredSession);
  return {
    key,
    instituteId,
    test,
    search: searchWithout(params, tab.isPersistent ? foundId : null),
    tab,
    loanIds: () =>
      device
        .names()
        .filter((name) => name.startsWith(loanStoragePrefix))
        .map((name) => ({ id: name.slice(loanStoragePrefix.length), loan: readStored(device, name) }))
        .filter(({ loan }) => loan?.keyId === foundId && loan?.token !== undefined)
        .toSorted((a, b) => (b.loan?.until ?? 0) - (a.loan?.until ?? 0))
        .map(({ id }) => id),
    loanToken: (id) => readStored(device, loanStoragePrefix + id)?.token ?? null,
    storeLoanToken: (id, token) => {
      if (key === null) return;
      const until = now() + dayMs;
      device.write(loanStoragePrefix + id, { key, keyId: foundId, token, until } satisfies StoredLoan);
    },
  };
}

/**
 * Returns whether the device has a token of the loan that has not expired.
 * @param now the device's clock, in milliseconds
 */
export function hasLoanToken(device: BrowserStore, loanId: string, now: number): boolean {
  const loan = readStored(device, loanStoragePrefix + loanId);
  return loan?.token !== undefined && (loan.until ?? 0) >= now;
}

/** Returns the stored key with this public id, or without an id that of the loan, else of the tab. */
function findStored(
  k: string | null,
  loanId: string | null,
  tab: BrowserStore,
  device: BrowserStore,
): StoredSession | null {
  const ofTab = readStored(tab, 'session');
  const ofLoan = loanId === null ? null : readStored(device, loanStoragePrefix + loanId);
  if (!k) return loanId === null ? null : (ofLoan ?? ofTab);
  const all = [ofTab, ofLoan, ...device.names().map((name) => readStored(device, name))];
  return all.find((one) => one?.keyId === k) ?? null;
}

function removeExpiredLoans(device: BrowserStore, now: number): void {
  for (const name of device.names()) {
    if (name.startsWith(loanStoragePrefix) && (readStored(device, name)?.until ?? 0) < now)
      device.remove(name);
  }
}

/** Returns the query string, with `k` in place of `api_key` if the stored key can be found by it. */
function searchWithout(params: URLSearchParams, keyId: string | null): string {
  const all = [...params];
  const rest = all.filter(([name]) => name !== 'api_key' && name !== 'k');
  const text = new URLSearchParams(keyId === null ? all : [['k', keyId], ...rest]).toString();
  return text && `?${text}`;
}

function readStored(store: BrowserStore, name: string): StoredLoan | null {
  const stored = store.read(name) as Partial<StoredLoan> | undefined;
  return typeof stored?.key === 'string' ? (stored as StoredLoan) : null;
}

/** Returns the address's `institute_id`: null if it has none, and the id of no institution if it is no whole number. */
const instituteIdIn = (text: string | null) => {
  if (!text) return null;
  return /^\d{1,9}$/.test(text) ? Number(text) : limits.unknownInstituteId;
};
