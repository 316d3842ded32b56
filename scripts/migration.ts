/**
 * `npm run migration -- NAME` writes the migration from the schema of the migrations to that of `server/db/schema/`. The
 * newest snapshot alone is kept: the next migration is made from it, and none from those before it.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { migrationsFolder } from '../server/db/migrate.ts';

const [name] = process.argv.slice(2);
if (name === undefined || !/^[a-z][a-z_]*$/.test(name)) {
  console.error('npm run migration -- NAME, of small letters and _: what the migration adds or changes.');
  process.exit(1);
}
const generate = ['node_modules/drizzle-kit/bin.cjs', 'generate', '--config=server/db/drizzle.config.ts'];
execFileSync(process.execPath, [...generate, `--name=${name}`], { stdio: 'inherit' });
const meta = join(migrationsFolder, 'meta');
const snapshots = readdirSync(meta).filter((file) => file.endsWith('_snapshot.json'));
for (const older of snapshots.toSorted().slice(0, -1)) rmSync(join(meta, older));
