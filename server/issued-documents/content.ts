/** The PDFs of issued documents, read from the object store. */
import { inArray } from 'drizzle-orm';
import type { Attachment } from '../adapters/messages.ts';
import type { Objects } from '../adapters/objects.ts';
import type { Database } from '../db/open.ts';
import { issuedDocuments } from '../db/schema/servicing.ts';

/**
 * The documents as attachments of a mail, by their numbers.
 * @param ids of `issued_documents`
 * @throws Error where one of them is not there
 */
export async function readAsAttachments(
  db: Database,
  objects: Objects,
  ids: readonly string[],
): Promise<Attachment[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ key: issuedDocuments.key, number: issuedDocuments.number })
    .from(issuedDocuments)
    .where(inArray(issuedDocuments.id, [...ids]))
    .orderBy(issuedDocuments.number);
  if (rows.length < ids.length) throw new Error('An issued document is gone');
  return Promise.all(
    rows.map(async ({ key, number }) => ({
      fileName: `${number}.pdf`,
      contentType: 'application/pdf',
      content: await readContent(objects, key),
    })),
  );
}

async function readContent(objects: Objects, key: string): Promise<Uint8Array> {
  const stored = await objects.head(key);
  const content = stored && (await objects.read(key, stored.eTag));
  if (!content) throw new Error('An issued document has no object');
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}
