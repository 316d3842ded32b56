/** The real server in a separate process, for tests to call, stop and kill. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { limitNames, rateVariable } from '../../server/config/rates.ts';
import { freePort } from './ports.ts';
import { compilesWasmOnce } from './wasm.ts';
import { unlimitedRates } from '../../server/testing/config.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const startWithinMs = 60_000;
const stopWithinMs = 15_000;

export type TestServer = {
  /** The address without a slash at the end. */
  url: string;
  port: number;
  /** The sandbox's demo key, as the server printed it. */
  key: string;
  pid: number;
  dataDir: string;
  /** Everything it has printed so far. */
  log: () => string;
  /** Ends it as an operator would and waits; removes a data folder that `startServer` made. */
  stop: () => Promise<void>;
  /** Ends it as a power cut would (SIGKILL) and waits; the data folder stays. */
  kill9: () => Promise<void>;
};

export type ServerOptions = {
  database?: { env: Record<string, string>; dataDir: string } | undefined;
  /** A temp folder where absent. */
  dataDir?: string | undefined;
  /** A free one where absent. */
  port?: number | undefined;
  /** The folder of the built app; in projects with a browser, of the app built for tests. */
  appDir?: string | undefined;
  /** The folder of another version, whose sources are run. */
  root?: string | undefined;
  /** Says whether the embedded database is compiled for speed too, as under `npm start`. */
  longLived?: boolean | undefined;
  /** Added to, and stronger than, everything else. */
  env?: Record<string, string | undefined> | undefined;
};

/** Starts it and waits until it answers. @throws with its output if it ends or does not answer */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const given = options.dataDir ?? options.database?.dataDir;
  const dataDir = given ?? mkdtempSync(join(tmpdir(), 'feepath-test-'));
  const port = options.port ?? (await freePort());
  const url = `http://localhost:${port}`;
  const env: Record<string, string | undefined> = {
    ...process.env,
    DATABASE_URL: undefined,
    NODE_ENV: 'test',
    SANDBOX: '1',
    LOG: 'errors',
    // Tests push by themselves, and find a submitted application as they left it; those of the queue set their own.
    PUSH_AFTER_SECONDS: '3600',
    // Tests call faster than people; the tests of the limits set their own.
    ...ratesKnownTo(options.root),
    PORT: String(port),
    DATA_DIR: dataDir,
    APP_DIR: options.appDir ?? process.env.APP_DIR,
    ...options.database?.env,
    ...options.env,
  };
  const packed = options.root ? undefined : process.env.PACKED_SERVER;
  const program = [
    ...(options.longLived ? [] : compilesWasmOnce),
    ...(packed ? [packed] : ['--import', 'tsx', 'server/main.ts']),
  ];
  const child = spawn(process.execPath, program, {
    cwd: options.root ?? root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: withoutVitest(env),
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    printed += chunk;
  });
  const abandon = () => child.kill('SIGKILL');
  process.once('exit', abandon);

  const end = async (signal: NodeJS.Signals) => {
    process.off('exit', abandon);
    await ended(child, signal);
  };
  const log = () => printed;
  try {
    const key = await answering(child, url, env.SANDBOX === '1', log);
    return {
      url,
      port,
      key,
      pid: child.pid ?? 0,
      dataDir,
      log,
      stop: async () => {
        await end('SIGTERM');
        if (!given) rmSync(dataDir, { recursive: true, force: true });
      },
      kill9: () => end('SIGKILL'),
    };
  } catch (error) {
    await end('SIGKILL');
    if (!given) rmSync(dataDir, { recursive: true, force: true });
    throw error;
  }
}

/** Resolves with the demo key (empty where none is printed) once the server listens. */
async function answering(
  child: ChildProcess,
  url: string,
  sandbox: boolean,
  log: () => string,
): Promise<string> {
  const deadline = Date.now() + startWithinMs;
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(
        `The server ended (${child.signalCode ?? child.exitCode}) before it answered:\n${log()}`,
      );
    }
    const answer = await fetch(url, { signal: AbortSignal.timeout(5000) }).catch(() => undefined);
    await answer?.body?.cancel();
    const key = log().match(/[?&]api_key=([\w.~-]+)/)?.[1];
    if (answer && (key || !sandbox)) return key ?? '';
    await pause(50);
  }
  throw new Error(`The server did not answer within ${startWithinMs / 1000} s:\n${log()}`);
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill(signal);
  const timeout = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
  await gone;
  clearTimeout(timeout);
}

/** Lifts every limit; an earlier version refuses to start on limits that it does not know. */
function ratesKnownTo(version: string | undefined): Record<string, string> {
  if (version === undefined) return unlimitedRates;
  const known = readFileSync(join(version, 'server', 'rates.ts'), 'utf8');
  return Object.fromEntries(
    limitNames
      .filter((name) => known.includes(`'${name}'`))
      .map((name) => [rateVariable(name), unlimitedRates[rateVariable(name)] ?? '']),
  );
}

/** The runner's own variables would change how libraries behave in the server. */
function withoutVitest(env: Record<string, string | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^(VITEST|TEST$|DEV$|PROD$|SSR$|MODE$|BASE_URL$)/.test(name)),
  );
}
