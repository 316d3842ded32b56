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
 * Looks at what an earlier call has left: parts that go on, or the whole object, whose answer was lost.
 * @returns null where there is something to send
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

/** As the person wished: nothing of it stays. */
async function stop(input: UploadInput, task?: UploadTask): Promise<StorageFailure> {
  if (task?.inParts && task.hasBegun()) {
    // Without the id of an upload that is just being created, nobody could take it away.
    await Promise.race([task.created, task.ended, pause(input.stallMs)]);
  }
  task?.halt();
  const outcome = await abortUpload(input);
  const mayBeWhole = outcome === 'gone' || (task && !task.inParts && task.hasBegun());
  const isClean = outcome !== 'left' && (!mayBeWhole || (await deleteObject(input)));
  return failed(isClean ? 'cancelled' : 'cleanUpFailed');
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
