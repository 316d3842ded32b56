/** One upload by Amplify that can be ended for certain: once it has ended, none of its requests is running. */
import { uploadData } from '@aws-amplify/storage';
import { limits } from '../../domain/limits.ts';
import { amplifyContextFor, type ObjectStoreContext, type Sign, createSigner } from './client.ts';
import { failureOf, StorageError } from './storage-error.ts';
import type { UploadRecord } from './resumable-uploads.ts';
import { listObjects } from './listing.ts';
import type { PutOptions } from './objects.ts';
import {
  unquoteETag,
  ok,
  failed,
  type StorageFailure,
  type StorageResult,
  unreachable,
} from './storage-result.ts';

export interface UploadInput extends ObjectStoreContext {
  record: UploadRecord;
  file: Blob;
  options: PutOptions;
  /** How long nothing may move before the store is asked, in milliseconds. */
  stallMs: number;
}

export type UploadResult = StorageResult<{ key: string; eTag: string }>;

export interface UploadTask {
  /** How it ended by itself; a line on which nothing moves any more has ended it too. */
  ended: Promise<UploadResult>;
  /** Whether it goes in parts. */
  inParts: boolean;
  /** Whether any call may have been sent. */
  hasBegun: () => boolean;
  /** Once the store has said under which id it keeps the parts. */
  created: Promise<true>;
  /** No call begins any more. */
  close: () => void;
  /** Calls that are under way end. */
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

  /** Every call asks here for its keys first, whatever Amplify still has in mind. */
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
    // All of it is sent before it is stored.
    const now = Math.min(99, Math.floor((100 * transferredBytes) / file.size));
    if (!isOpen || !(now > percent)) return;
    percent = now;
    options.onProgress(percent);
  };

  const task = uploadData(amplifyContextFor(input, { sign, onFinalFailure: failure.resolve }), {
    path: key,
    // Without a name, so that a file and what the device has kept of it are the same to Amplify.
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
    // Cancelled, Amplify would take the parts away by itself.
    halt: () => (inParts ? task.pause() : task.cancel()),
  };
}

/** Amplify forgets an upload where it could not list its parts, or after an hour. A lost line must not make it so. */
const resumableUploadsCacheOf = ({ record, file, options }: UploadInput, onKept: () => void) => ({
  getItem: async () => {
    const uploads = Object.entries(JSON.parse(record.get()?.note ?? '{}') as Record<string, object>);
    const fresh = uploads.map(([name, upload]) => [name, { ...upload, lastTouched: Date.now() }]);
    return JSON.stringify(Object.fromEntries(fresh));
  },
  setItem: async (_: string, note: string) => {
    const [upload] = Object.values(JSON.parse(note) as Record<string, { uploadId: string }>);
    if (!upload) return;
    record.set({ id: upload.uploadId, size: file.size, contentType: options.contentType, note });
    onKept();
  },
});

/** How often it is looked whether something moves, of the time after which the store is asked. */
const stallChecksPerTimeout = 12;
/** Answers after which nothing has moved still. */
const maxStallAnswers = 30;

/**
 * A phone hands to its modem what the line takes minutes to carry, and tells nothing meanwhile: where nothing moves, the
 * store is asked whether it can be reached. Counts looks and not the clock: a phone that slept has not waited.
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
