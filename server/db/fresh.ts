/** Makes the embedded database's folder, whole or not at all: a start that is killed half-way leaves none behind. */
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { platform } from '../platform/platform.ts';

/**
 * Does nothing where `folder` is there.
 * @param create initialises an empty database in the folder that it is given, and closes it
 * @param template a folder that keeps an empty database for the next time; copying it is ten times as fast as making
 *   one, which tests that need many are glad of
 */
export async function ensureDatabaseFolder(
  folder: string,
  create: (folder: string) => Promise<void>,
  template?: string,
): Promise<void> {
  if (existsSync(folder)) return;
  // The data folder is locked, so what an earlier start left half done is nobody's; a template is anybody's.
  const draft = `${folder}.new`;
  if (!template) return makeWhole(folder, draft, create);
  if (!existsSync(template)) await makeWhole(template, `${template}.${platform.uuid()}`, create);
  await makeWhole(folder, draft, async (copy) => cpSync(template, copy, { recursive: true }));
}

async function makeWhole(
  folder: string,
  draft: string,
  fill: (draft: string) => Promise<void>,
): Promise<void> {
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true, mode: 0o700 });
  mkdirSync(draft, { mode: 0o700 });
  try {
    await fill(draft);
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Several processes may fill the same template at once; either result can be used.
    if (!existsSync(folder)) throw error;
  }
}
