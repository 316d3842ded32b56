/**
 * `npm run bench`: how much longer the server takes than the same rows by node:http and a driver alone (the floor).
 * Both run on one database and are measured in turns. Times are those of one caller; calls per second and processor
 * time per call those of 32. Ends with exit code 1 where the server is slower than its aims.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildApp, buildServer, root } from '../../scripts/build-app.ts';
import { useMemoryForTempFiles } from '../support/temp-files.ts';
import { readAssets } from '../../server/app/assets.ts';
import { freePort } from '../support/ports.ts';
import { fillWithLoans } from '../support/many-loans.ts';
import { createDatabase, runSql, startPostgres } from '../support/postgres.ts';
import { makeSeededDatabase, seededDatabase } from '../support/seeded.ts';
import { startServer } from '../support/server.ts';
import { type CallName, mostCallers, prepareCalls, requireSameAnswers } from './calls.ts';
import { measure, type Measured, median, type Request } from './load.ts';
import { processorMs } from './processor-time.ts';

/** Product against floor: the median time of one caller, and the calls per second of all callers. */
type Ratio = { time: number; rate: number };

const aims: Record<CallName, Ratio> = {
  read: { time: 1.5, rate: 0.6 },
  loan: { time: 1.5, rate: 0.6 },
  create: { time: 2, rate: 0.5 },
  save: { time: 2, rate: 0.5 },
};
const staticAim = 0.8;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    /** Milliseconds of one turn. */
    turn: { type: 'string', default: '500' },
    only: { type: 'string', default: 'postgres,pglite,static' },
    /** The others are not measured. */
    calls: { type: 'string', default: Object.keys(aims).join() },
  },
});
const [rounds, turnMs] = [Number(values.rounds), Number(values.turn)];
/** The warm-up lasts until the engine has compiled the hot code: on a busy machine that takes calls, not only time. */
const warmUp = { ms: 2 * turnMs, calls: 3000 };
const appFolder = 'dist/bench-app';
const only = values.only.split(',');
const names = (Object.keys(aims) as CallName[]).filter((name) => values.calls.split(',').includes(name));
/** The environment of production, which logs each call. */
const productEnv = { NODE_ENV: 'production', LOG: 'all' };

useMemoryForTempFiles();
// Both are packed, as `npm start` packs the server.
const [productFolder, floorFolder] = ['dist/bench-server', 'dist/bench-floor'];
await Promise.all([
  buildServer({ folder: productFolder }),
  buildServer({ folder: floorFolder, program: 'tests/bench/floor-server.ts' }),
  makeSeededDatabase(),
  ...(only.includes('static') ? [buildApp({ folder: appFolder, traced: false })] : []),
]);
process.env.PACKED_SERVER = join(root, productFolder, 'main.js');
let isWithinAims = true;
if (only.includes('pglite')) await benchPglite();
if (only.includes('static')) await benchStatic();
if (only.includes('postgres')) await benchPostgres();
process.exit(isWithinAims ? 0 : 1);

type Environment = Record<string, string>;

async function benchPostgres(): Promise<void> {
  const postgres = await startPostgres();
  const { url, drop } = await createDatabase(postgres.url);
  try {
    console.log(`${postgres.name}, node ${process.version}`);
    const env = { DATABASE_URL: url };
    const ratios = await benchCalls({ product: env, floor: () => env });
    console.log(`bench: ${lineOf(ratios)}`);
    for (const [name, { time, rate }] of Object.entries(ratios)) {
      const aim = aims[name as CallName];
      if (time > aim.time || rate < aim.rate) isWithinAims = false;
    }
  } finally {
    await drop();
    await postgres.stop();
  }
}

/** An embedded database can be opened by one process only, so the floor gets a copy of the product's. */
async function benchPglite(): Promise<void> {
  const ratios = await benchCalls({
    product: { PGLITE_TEMPLATE: seededDatabase },
    floor: (dataDir) => ({ DATA_DIR: dataDir }),
  });
  console.log(`bench on PGlite: ${lineOf(ratios)}`);
}

async function benchCalls({
  product: env,
  floor: floorEnv,
}: {
  product: Environment;
  floor: (dataDir: string) => Environment;
}): Promise<Record<CallName, Ratio>> {
  const folder = mkdtempSync(join(tmpdir(), 'feepath-bench-'));
  const start = () =>
    startServer({ dataDir: join(folder, 'product'), longLived: true, env: { ...env, ...productEnv } });
  let product = await start();
  let floor: Floor | undefined;
  try {
    const calls = await prepareCalls(product.url);
    await product.stop();
    await fillDatabase(env.DATABASE_URL, join(folder, 'product', 'db'));
    if (!env.DATABASE_URL) cpSync(join(folder, 'product'), join(folder, 'floor'), { recursive: true });
    product = await start();
    floor = await startFloor(floorEnv(join(folder, 'floor')));
    await requireSameAnswers(floor.url, product.url, calls);
    const ratios = {} as Record<CallName, Ratio>;
    for (const name of names) {
      ratios[name] = await compare(name, { floor, product, request: calls[name] });
    }
    return ratios;
  } finally {
    floor?.stop();
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Fills the database with the loans of a server in use, and updates the statistics: PostgreSQL plans sequential scans
 * for an empty table, and keeps to them until its statistics change.
 */
async function fillDatabase(url: string | undefined, embedded: string): Promise<void> {
  const counts = { loans: 20_000, others: 20_000 };
  if (url) return fillWithLoans((sql) => runSql(url, sql), counts);
  const { PGlite } = await import('@electric-sql/pglite');
  const database = await PGlite.create(embedded);
  await fillWithLoans(async (sql) => (await database.query<Record<string, unknown>>(sql)).rows, counts);
  await database.close();
}

async function benchStatic(): Promise<void> {
  const largest = [...readAssets(join(root, appFolder))]
    .filter(([path]) => path.startsWith('/assets/'))
    .sort(([, one], [, other]) => other.bytes.length - one.bytes.length)[0];
  if (!largest) {
    throw new Error(`${appFolder} has no assets after its build.`);
  }
  const [path] = largest;
  const env = { PGLITE_TEMPLATE: seededDatabase, APP_DIR: appFolder, ...productEnv };
  const product = await startServer({ env, longLived: true });
  const folder = mkdtempSync(join(tmpdir(), 'feepath-bench-'));
  cpSync(seededDatabase, join(folder, 'db'), { recursive: true });
  const floor = await startFloor({ DATA_DIR: folder, APP_DIR: appFolder });
  try {
    const request = () => ({ method: 'GET', path });
    const { rate } = await compare('static', { floor, product, request });
    if (rate < staticAim) isWithinAims = false;
    console.log(`static: ${rate.toFixed(2)} ×`);
  } finally {
    floor.stop();
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Target = { url: string; pid: number };
type Floor = Target & { stop: () => void };

async function startFloor(env: Environment): Promise<Floor> {
  const port = await freePort();
  const child: ChildProcess = spawn(process.execPath, [join(root, floorFolder, 'floor-server.js')], {
    env: { ...process.env, NODE_ENV: 'production', PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = () => void child.kill('SIGKILL');
  process.once('exit', stop);
  await new Promise<void>((resolve, reject) => {
    child.stdout?.once('data', () => resolve());
    child.once('exit', () => reject(new Error('The floor ended before it answered')));
  });
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop };
}

/** Warms both up and measures them in turns, the first of a round in turns too. */
async function compare(
  name: string,
  { request, ...targets }: { floor: Target; product: Target; request: (caller: number) => Request },
): Promise<Ratio> {
  const sides = ['floor', 'product'] as const;
  const run = async (
    side: (typeof sides)[number],
    callers: number,
    least: { ms: number; calls?: number },
  ) => {
    const { url, pid } = targets[side];
    const before = processorMs(pid);
    const measured = await measure(url.replace('localhost', '127.0.0.1'), { callers, ...least, request });
    return { ...measured, processorMs: processorMs(pid) - before };
  };
  type Turn = Measured & { processorMs: number };
  for (const side of sides) await run(side, mostCallers, warmUp);
  const one = { floor: [] as Turn[], product: [] as Turn[] };
  const many = { floor: [] as Turn[], product: [] as Turn[] };
  for (let round = 0; round < rounds; round += 1) {
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      one[side].push(await run(side, 1, { ms: turnMs }));
      many[side].push(await run(side, mostCallers, { ms: turnMs }));
    }
  }
  const timeOf = (turns: Turn[]) => median(turns.flatMap(({ latencies }) => latencies));
  const callsIn = (turns: Turn[]) => sum(turns.map(({ latencies }) => latencies.length));
  const rateOf = (turns: Turn[]) => (1000 * callsIn(turns)) / sum(turns.map(({ ms }) => ms));
  const processorOf = (turns: Turn[]) => sum(turns.map((turn) => turn.processorMs)) / callsIn(turns);
  for (const side of sides) {
    const times = `p50 ${timeOf(one[side]).toFixed(3)} ms, ${rateOf(many[side]).toFixed(0)} calls/s`;
    const processor = `${processorOf(many[side]).toFixed(3)} ms of the processor a call`;
    console.log(`  ${name}, ${side}: ${times}, ${processor}`);
  }
  const processor = processorOf(many.product) / processorOf(many.floor);
  console.log(`  ${name}: ${processor.toFixed(2)} × the processor time`);
  return {
    time: timeOf(one.product) / timeOf(one.floor),
    rate: rateOf(many.product) / rateOf(many.floor),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function lineOf(ratios: Record<CallName, Ratio>): string {
  return Object.entries(ratios)
    .map(([name, { time, rate }]) => `${name} p50 ${time.toFixed(2)} ×, ${rate.toFixed(2)} × calls/s`)
    .join('; ');
}
