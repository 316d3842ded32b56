/**
 * Whose page this is, and which loans this device may open (decisions 1 and 2a). The address is read once; after
 * that it carries the key's public id in place of the key, wherever a reload can find the key again.
 */
import type { Store } from './stores.ts';

export interface Session {
  /** The partner's API key; null where the page has none. */
  key: string | null;
  /** The institution that the address locks. */
  instituteId: number | null;
  /** Whether loans made here are test loans. */
  test: boolean;
  /** What every address of the flow carries: empty, or beginning with '?'. */
  search: string;
  /** What this tab keeps of a person's typing. */
  tab: Store;
  /** The token that opens a loan, or null. */
  tokenOf(loanId: string): string | null;
  /** Keeps a loan's token and the key on the device, for a day from now. */
  keepLoan(loanId: string, token: string): void;
}

export interface SessionSetting {
  /** The page's address as it was asked for. */
  address: URL;
  /** The loan that the address names. */
  loanId: string | null;
  /** The public id of the address's key, as the server wrote it into the page. */
  keyId: string | null;
  tab: Store;
  device: Store;
  /** The device's clock, in milliseconds. */
  now: () => number;
}

/** What a page keeps in its tab; any of it may be missing where an older page wrote it. */
interface Kept {
  key: string;
  keyId?: string | null;
  instituteId?: number | null;
  test?: boolean;
}

/** What the device keeps for a loan. */
interface KeptLoan extends Kept {
  token?: string;
  /** When this device forgets it, in milliseconds. */
  until?: number;
}

const dayMs = 24 * 60 * 60 * 1000;
const loanPrefix = 'loan.';

export function openSession({ address, loanId, keyId, tab, device, now }: SessionSetting): Session {
  forgetOldLoans(device, now());
  const asked = address.searchParams;
  const asksWith = asked.get('api_key');
  const found: Kept | null = asksWith
    ? { key: asksWith, keyId }
    : findKept(asked.get('k'), loanId, tab, device);
  const { key, keyId: foundId = null } = found ?? { key: null };
  const instituteId = wholeNumber(asked.get('institute_id')) ?? found?.instituteId ?? null;
  const test = asked.has('test') ? isOn(asked.get('test')) : found?.test === true;
  if (key !== null) tab.write('session', { key, keyId: foundId, instituteId, test } satisfies Kept);
  return {
    key,
    instituteId,
    test,
    search: searchWithout(asked, tab.lasts ? foundId : null),
    tab,
    tokenOf: (id) => keptAt(device, loanPrefix + id)?.token ?? null,
    keepLoan: (id, token) => {
      if (key === null) return;
      const until = now() + dayMs;
      device.write(loanPrefix + id, { key, keyId: foundId, token, until } satisfies KeptLoan);
    },
  };
}

/** The key behind a public id, or of a loan whose address names none: of this tab, else beside a loan's token. */
function findKept(k: string | null, loanId: string | null, tab: Store, device: Store): Kept | null {
  const ofTab = keptAt(tab, 'session');
  const ofLoan = loanId === null ? null : keptAt(device, loanPrefix + loanId);
  if (!k) return loanId === null ? null : (ofLoan ?? ofTab);
  const all = [ofTab, ofLoan, ...device.names().map((name) => keptAt(device, name))];
  return all.find((one) => one?.keyId === k) ?? null;
}

function forgetOldLoans(device: Store, now: number): void {
  for (const name of device.names()) {
    if (name.startsWith(loanPrefix) && (keptAt(device, name)?.until ?? 0) < now) device.remove(name);
  }
}

/** The address's questions, with `k` in place of `api_key` where the key can be found again by it. */
function searchWithout(asked: URLSearchParams, keyId: string | null): string {
  const all = [...asked];
  const rest = all.filter(([name]) => name !== 'api_key' && name !== 'k');
  const text = new URLSearchParams(keyId === null ? all : [['k', keyId], ...rest]).toString();
  return text && `?${text}`;
}

function keptAt(store: Store, name: string): KeptLoan | null {
  const kept = store.read(name) as Partial<KeptLoan> | undefined;
  return typeof kept?.key === 'string' ? (kept as KeptLoan) : null;
}

/** An id that the contract's integers can hold. */
const wholeNumber = (text: string | null) => (text && /^\d{1,9}$/.test(text) ? Number(text) : null);

const isOn = (text: string | null) => text === '1' || text === 'true';
