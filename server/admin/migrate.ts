/** The command `migrate`: what is done and said once the schema is up to date, which opening the database has seen to. */
import { hasLegacyFiles, migrateLegacyFiles } from '../documents/migrate-files.ts';
import { bindStore, openInstallation } from '../installation.ts';
import { createLog } from '../log.ts';
import type { CommandContext, Outcome } from './context.ts';

export async function completeMigration(context: CommandContext): Promise<Outcome> {
  const { migrated = [] } = context;
  const done =
    migrated.length === 0 ? 'The schema is up to date.' : `Applied to the schema: ${migrated.join(', ')}.`;
  const files = await migrateFiles(context);
  return { ok: files.ok, lines: [done, ...files.lines] };
}

/** Nothing where no version before the object store has left files. */
async function migrateFiles({ db, clock, config, openObjects }: CommandContext): Promise<Outcome> {
  if (!(await hasLegacyFiles(config.dataDir))) return { ok: true, lines: [] };
  const objects = await openObjects();
  await openInstallation(db, config.sandbox, clock.now());
  await bindStore(db, objects, clock.now());
  await migrateLegacyFiles({ db, config, adapters: { objects }, log: createLog('errors') });
  return (await hasLegacyFiles(config.dataDir))
    ? { ok: false, lines: ['Some files below DATA_DIR/objects are still to be moved into the object store.'] }
    : { ok: true, lines: ['The documents of former versions are in the object store.'] };
}
