/** The place of the empty embedded database that tests copy: making one takes seconds, a copy none. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url));

/** Made once and copied; named for the version that made it. */
export const databaseTemplate = join(modules, '.cache', 'feepath', `pglite-${pgliteVersion()}`);

function pgliteVersion(): string {
  const about = readFileSync(join(modules, '@electric-sql', 'pglite', 'package.json'), 'utf8');
  return (JSON.parse(about) as { version: string }).version;
}
