/**
 * Takes away what must not stay, and looks whether it is gone: Amplify takes an upload away without saying how that
 * ended.
 */
import type { ObjectStoreContext } from './client.ts';
import type { UploadRecord } from './resumable-uploads.ts';
import { findObject } from './listing.ts';
import { requestStatus } from './signed-requests.ts';

/** What was under way may arrive after the rest was taken away. */
const maxAttempts = 3;

/**
 * Takes away an upload in parts.
 * @returns `gone` where the store did not have it any more: it was completed, or swept
 */
export async function abortUpload(
  reach: ObjectStoreContext & { record: UploadRecord },
): Promise<'none' | 'dropped' | 'gone' | 'left'> {
  const upload = reach.record.get();
  if (!upload) return 'none';
  const query = { uploadId: upload.id };
  for (let turn = 0; turn < maxAttempts; turn += 1) {
    const dropped = await requestStatus(reach, 'DELETE', query);
    const parts = await requestStatus(reach, 'GET', query);
    if (parts === 404) {
      reach.record.remove();
      return turn === 0 && dropped === 404 ? 'gone' : 'dropped';
    }
    if (parts !== 200) break;
  }
  return 'left';
}

/** @returns whether it is gone */
export async function deleteObject(reach: ObjectStoreContext): Promise<boolean> {
  for (let turn = 0; turn < maxAttempts; turn += 1) {
    await requestStatus(reach, 'DELETE');
    const object = await findObject(reach);
    if (object.kind !== 'decided') break;
    if (!object.value) return true;
  }
  return false;
}
