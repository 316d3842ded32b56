/** The hourly cleanup of the object store: abandoned uploads, and contents that nothing refers to any more. */
import type { Services } from '../api/handler.ts';
import { requireOwnStore } from './installation.ts';
import { deleteUnreferencedContents } from './delete-contents.ts';
import { uploadsRoot } from '../loans/document-keys.ts';

type Needs = Parameters<typeof deleteUnreferencedContents>[0] & Pick<Services, 'clock'>;

/** Older uploads are abandoned. */
const uploadRetentionMs = 24 * 60 * 60 * 1000;

/**
 * @param signal ends the run between two objects
 * @throws InstallationMismatch where the store is another installation's; then nothing is deleted
 */
export async function cleanUpDocuments(needs: Needs, signal?: AbortSignal): Promise<void> {
  const { db, clock, adapters } = needs;
  await requireOwnStore(db, adapters.objects);
  await deleteAbandonedUploads(needs, new Date(clock.now().getTime() - uploadRetentionMs), signal);
  await deleteUnreferencedContents(needs, signal);
}

async function deleteAbandonedUploads(
  { adapters: { objects } }: Needs,
  before: Date,
  signal?: AbortSignal,
): Promise<void> {
  for (const { key, lastModified } of await objects.list(uploadsRoot)) {
    signal?.throwIfAborted();
    if (lastModified < before) await objects.remove(key);
  }
  await objects.dropUploads(before);
  await objects.removeOrphanedFiles?.();
}
