/**
 * Checks that the database and the object store belong together. The database has a random id, and the store has the
 * same id in an object, so that a mistyped address never serves or deletes the documents of another installation.
 */
import { isNull } from 'drizzle-orm';
import { platform } from '../platform/platform.ts';
import type { Objects } from '../adapters/objects.ts';
import { demoPartnerId } from '../partners/api-keys.ts';
import type { Database } from '../db/open.ts';
import { apiKeys } from '../db/schema/partners.ts';
import { installation } from '../db/schema/servers.ts';
import { contentsRoot } from '../loans/document-keys.ts';
import { codeOf } from '../platform/log.ts';

export type Installation = typeof installation.$inferSelect;

/** The key of the object that has the id. */
export const installationKey = 'installation';

/** Thrown where a server must not run on this database or this store. `message` is for the person at the terminal. */
export class InstallationMismatch extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'InstallationMismatch';
  }
}

/** Thrown at the start if the object store does not respond, so that its installation is unknown. */
export class StoreUnavailable extends Error {
  constructor(cause: unknown) {
    const code = codeOf(cause);
    super(
      'The object store cannot be read, so it is not known whether it belongs to this database: ' +
        `check the S3 settings, or DATA_DIR.${code === undefined ? '' : ` (${code})`}`,
      { cause },
    );
    this.name = 'StoreUnavailable';
  }
}

/**
 * The installation that the database is, created at the first start. A production server may take over the database of
 * a sandbox; the other way round would open real applications to everybody.
 * @throws InstallationMismatch for a sandbox on the database of a production installation
 */
export async function openInstallation(db: Database, sandbox: boolean, now: Date): Promise<Installation> {
  const mode = sandbox && !(await isUsedInProduction(db)) ? 'sandbox' : 'production';
  await db.insert(installation).values({ id: platform.uuid(), mode, createdAt: now }).onConflictDoNothing();
  if (!sandbox) await db.update(installation).set({ mode: 'production' });
  const found = await readInstallation(db);
  if (sandbox && found.mode === 'production') {
    throw new InstallationMismatch(
      'SANDBOX=1, but DATABASE_URL (or DATA_DIR) is the database of a production installation. ' +
        'A sandbox needs a database of its own; without SANDBOX=1 the server starts in production.',
    );
  }
  return found;
}

/** Says whether there are keys of partners and not the demo keys: commands make keys before a first server does. */
async function isUsedInProduction(db: Database): Promise<boolean> {
  const live = await db
    .select({ partnerId: apiKeys.partnerId })
    .from(apiKeys)
    .where(isNull(apiKeys.revokedAt));
  return live.length > 0 && live.every(({ partnerId }) => partnerId !== demoPartnerId);
}

/** @throws Error where no server has started on the database yet */
export async function readInstallation(db: Database): Promise<Installation> {
  const [found] = await db.select().from(installation);
  if (!found) throw new Error('The database has no installation id yet');
  return found;
}

/**
 * Compares the store's id with the database's, and marks a store that is seen for the first time.
 * @throws InstallationMismatch where the store belongs to another database, or this database to another store
 * @throws StoreUnavailable where it does not answer
 */
export async function bindStore(db: Database, objects: Objects, now: Date): Promise<void> {
  const { id, storeMarkedAt } = await readInstallation(db);
  const found = await readStoreId(objects).catch((error: unknown) => {
    throw new StoreUnavailable(error);
  });
  const isNew = found === undefined && storeMarkedAt === null;
  if (isNew && (await objects.list(contentsRoot, 1)).length === 0) return markStore(db, objects, now);
  if (found !== id) throw mismatch(found, storeMarkedAt);
  if (storeMarkedAt === null) await db.update(installation).set({ storeMarkedAt: now });
}

/** Writes the database's id into the store, whatever is there. */
export async function markStore(db: Database, objects: Objects, now: Date): Promise<void> {
  const { id } = await readInstallation(db);
  await objects.put(installationKey, Buffer.from(id), 'text/plain');
  await db.update(installation).set({ storeMarkedAt: now });
}

/** @throws InstallationMismatch where the store is not the one that belongs to the database */
export async function requireOwnStore(db: Database, objects: Objects): Promise<void> {
  const { id, storeMarkedAt } = await readInstallation(db);
  const found = await readStoreId(objects);
  if (found !== id) throw mismatch(found, storeMarkedAt);
}

/** The id of the installation that a store belongs to; undefined where it has none. */
export async function readStoreId(objects: Objects): Promise<string | undefined> {
  const stored = await objects.head(installationKey);
  const bytes = stored && (await objects.read(installationKey, stored.eTag));
  if (!bytes) return undefined;
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8').trim();
}

const mismatch = (found: string | undefined, storeMarkedAt: Date | null): InstallationMismatch =>
  new InstallationMismatch(
    [
      found
        ? 'The object store (S3_BUCKET, or DATA_DIR) belongs to the database of another installation.'
        : storeMarkedAt
          ? 'The object store (S3_BUCKET, or DATA_DIR) is not the one that this database was used with: it has no installation id.'
          : 'The object store (S3_BUCKET, or DATA_DIR) has documents that this database does not know.',
      'Nothing was changed. Correct DATABASE_URL, S3_BUCKET or DATA_DIR;',
      'if the two do belong together, such as after restoring the documents alone, run: npm run admin -- adopt-store',
    ].join(' '),
  );
