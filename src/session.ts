/**
 * The partner's API key and the tokens of the loans on this device (decisions 1 and 2a). The address is read once; then
 * it has the key's public id in place of the key, unless storage is refused.
 */
import type { BrowserStore } from './browser-store.ts';

export interface Session {
  /** The partner's API key; null where the page has none. */
  key: string | null;
  /** The institution that the address locks. */
  instituteId: number | null;
  /** Whether loans made here are test loans. */
  test: boolean;
  /** The query string of every address: empty, or beginning with '?'. */
  search: string;
  /** The tab's storage of unsent input. */
  tab: BrowserStore;
  /** The token that opens a loan, or null. */
  loanToken(loanId: string): string | null;
  /** Stores a loan's token and the key on the device for a day. */
  storeLoanToken(loanId: string, token: string): void;
}

export interface SessionOptions {
  /** The address of the page. */
  address: URL;
  /** The loan that the address names. */
  loanId: string | null;
  /** The public id of the address's key, as the server wrote it into the page. */
  keyId: string | null;
  tab: BrowserStore;
  device: BrowserStore;
  /** The device's clock, in milliseconds. */
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
  /** When it expires, in milliseconds since 1970. */
  until?: number;
}

const dayMs = 24 * 60 * 60 * 1000;
const loanPrefix = 'loan.';

export function createSession({ address, loanId, keyId, tab, device, now }: SessionOptions): Session {
  removeExpiredLoans(device, now());
  const params = address.searchParams;
  const keyInAddress = params.get('api_key');
  const found: StoredSession | null = keyInAddress
    ? { key: keyInAddress, keyId }
    : findStored(params.get('k'), loanId, tab, device);
  const { key, keyId: foundId = null } = found ?? { key: null };
  const instituteId = wholeNumber(params.get('institute_id')) ?? found?.instituteId ?? null;
  const test = params.has('test') ? isOn(params.get('test')) : found?.test === true;
  if (key !== null) tab.write('session', { key, keyId: foundId, instituteId, test } satisfies StoredSession);
  return {
    key,
    instituteId,
    test,
    search: searchWithout(params, tab.isPersistent ? foundId : null),
    tab,
    loanToken: (id) => readStored(device, loanPrefix + id)?.token ?? null,
    storeLoanToken: (id, token) => {
      if (key === null) return;
      const until = now() + dayMs;
      device.write(loanPrefix + id, { key, keyId: foundId, token, until } satisfies StoredLoan);
    },
  };
}

/** The stored key with this public id, or without an id that of the loan, else of the tab. */
function findStored(
  k: string | null,
  loanId: string | null,
  tab: BrowserStore,
  device: BrowserStore,
): StoredSession | null {
  const ofTab = readStored(tab, 'session');
  const ofLoan = loanId === null ? null : readStored(device, loanPrefix + loanId);
  if (!k) return loanId === null ? null : (ofLoan ?? ofTab);
  const all = [ofTab, ofLoan, ...device.names().map((name) => readStored(device, name))];
  return all.find((one) => one?.keyId === k) ?? null;
}

function removeExpiredLoans(device: BrowserStore, now: number): void {
  for (const name of device.names()) {
    if (name.startsWith(loanPrefix) && (readStored(device, name)?.until ?? 0) < now) device.remove(name);
  }
}

/** The query string, with `k` in place of `api_key` where the stored key can be found by it. */
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

/** An id within the contract's range of integers. */
const wholeNumber = (text: string | null) => (text && /^\d{1,9}$/.test(text) ? Number(text) : null);

const isOn = (text: string | null) => text === '1' || text === 'true';
