/**
 * Moves documents' contents from their former files, DATA_DIR/objects/LOAN/TYPE/HASH, into the object store. A file is
 * deleted once its content is stored; a failed one is tried again the next time.
 */
import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { contents } from '../db/schema/documents.ts';
import { loans } from '../db/schema/loans.ts';
import type { Services } from '../handler.ts';
import { errorFields } from '../log.ts';
import { listFolder } from '../objects/folder.ts';

type Needs = Pick<Services, 'db' | 'log'> & {
  config: Pick<Services['config'], 'dataDir'>;
  adapters: Pick<Services['adapters'], 'objects'>;
};

/** The embedded store's own folder is beside these. */
const isLoanId = (name: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name);

const rootFolder = (dataDir: string): string => join(dataDir, 'objects');

const loansWithFiles = async (dataDir: string): Promise<string[]> =>
  (await listFolder(rootFolder(dataDir))).filter(isLoanId);

/** Whether there are files to move, or files of a loan that another database has. */
export const hasLegacyFiles = async (dataDir: string): Promise<boolean> =>
  (await loansWithFiles(dataDir)).length > 0;

/** Never throws. */
export async function migrateLegacyFiles(needs: Needs): Promise<void> {
  const { dataDir } = needs.config;
  for (const loanId of await loansWithFiles(dataDir)) {
    await migrateLoan(needs, join(rootFolder(dataDir), loanId), loanId).catch((error: unknown) =>
      needs.log.error('files not adopted', errorFields(error)),
    );
  }
}

async function migrateLoan(
  { db, adapters: { objects } }: Needs,
  folder: string,
  loanId: string,
): Promise<void> {
  const [loan] = await db.select({ id: loans.id }).from(loans).where(eq(loans.id, loanId));
  // The loan is of another database: its files may still be needed there.
  if (!loan) return;
  const known = await db.select().from(contents).where(eq(contents.loanId, loanId));
  for (const { key, type, sha256, contentType } of known) {
    if (await objects.head(key)) continue;
    if (!(await listFolder(join(folder, type))).includes(sha256)) continue;
    const bytes = await readFile(join(folder, type, sha256));
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw new Error('A file has changed');
    await objects.put(key, bytes, contentType);
  }
  // Unreferenced files are contents that were replaced.
  await rm(folder, { recursive: true, force: true });
}
