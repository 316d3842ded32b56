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

interface Kept {
  key: string;
  keyId: string | null;
  instituteId: number | null;
  test: boolean;
}

interface KeptLoan {
  key: string;
  keyId: string | null;
  token: string;
  /** When this device forgets it, in milliseconds. */
  until: number;
}

const dayMs = 24 * 60 * 60 * 1000;
const loanPrefix = 'loan.';

export function openSession({ address, loanId, keyId, tab, device, now }: SessionSetting): Session {
  forgetOldLoans(device, now());
  const asked = address.searchParams;
  const found = asked.get('api_key')
    ? { key: asked.get('api_key') ?? '', keyId, instituteId: null, test: false }
    : findKept(asked.get('k'), loanId, tab, device);
  const instituteId = wholeNumber(asked.get('institute_id')) ?? found?.instituteId ?? null;
  const test = asked.has('test') ? isOn(asked.get('test')) : (found?.test ?? false);
  if (found) tab.write('session', { ...found, instituteId, test } satisfies Kept);

  const key = found?.key ?? null;
  return {
    key,
    instituteId,
    test,
    search: searchWithout(asked, tab.lasts ? (found?.keyId ?? null) : null),
    tab,
    tokenOf: (id) => keptLoan(device, id)?.token ?? null,
    keepLoan: (id, token) => {
      if (key === null) return;
      const kept: KeptLoan = { key, keyId: found?.keyId ?? null, token, until: now() + dayMs };
      device.write(loanPrefix + id, kept);
    },
  };
}

/** The key behind a public id, or of a loan whose address names none: of this tab, else beside a loan's token. */
function findKept(k: string | null, loanId: string | null, tab: Store, device: Store): Kept | null {
  const ofTab = keptSession(tab);
  const ofLoan = loanId === null ? null : keptLoan(device, loanId);
  const loans = device.names().map((name) => keptLoan(device, name.slice(loanPrefix.length)));
  const kept = k
    ? [ofTab, ofLoan, ...loans].find((one) => one?.keyId === k)
    : loanId === null
      ? null
      : (ofLoan ?? ofTab);
  if (!kept) return null;
  const page = kept === ofTab ? ofTab : null;
  return {
    key: kept.key,
    keyId: kept.keyId,
    instituteId: page?.instituteId ?? null,
    test: page?.test ?? false,
  };
}

function forgetOldLoans(device: Store, now: number): void {
  for (const name of device.names().filter((one) => one.startsWith(loanPrefix))) {
    if ((keptLoan(device, name.slice(loanPrefix.length))?.until ?? 0) < now) device.remove(name);
  }
}

/** The address's questions, with `k` in place of `api_key` where the key can be found again by it. */
function searchWithout(asked: URLSearchParams, keyId: string | null): string {
  const rest = new URLSearchParams(asked);
  if (keyId !== null) {
    rest.delete('api_key');
    rest.delete('k');
  }
  const text = new URLSearchParams([...(keyId === null ? [] : [['k', keyId]]), ...rest]).toString();
  return text && `?${text}`;
}

function keptSession(tab: Store): Kept | null {
  const kept = tab.read('session') as Partial<Kept> | undefined;
  if (typeof kept?.key !== 'string') return null;
  return {
    key: kept.key,
    keyId: kept.keyId ?? null,
    instituteId: kept.instituteId ?? null,
    test: kept.test === true,
  };
}

function keptLoan(device: Store, loanId: string): KeptLoan | null {
  const kept = device.read(loanPrefix + loanId) as Partial<KeptLoan> | undefined;
  if (typeof kept?.key !== 'string' || typeof kept.token !== 'string') return null;
  return { key: kept.key, keyId: kept.keyId ?? null, token: kept.token, until: kept.until ?? 0 };
}

/** An id that the contract's integers can hold. */
const wholeNumber = (text: string | null) => (text && /^\d{1,9}$/.test(text) ? Number(text) : null);

const isOn = (text: string | null) => text === '1' || text === 'true';
