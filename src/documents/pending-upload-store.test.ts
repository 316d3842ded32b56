/** Tests the store in a browser that refuses its database; tests/e2e/phone.test.ts covers one that accepts it. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type PendingUploadStore, createPendingUploadStore } from './pending-upload-store.ts';

const upload = {
  loanId: '1',
  type: 'pan_photo',
  key: 'k',
  blob: new Blob(['photo']),
  name: 'photo.jpg',
  at: 0,
};

/** Calls the store as a page does; each call must settle. */
const useIt = async (kept: PendingUploadStore) => {
  await kept.put(upload);
  await kept.remove('1', 'pan_photo');
  return kept.all('1');
};

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const refuse = () => {
  throw new DOMException('refused', 'SecurityError');
};

/** Databases that open and then fail, or do not. */
const factories = {
  'not there': undefined,
  refused: { open: refuse },
  'refused later': {
    open: () => {
      const opening: Partial<IDBOpenDBRequest> = {};
      setTimeout(() => opening.onerror?.call({} as IDBOpenDBRequest, new Event('error')));
      return opening;
    },
  },
  'without transactions': {
    open: () => {
      const result = { transaction: refuse, close: () => {} };
      const opening = { result, onsuccess: () => {} };
      setTimeout(() => opening.onsuccess());
      return opening;
    },
  },
};

describe('a database', () => {
  it.each(Object.entries(factories))('that is %s stores nothing and throws no error', async (_, factory) => {
    vi.stubGlobal('indexedDB', factory);
    expect(await useIt(createPendingUploadStore())).toEqual([]);
  });

  it('that does not answer is abandoned after the timeout', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('indexedDB', { open: () => ({}) });
    const used = useIt(createPendingUploadStore());
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await used).toEqual([]);
  });
});
