/**
 * Keeps the moments of a whole life as a file, so that its short seeds begin without it when they are run again, or by
 * another process. The file is valid for the code that made it: changed code makes a new one.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { digestOf } from '../support/seeded.ts';
import type { State } from './states.ts';

/** The files that determine a life. */
const sources = [
  ...['server', 'domain', 'machines', 'locales', 'openapi', 'package-lock.json'],
  ...['tests/simulate', 'tests/fuzz/random.ts', 'tests/support/form-values.ts', 'tests/support/seeded.ts'],
];

let folder: string | undefined;

function fileOf(life: number): string {
  folder ??= join(tmpdir(), 'feepath-simulate', `${digestOf(sources)}-${process.version}`);
  return join(folder, String(life));
}

export function readStates(life: number): State[] | undefined {
  const file = fileOf(life);
  return existsSync(file) ? (deserialize(readFileSync(file)) as State[]) : undefined;
}

/** Another process may write the same file: each renames a separate one. */
export function storeStates(life: number, states: readonly State[]): void {
  const file = fileOf(life);
  mkdirSync(join(file, '..'), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, serialize(states));
  renameSync(draft, file);
}
