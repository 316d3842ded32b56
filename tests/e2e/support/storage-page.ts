/** Runs in a page of the app's origin: the app's own storage, and what a test does with it. */
import { applicantOperations } from '../../../openapi/operations.ts';
import { createCall, keyHeaders } from '../../../src/api/call.ts';
import type { PutOptions, AccessLevel } from '../../../src/storage/storage-result.ts';
import { createStorage, type Storage } from '../../../src/storage/storage.ts';
import { createBrowserStore } from '../../../src/composition/browser-store.ts';
import type { StorageCredentials } from '../../../domain/values/wire.ts';

export interface StoragePageOptions {
  key: string;
  loanId: string;
  token: string;
  /** The fields that replace those of the answer with the credentials. */
  credentialsOverride?: Partial<StorageCredentials>;
  stallMs?: number;
}

export interface File {
  key: string;
  size: number;
  /** Another seed is another content. */
  seed?: number;
  level?: AccessLevel;
}

const contentType = 'application/pdf';

export function createStoragePage({ key, loanId, token, credentialsOverride, stallMs }: StoragePageOptions) {
  const call = createCall(applicantOperations, keyHeaders({ key, loanToken: () => token }));
  let credentialRequests = 0;
  let clockOffsetMs = 0;
  let controller = new AbortController();
  let running: ReturnType<Storage['put']> | undefined;
  let percents: number[] = [];
  let hasEnded = false;
  const storage = createStorage({
    credentials: async (signal) => {
      credentialRequests += 1;
      const outcome = await call('issueStorageCredentials', { path: { id: loanId } }, { signal });
      return outcome.kind === 'ok'
        ? { ...outcome, value: { ...outcome.value, ...credentialsOverride } }
        : outcome;
    },
    now: () => new Date(Date.now() + clockOffsetMs),
    uploadStorage: createBrowserStore(() => localStorage),
    pageOrigin: location.origin,
    ...(stallMs !== undefined && { stallMs }),
  });

  /** @param stopAt the percent at which the person no longer wants it; 0 is at once */
  function begin({ key, size, seed = 1, level = 'private' }: File, stopAt = Infinity) {
    controller = new AbortController();
    percents = [];
    const onProgress: PutOptions['onProgress'] = (percent) => {
      percents.push(percent);
      if (percent >= stopAt) controller.abort();
    };
    running = storage.put({ level, key }, contentOf(size, seed), {
      contentType,
      onProgress,
      signal: controller.signal,
    });
    hasEnded = false;
    void running.then(() => (hasEnded = true));
    if (stopAt === 0) controller.abort();
    return running;
  }

  return {
    storage,
    begin: (file: File) => void begin(file),
    stop: () => controller.abort(),
    end: async () => {
      if (!running) throw new Error('Nothing was begun');
      return { stored: await running, percents };
    },
    put: async (file: File, stopAt?: number) => ({ stored: await begin(file, stopAt), percents }),
    hasEnded: () => hasEnded,
    credentialRequests: () => credentialRequests,
    /** Sets the offset in ms of the page's idea of the server's time. */
    setAhead: (ms: number) => {
      clockOffsetMs = ms;
    },
    digestOf: ({ size, seed = 1 }: File) => contentOf(size, seed).arrayBuffer().then(digestOf),
    /** Fetches an address and returns its answer. */
    fetched: async (address: string) => {
      const answer = await fetch(address);
      const bytes = await answer.arrayBuffer();
      return { status: answer.status, size: bytes.byteLength, digest: await digestOf(bytes) };
    },
  };
}

function contentOf(size: number, seed: number): Blob {
  const words = new Uint32Array(Math.ceil(size / 4));
  let state = seed;
  for (let at = 0; at < words.length; at += 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    words[at] = state;
  }
  return new Blob([new Uint8Array(words.buffer, 0, size)]);
}

async function digestOf(bytes: ArrayBuffer): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
