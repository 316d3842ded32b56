/** An upload by Amplify that can be stopped reliably: once it has ended, none of its requests is running. */
import { uploadData } from 'aws-amplify/storage';
import { limits } from '../../domain/values/limits.ts';
import { amplifyContextFor, type ObjectStoreContext, type Sign, createSigner } from './client.ts';
import type { UploadRecord } from './resumable-uploads.ts';
import { listObjects } from './listing.ts';
import {
  unquoteETag,
  ok,
  failed,
  type StorageFailure,
  type StorageResult,
  unreachable,
  type PutOptions,
  failureOf,
  StorageError,
} from './storage-result.ts';

export interface UploadInput extends ObjectStoreContext {
  record: UploadRecord;
  file: Blob;
  options: PutOptions;
  /** Milliseconds without progress after which the store's reachability is checked. */
  stallMs: number;
}

export type UploadResult = StorageResult<{ key: string; eTag: string }>;

export interface UploadTask {
  /** The result; a stalled connection ends it as `unreachable`. */
  ended: Promise<UploadResult>;
  inParts: boolean;
  /** Returns true if any request may have been sent. */
  hasBegun: () => boolean;
  /** Resolves once the store has assigned an upload id. */
  created: Promise<true>;
  /** Prevents further requests. */
  close: () => void;
  /** Ends the running requests. */
  halt: () => void;
}

export function startUpload(input: UploadInput): UploadTask {
  const { file, options, key } = input;
  const inParts = file.size > limits.storage.partBytes;
  const failure = deferred<StorageFailure>();
  const created = deferred<true>();
  const watch = watchForStall(input);
  let isOpen = true;
  let hasBegun = false;

  /** Amplify calls this for the keys of every request, so throwing here stops all queued requests. */
  const signer = createSigner(input);
  const sign: Sign = async (renewing) => {
    const keys = await signer(renewing);
    if (!isOpen) throw new StorageError(failed('cancelled'));
    hasBegun = true;
    watch.reset();
    return keys;
  };

  let percent = -1;
  const report = ({ transferredBytes }: { transferredBytes: number }) => {
    watch.reset();
    // The percentage is at most 99 here: all bytes are sent before the object is stored.
    const now = Math.min(99, Math.floor((100 * transferredBytes) / file.size));
    if (!isOpen || !(now > percent)) return;
    percent = now;
    options.onProgress(percent);
  };

  const task = uploadData(amplifyContextFor(input, { sign, onFinalFailure: failure.resolve }), {
    path: key,
    // A Blob without a name, so that Amplify's cache key is the same for a file and for its stored copy.
    data: file.slice(0, file.size, options.contentType),
    options: {
      contentType: options.contentType,
      onProgress: report,
      ...{ resumableUploadsCache: resumableUploadsCacheOf(input, () => created.resolve(true)) },
    },
  });
  const settled = task.result.then(
    ({ eTag }): UploadResult => (eTag ? ok({ key, eTag: unquoteETag(eTag) }) : unreachable),
    failureOf,
  );
  return {
    ended: Promise.race([settled, failure.promise, watch.stalled]),
    inParts,
    hasBegun: () => hasBegun,
    created: created.promise,
    close: () => {
      isOpen = false;
      watch.end();
    },
    // Amplify would delete the parts on `cancel`.
    halt: () => (inParts ? task.pause() : task.cancel()),
  };
}

/** Keeps uploads: Amplify drops a cached one after an hour or if it cannot list its parts, as on a lost connection. */
const resumableUploadsCacheOf = ({ record, file, options }: UploadInput, onRecorded: () => void) => ({
  getItem: async () => {
    const uploads = Object.entries(JSON.parse(record.get()?.note ?? '{}') as Record<string, object>);
    const touched = uploads.map(([name, upload]) => [name, { ...upload, lastTouched: Date.now() }]);
    return JSON.stringify(Object.fromEntries(touched));
  },
  setItem: async (_: string, note: string) => {
    const [upload] = Object.values(JSON.parse(note) as Record<string, { uploadId: string }>);
    if (!upload) return;
    record.set({ id: upload.uploadId, size: file.size, contentType: options.contentType, note });
    onRecorded();
  },
});

/** Progress checks per `stallMs`. */
const stallChecksPerTimeout = 12;
/** Reachability checks without progress until the upload counts as stalled. */
const maxStallAnswers = 30;

/**
 * Watches for a lost connection. A phone can buffer data for minutes without progress events, so the store's
 * reachability is checked too. Counts checks and not time, because a phone that slept has not waited.
 */
function watchForStall(input: UploadInput) {
  const stalled = deferred<StorageFailure>();
  let still = 0;
  const ask = async () => {
    const listed = await listObjects(input, 1.5 * input.stallMs);
    if (listed.kind === 'unreachable' && still >= stallChecksPerTimeout) stalled.resolve(unreachable);
  };
  const timer = setInterval(() => {
    still += 1;
    if (still > stallChecksPerTimeout * maxStallAnswers) stalled.resolve(unreachable);
    else if (still % stallChecksPerTimeout === 0) void ask();
  }, input.stallMs / stallChecksPerTimeout);
  return { stalled: stalled.promise, reset: () => void (still = 0), end: () => clearInterval(timer) };
}

function deferred<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => (resolve = settle));
  return { promise, resolve };
}
