/**
 * Uploads a file. A lost connection keeps the uploaded parts for the next call; a refusal or a cancellation deletes
 * them (specification, section 8).
 */
import { findObject } from './listing.ts';
import { type UploadInput, type UploadResult, startUpload, type UploadTask } from './upload-task.ts';
import { requestStatus } from './signed-requests.ts';
import { whenAborted, ok, failed, type StorageFailure, unreachable } from './storage-result.ts';
import type { ObjectStoreContext } from './client.ts';
import type { UploadRecord } from './resumable-uploads.ts';

/** Uploads the file. Never rejects; once it has resolved, no request is running. */
export async function put(input: UploadInput): Promise<UploadResult> {
  const aborted = whenAborted(input.options.signal);
  const resumed = await Promise.race([resumeUpload(input), aborted]);
  if (resumed === 'aborted') return stop(input);
  if (resumed) return resumed;

  const task = startUpload(input);
  const result = await Promise.race([task.ended, aborted]);
  task.close();
  if (result === 'aborted') return stop(input, task);
  task.halt();
  if (result.kind === 'refused')
    return (await abortUpload(input)) === 'left' ? failed('cleanUpFailed') : result;
  if (result.kind === 'ok') {
    input.record.remove();
    input.options.onProgress(100);
  }
  return result;
}

/**
 * Checks the state that an earlier call has left: parts to resume from, or the complete object whose response was lost.
 * @returns null if there is something to upload
 */
async function resumeUpload(input: UploadInput): Promise<UploadResult | null> {
  const { record, file, options, key } = input;
  const resumable = record.get();
  if (!resumable) return null;
  if (resumable.size !== file.size || resumable.contentType !== options.contentType) {
    await abortUpload(input);
    record.remove();
    return null;
  }
  const parts = await requestStatus(input, 'GET', { uploadId: resumable.id });
  if (parts === undefined) return unreachable;
  if (parts === 200) return null;
  const object = await findObject(input);
  if (object.kind === 'unreachable') return unreachable;
  record.remove();
  const found = object.kind === 'ok' ? object.value : undefined;
  return found?.size === file.size ? ok({ key, eTag: found.eTag }) : null;
}

/** Cancels the upload and deletes all of it. */
async function stop(input: UploadInput, task?: UploadTask): Promise<StorageFailure> {
  if (task?.inParts && task.hasBegun()) {
    // An upload that is being created can be aborted only by its id, so wait for that.
    await Promise.race([task.created, task.ended, pause(input.stallMs)]);
  }
  task?.halt();
  const outcome = await abortUpload(input);
  const mayBeWhole = outcome === 'gone' || (task && !task.inParts && task.hasBegun());
  const isClean = outcome !== 'left' && (!mayBeWhole || (await deleteObject(input)));
  return failed(isClean ? 'cancelled' : 'cleanUpFailed');
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Deletions are verified: Amplify does not report whether an upload was aborted, and a part in flight may arrive late. */
const maxAttempts = 3;

/** Aborts a multipart upload. @returns `gone` if the store no longer had it: it was completed or expired */
async function abortUpload(
  context: ObjectStoreContext & { record: UploadRecord },
): Promise<'none' | 'dropped' | 'gone' | 'left'> {
  const upload = context.record.get();
  if (!upload) return 'none';
  const query = { uploadId: upload.id };
  for (let turn = 0; turn < maxAttempts; turn += 1) {
    const dropped = await requestStatus(context, 'DELETE', query);
    const parts = await requestStatus(context, 'GET', query);
    if (parts === 404) {
      context.record.remove();
      return turn === 0 && dropped === 404 ? 'gone' : 'dropped';
    }
    if (parts !== 200) break;
  }
  return 'left';
}

/** @returns true if the object is gone */
export async function deleteObject(context: ObjectStoreContext): Promise<boolean> {
  for (let turn = 0; turn < maxAttempts; turn += 1) {
    await requestStatus(context, 'DELETE');
    const object = await findObject(context);
    if (object.kind !== 'ok') break;
    if (!object.value) return true;
  }
  return false;
}
