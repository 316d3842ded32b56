/**
 * `npm run fuzz`: calls every operation of the contract with input that fits, nearly fits, or fits nothing, on both
 * databases, and holds each answer against the contract. A seed repeats a run. Ends with exit code 1 where an answer was
 * a 5xx or had another shape than the contract's, or where the event loop of the server stood still for long.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { useMemoryForTempFiles } from '../support/temp-files.ts';
import { createDatabase, startPostgres } from '../support/postgres.ts';
import { makeSeededDatabase, seededDatabase } from '../support/seeded.ts';
import { startServer } from '../support/server.ts';
import { fuzz, type Findings } from './fuzz.ts';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '100000' },
    seed: { type: 'string', default: process.env.SEED ?? String(Date.now() % 1_000_000) },
    database: { type: 'string', default: 'both' },
    'max-stall-ms': { type: 'string', default: '100' },
  },
});
const [calls, seed, maxStallMs] = [values.calls, values.seed, values['max-stall-ms']].map(Number);
if (!calls || seed === undefined || Number.isNaN(seed) || !maxStallMs) {
  throw new Error(
    'npm run fuzz -- [--calls N] [--seed N] [--database pglite|postgres|both] [--max-stall-ms N]',
  );
}

useMemoryForTempFiles();
await makeSeededDatabase();
let failed = 0;
if (values.database !== 'postgres') await run('PGlite', { PGLITE_TEMPLATE: seededDatabase });
if (values.database !== 'pglite') {
  const postgres = await startPostgres();
  const { url, drop } = await createDatabase(postgres.url);
  try {
    await run(postgres.name, { DATABASE_URL: url });
  } finally {
    await drop();
    await postgres.stop();
  }
}
console.log(`${values.database === 'both' ? 2 - failed : 1 - failed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

async function run(name: string, env: Record<string, string>): Promise<void> {
  const stallFile = join(mkdtempSync(join(tmpdir(), 'feepath-fuzz-')), 'stall');
  const server = await startServer({
    env: {
      ...env,
      NODE_ENV: 'production',
      NODE_OPTIONS: '--import tsx --import ./tests/fuzz/stall-monitor.ts',
      STALL_FILE: stallFile,
      // Passwords of staff are hashed for tens of milliseconds each; their limit stays in force.
      RATE_SIGN_IN: undefined,
    },
  });
  process.kill(server.pid, 'SIGUSR2');
  const started = performance.now();
  try {
    const adminEnv = { ...process.env, SANDBOX: '1', DATA_DIR: server.dataDir, ...env };
    const admin = async (...command: string[]) => {
      const program = ['--import', 'tsx', 'server/admin.ts', ...command];
      return (await promisify(execFile)(process.execPath, program, { env: adminEnv })).stdout;
    };
    const found = await fuzz({ url: server.url, calls: Number(calls), seed: Number(seed), admin });
    const stallMs = Number(readFileSync(stallFile, 'utf8'));
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    if (!report({ name, seconds, stallMs, found })) {
      failed += 1;
      if (found.serverErrors.length > 0) console.log(server.log().split('\n').slice(-20).join('\n'));
    }
  } finally {
    await server.stop();
  }
}

/** @returns whether the run has passed */
function report({
  name,
  seconds,
  stallMs,
  found: { statuses, serverErrors, badShapes, uncalled },
}: {
  name: string;
  seconds: string;
  stallMs: number;
  found: Findings;
}): boolean {
  const total = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  const line = [...statuses]
    .sort(([one], [other]) => one - other)
    .map(([status, count]) => `${status} × ${count}`);
  console.log(`${name}, seed ${seed}: ${total} calls in ${seconds} s; ${line.join(', ')}`);
  for (const example of [...serverErrors, ...badShapes].slice(0, 20)) console.log(`  ${example}`);
  if (uncalled.length > 0) console.log(`  never answered with 200: ${uncalled.join(', ')}`);
  console.log(
    `${serverErrors.length} × 5xx, ${badShapes.length} bad shapes, longest event-loop stall ${stallMs.toFixed(0)} ms`,
  );
  return serverErrors.length === 0 && badShapes.length === 0 && stallMs <= Number(maxStallMs);
}
