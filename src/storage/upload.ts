/**
 * Puts one file, and decides what becomes of its parts: a lost line keeps them for the next call, a refusal or the
 * person's wish takes them away (specification, section 8).
 */
import { deleteObject, abortUpload } from './delete.ts';
import { findObject } from './listing.ts';
import { type UploadInput, type UploadResult, startUpload, type UploadTask } from './upload-task.ts';
import { requestStatus } from './signed-requests.ts';
import { whenAborted, ok, failed, type StorageFailure, unreachable } from './storage-result.ts';

/** Never rejects; once it has resolved, nothing of it is under way. */
export async function put(given: UploadInput): Promise<UploadResult> {
  const wish = whenAborted(given.how.signal);
  const before = await Promise.race([resumeUpload(given), wish]);
  if (before === 'aborted') return stop(given);
  if (before) return before;

  const sending = startUpload(given);
  const end = await Promise.race([sending.ended, wish]);
  sending.close();
  if (end === 'aborted') return stop(given, sending);
  sending.halt();
  if (end.kind === 'refused') return (await abortUpload(given)) === 'left' ? failed('cleanUpFailed') : end;
  if (end.kind === 'ok') {
    given.record.remove();
    given.how.onProgress(100);
  }
  return end;
}

/**
 * Looks at what an earlier call has left: parts that go on, or the whole object, whose answer was lost.
 * @returns null where there is something to send
 */
async function resumeUpload(given: UploadInput): Promise<UploadResult | null> {
  const { record, file, how, key } = given;
  const kept = record.get();
  if (!kept) return null;
  if (kept.size !== file.size || kept.contentType !== how.contentType) {
    await abortUpload(given);
    record.remove();
    return null;
  }
  const parts = await requestStatus(given, 'GET', { uploadId: kept.id });
  if (parts === undefined) return unreachable;
  if (parts === 200) return null;
  const object = await findObject(given);
  if (object.kind === 'unreachable') return unreachable;
  record.remove();
  const found = object.kind === 'ok' ? object.value : undefined;
  return found?.size === file.size ? ok({ key, eTag: found.eTag }) : null;
}

/** As the person wished: nothing of it stays. */
async function stop(given: UploadInput, sending?: UploadTask): Promise<StorageFailure> {
  if (sending?.inParts && sending.hasBegun()) {
    // Without the id of an upload that is just being created, nobody could take it away.
    await Promise.race([sending.created, sending.ended, pause(given.stallMs)]);
  }
  sending?.halt();
  const became = await abortUpload(given);
  const mayBeWhole = became === 'gone' || (sending && !sending.inParts && sending.hasBegun());
  const isClean = became !== 'left' && (!mayBeWhole || (await deleteObject(given)));
  return failed(isClean ? 'cancelled' : 'cleanUpFailed');
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
