/** Runs a program that is ended, with all that it started, when its time is over. */
import { type ChildProcess, spawn } from 'node:child_process';

export type LimitedRun = {
  args: readonly string[];
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  limitMs: number;
  /** Says whether it prints to this process's output; else its output is returned. */
  isPrinted?: boolean;
};

export type RunResult = {
  /** 0 where it succeeded. */
  code: number;
  printed: string;
  timedOut: boolean;
};

const running = new Set<ChildProcess>();

/** Runs Node with these arguments, in a separate process group. Never rejects. */
export async function runLimited({ args, cwd, env, limitMs, isPrinted }: LimitedRun): Promise<RunResult> {
  const child = spawn(process.execPath, args, {
    detached: true,
    stdio: isPrinted ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    ...(cwd ? { cwd } : {}),
    ...(env ? { env } : {}),
  });
  running.add(child);
  let printed = '';
  let timedOut = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (printed += text));
  }
  const timer = setTimeout(() => {
    timedOut = true;
    killGroup(child);
    // A process that it started in another group may still have these open.
    for (const stream of [child.stdout, child.stderr]) stream?.destroy();
  }, limitMs);
  const code = await new Promise<number>((resolve) => {
    child.once('error', () => resolve(1));
    child.once('close', (status) => resolve(status ?? 1));
  });
  clearTimeout(timer);
  running.delete(child);
  return { code, printed, timedOut };
}

/** Ends the running processes when this process ends, also by a signal, which does not reach a separate group. */
export function killRunningAtExit(): void {
  process.once('exit', () => running.forEach(killGroup));
  for (const [signal, number] of [
    ['SIGHUP', 1],
    ['SIGINT', 2],
    ['SIGTERM', 15],
  ] as const) {
    process.once(signal, () => process.exit(128 + number));
  }
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended, or this system has no process groups.
    child.kill('SIGKILL');
  }
}
