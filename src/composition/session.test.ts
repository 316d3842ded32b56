import { describe, expect, it } from 'vitest';
import { createSession, type SessionOptions } from './session.ts';
import { type BrowserStore, createBrowserStore } from './browser-store.ts';

const key = 'fp_secret';
const hour = 60 * 60 * 1000;

describe('the session', () => {
  it('replaces the key in the address with its public id and finds the key after a reload', () => {
    const tab = browserStore();
    const first = open({ address: `/?api_key=${key}&institute_id=202&test=1`, keyId: 'k1', tab });
    expect(first).toMatchObject({ key, instituteId: 202, test: true });
    expect(first.search).toBe('?k=k1&institute_id=202&test=1');
    expect(open({ address: '/?k=k1', tab })).toMatchObject({ key, instituteId: 202, test: true });
    expect(open({ address: '/?k=k1&test', tab })).toMatchObject({ test: true });
    expect(open({ address: '/?k=k1&test=0', tab })).toMatchObject({ test: false });
  });

  it('leaves the key in the address where storage is refused', () => {
    const tab = createBrowserStore(() => {
      throw new Error('refused');
    });
    const session = open({ address: `/?api_key=${key}`, keyId: 'k1', tab });
    expect(session).toMatchObject({ key, search: `?api_key=${key}` });
  });

  it('leaves the key in the address where its public id is unknown', () => {
    expect(open({ address: `/?api_key=${key}` }).search).toBe(`?api_key=${key}`);
  });

  it('has no key where the address has none', () => {
    const tab = browserStore();
    open({ address: `/?api_key=${key}`, keyId: 'k1', tab });
    expect(open({ address: '/', tab }).key).toBeNull();
    expect(open({ address: '/?k=k2', tab }).key).toBeNull();
    expect(open({ address: '/?api_key=' }).key).toBeNull();
  });

  it('prefers the key and the institution of the address to stored ones', () => {
    const tab = browserStore();
    open({ address: `/?api_key=${key}&institute_id=7`, keyId: 'k1', tab });
    const other = open({ address: '/?api_key=other', keyId: 'k2', tab });
    expect(other).toMatchObject({ key: 'other', instituteId: null, test: false, search: '?k=k2' });
  });

  it('keeps a loan’s token and its key on the device for a day', () => {
    const device = browserStore();
    let now = 0;
    const session = open({ address: `/?api_key=${key}`, keyId: 'k1', device, now: () => now });
    session.storeLoanToken('L1', 'token');

    now = 23 * hour;
    const later = open({ address: '/loan/L1', loanId: 'L1', device, now: () => now });
    expect(later.key).toBe(key);
    expect(later.loanToken('L1')).toBe('token');
    expect(later.loanToken('L2')).toBeNull();

    now = 25 * hour;
    const tooLate = open({ address: '/loan/L1', loanId: 'L1', device, now: () => now });
    expect(tooLate.key).toBeNull();
    expect(tooLate.loanToken('L1')).toBeNull();
    expect(device.names()).toEqual([]);
  });

  it('lists the loans of its partner for any of its keys, the last opened first', () => {
    const device = browserStore();
    let now = 0;
    const session = open({ address: `/?api_key=${key}`, keyId: 'k1', device, now: () => now });
    expect(session.loanIds()).toEqual([]);
    session.storeLoanToken('L1', 'one');
    now = 1;
    session.storeLoanToken('L2', 'two');
    open({ address: '/?api_key=other', keyId: 'k2', device }).storeLoanToken('L3', 'three');
    expect(session.loanIds()).toEqual(['L2', 'L1']);
    now = 2;
    session.storeLoanToken('L1', 'one');
    expect(session.loanIds()).toEqual(['L1', 'L2']);
    expect(open({ address: '/?api_key=fp_next', keyId: 'k1', device }).loanIds()).toEqual(['L1', 'L2']);
  });

  it('treats an institute_id that is not a number as an unknown institution', () => {
    const instituteIdOf = (text: string) =>
      open({ address: `/?api_key=${key}&institute_id=${text}` }).instituteId;
    expect(['abc', '-1', '1e3', '202abc', '202%20', '99999999999'].map(instituteIdOf)).toEqual(
      Array(6).fill(0),
    );
    expect(instituteIdOf('')).toBeNull();
  });

  it('has no key where the server does not know the key of the address', () => {
    const tab = browserStore();
    open({ address: `/?api_key=${key}`, keyId: 'k1', tab });
    expect(open({ address: '/?api_key=wrong', keyId: '' }).key).toBeNull();
    expect(open({ address: '/?k=k1', keyId: '', tab }).key).toBeNull();
  });

  it('keeps the loan’s key where the address names none', () => {
    const device = browserStore();
    open({ address: `/?api_key=${key}`, keyId: 'k1', device }).storeLoanToken('L1', 'token');
    expect(open({ address: '/loan/L1', loanId: 'L1', keyId: '', device }).key).toBe(key);
  });

  it('ignores invalid values stored by an older page', () => {
    const tab = browserStore();
    tab.write('session', ['old']);
    const device = browserStore();
    device.write('loan.L1', 'old');
    expect(open({ address: '/loan/L1?k=k1', loanId: 'L1', tab, device }).key).toBeNull();
  });
});

function open({ address, ...rest }: Partial<Omit<SessionOptions, 'address'>> & { address: string }) {
  return createSession({
    address: new URL(address, 'https://feepath.example'),
    loanId: null,
    keyId: null,
    tab: browserStore(),
    device: browserStore(),
    now: () => 0,
    ...rest,
  });
}

/** Creates a store over an object that behaves like the browser's storage. */
function browserStore(): BrowserStore {
  const stored = {} as Record<string, string>;
  const methods = {
    getItem: (name: string) => stored[name] ?? null,
    setItem: (name: string, text: string) => {
      stored[name] = text;
    },
    removeItem: (name: string) => {
      delete stored[name];
    },
  };
  const storage = new Proxy(stored, {
    get: (target, name: string) => methods[name as keyof typeof methods] ?? target[name],
  });
  return createBrowserStore(() => storage as unknown as Storage);
}
