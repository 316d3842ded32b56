/**
 * Lets one process at a time use a data folder. The embedded database would open a second time without an error and
 * lose data, so a lock file names the owning process. A lock whose process has ended is taken over.
 */
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { codeOf } from '../platform/log.ts';
import { platform } from '../platform/platform.ts';
import { isProcessAlive } from '../platform/processes.ts';
import { sleep } from '../platform/timers.ts';

/** Thrown when another live process holds the folder. `message` is a sentence for the person at the terminal. */
export class DataDirInUse extends Error {
  constructor(
    readonly dataDir: string,
    readonly pid: number,
  ) {
    super(
      `The data folder ${dataDir} is in use by process ${pid}. Stop that process, or give this one another DATA_DIR.`,
    );
    this.name = 'DataDirInUse';
  }
}

type Holder = { pid: number; started: string; id: string };

/**
 * Takes the lock of `dataDir` (made if missing) and returns the function that gives it back.
 * @throws DataDirInUse when another live process holds it
 */
export async function lockDataDir(dataDir: string): Promise<() => void> {
  const folder = resolve(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'lock');
  const own: Holder = { pid: process.pid, started: statOf(process.pid)?.started ?? '', id: platform.uuid() };

  for (let attempt = 0; attempt < 5; attempt += 1) {
    if (putIfAbsent(path, own)) {
      if (attempt > 0) await sleep(50);
      if (readHolder(path)?.id === own.id) return () => release(path, own);
    }
    const holder = readHolder(path);
    if (holder && isAlive(holder)) throw new DataDirInUse(folder, holder.pid);
    setAside(path, holder);
  }
  throw new DataDirInUse(folder, readHolder(path)?.pid ?? 0);
}

/** Creates the file with its content atomically, so that a half-written lock is never read. */
function putIfAbsent(path: string, own: Holder): boolean {
  const draft = `${path}.${own.id}`;
  writeFileSync(draft, JSON.stringify(own), { mode: 0o600 });
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Moves a dead holder's lock away; a lock that turns out to be somebody else's is put back. */
function setAside(path: string, dead: Holder | undefined): void {
  const aside = `${path}.${platform.uuid()}`;
  try {
    renameSync(path, aside);
    if (readHolder(aside)?.id !== dead?.id) linkSync(aside, path);
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(codeOf(error) ?? '')) throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function release(path: string, own: Holder): void {
  if (readHolder(path)?.id === own.id) rmSync(path, { force: true });
}

function readHolder(path: string): Holder | undefined {
  try {
    const read: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof read !== 'object' || read === null) return undefined;
    const { pid, started, id } = read as Partial<Holder>;
    return typeof pid === 'number' && typeof started === 'string' && typeof id === 'string'
      ? { pid, started, id }
      : undefined;
  } catch {
    return undefined;
  }
}

function isAlive({ pid, started }: Holder): boolean {
  if (!isProcessAlive(pid)) return false;
  const now = statOf(pid);
  if (!now) return true;
  return !now.ended && (started === '' || now.started === started);
}

/**
 * Reads when a process began, since another process may have reused its id, and whether it is a zombie.
 * Returns undefined if /proc does not know the process.
 */
function statOf(pid: number): { started: string; ended: boolean } | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { started: `${boot}/${fields[19]}`, ended: ['Z', 'X'].includes(fields[0] ?? '') };
  } catch {
    return undefined;
  }
}
