/**
 * Takes away what must not stay, and looks whether it is gone: Amplify takes an upload away without saying how that
 * ended.
 */
import type { Reach } from './client.ts';
import type { UploadRecord } from './kept-uploads.ts';
import { objectAt } from './listing.ts';
import { statusOf } from './signed.ts';

/** What was under way may arrive after the rest was taken away. */
const turns = 3;

/**
 * Takes away an upload in parts.
 * @returns `gone` where the store did not have it any more: it was completed, or swept
 */
export async function dropUpload(
  reach: Reach & { record: UploadRecord },
): Promise<'none' | 'dropped' | 'gone' | 'left'> {
  const upload = reach.record.get();
  if (!upload) return 'none';
  const query = { uploadId: upload.id };
  for (let turn = 0; turn < turns; turn += 1) {
    const dropped = await statusOf(reach, 'DELETE', query);
    const parts = await statusOf(reach, 'GET', query);
    if (parts === 404) {
      reach.record.forget();
      return turn === 0 && dropped === 404 ? 'gone' : 'dropped';
    }
    if (parts !== 200) break;
  }
  return 'left';
}

/** @returns whether it is gone */
export async function dropObject(reach: Reach): Promise<boolean> {
  for (let turn = 0; turn < turns; turn += 1) {
    await statusOf(reach, 'DELETE');
    const object = await objectAt(reach);
    if (object.kind !== 'decided') break;
    if (!object.value) return true;
  }
  return false;
}
