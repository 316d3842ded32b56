/** Deletes uploads and objects, and verifies it: Amplify does not report whether an upload was aborted. */
import type { ObjectStoreContext } from './client.ts';
import type { UploadRecord } from './resumable-uploads.ts';
import { findObject } from './listing.ts';
import { requestStatus } from './signed-requests.ts';

/** A part that was in flight may arrive after the others were deleted. */
const maxAttempts = 3;

/**
 * Aborts a multipart upload.
 * @returns `gone` where the store no longer had it: it was completed or expired
 */
export async function abortUpload(
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

/** @returns whether it is gone */
export async function deleteObject(context: ObjectStoreContext): Promise<boolean> {
  for (let turn = 0; turn < maxAttempts; turn += 1) {
    await requestStatus(context, 'DELETE');
    const object = await findObject(context);
    if (object.kind !== 'ok') break;
    if (!object.value) return true;
  }
  return false;
}
