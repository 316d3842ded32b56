/**
 * Takes the contents of documents into the vault that were kept as files of their own, DATA_DIR/objects/LOAN/TYPE/HASH.
 * A file goes when its content is safe; what fails stays where it is, for the next start.
 */
import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { Database } from '../db/open.ts';
import { loans } from '../db/schema.ts';
import type { Services } from '../handler.ts';
import { submissionsOf } from '../loans/submissions.ts';
import { errorFacts } from '../log.ts';
import { namesIn } from '../objects/folder.ts';
import { currentContents } from './contents.ts';
import { contentKey } from './keys.ts';

type Needs = Pick<Services, 'db' | 'log'> & {
  config: Pick<Services['config'], 'dataDir'>;
  adapters: Pick<Services['adapters'], 'objects'>;
};

/** Beside these folders lies the embedded store's own. */
const isLoanId = (name: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name);

/** Never throws. */
export async function adoptFormerFiles(needs: Needs): Promise<void> {
  const base = join(needs.config.dataDir, 'objects');
  for (const loanId of (await namesIn(base)).filter(isLoanId)) {
    await adoptLoan(needs, join(base, loanId), loanId).catch((error: unknown) =>
      needs.log.error('files not adopted', errorFacts(error)),
    );
  }
}

async function adoptLoan(
  { db, adapters: { objects } }: Needs,
  folder: string,
  loanId: string,
): Promise<void> {
  const [loan] = await db.select({ id: loans.id }).from(loans).where(eq(loans.id, loanId));
  // The files of another database are not ours to move.
  if (!loan) return;
  for (const { type, etag, contentType } of await namedContents(db, loanId)) {
    const key = contentKey({ loanId, type, etag });
    if (await objects.head(key)) continue;
    if (!(await namesIn(join(folder, type))).includes(etag)) continue;
    const bytes = await readFile(join(folder, type, etag));
    if (createHash('sha256').update(bytes).digest('hex') !== etag) throw new Error('A file has changed');
    await objects.put(key, bytes, contentType);
  }
  // What nobody names was replaced.
  await rm(folder, { recursive: true, force: true });
}

type Named = { type: string; etag: string; contentType: string };

async function namedContents(db: Database, loanId: string): Promise<Named[]> {
  const submitted = (await submissionsOf(db, loanId)).map((one) => one.documents);
  return [await currentContents(db, loanId), ...submitted].flatMap((contents) =>
    Object.entries(contents).map(([type, { e_tag: etag, content_type: contentType }]) => ({
      type,
      etag,
      contentType,
    })),
  );
}
