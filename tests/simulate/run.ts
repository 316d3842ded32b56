/**
 * `npm run simulate`: runs a range of seeds in two processes, and ends with a line of figures; `-- --from 0,400` runs two
 * ranges, each of as many seeds as `--seeds` says. `-- --seed N` repeats one seed, with its trace where `--trace` is given.
 * A seed that breaks a law is printed with the fewest faults and steps that still break it. Exit code 1 where a law was broken, or an act never happened.
 */
import { real } from './prelude.ts';
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { SimulatedDatabase } from './database.ts';
import type { Fault } from './faults.ts';
import { lifeOf, SeedRunner, type SeedResult, seedsOfLife } from './seed.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string', default: '400' },
    from: { type: 'string', default: process.env.SEED ?? '0' },
    processes: { type: 'string', default: '2' },
    only: { type: 'string' },
    steps: { type: 'string' },
    trace: { type: 'boolean', default: false },
    child: { type: 'boolean', default: false },
  },
});

/** Acts that a range of seeds must have, or nothing was tried. */
const neededActs = [
  ...['apply', 'push', 'accept', 'sign', 'kyc verified', 'mandate registered', 'lender disburses', 'payment'],
  ...['pays instalment', 'pays in parts', 'payment of a part', 'staff count', 'dispute begun'],
  ...['change number', 'withdraw consent', 'erase'],
];
/** The prefixes of acts that must have happened. */
const neededEnds = ['dispute lost', 'dispute won', 'erasure refused'];
/** A seed with fewer steps has tried nothing. */
const fewestSteps = 50;
/** A range that is shorter need not have them all. */
const fewestSeedsForActs = 20;

if (values.child) await runAsChild();
else if (values.seed !== undefined) await runOne(Number(values.seed));
else await runGroups(values.from.split(',').flatMap((from) => groupsOf(Number(from), Number(values.seeds))));

async function runOne(seed: number): Promise<void> {
  const runner = new SeedRunner(await SimulatedDatabase.open());
  const only = values.only?.split(',').filter(Boolean) as Fault[] | undefined;
  const onLine = values.trace ? (line: string) => process.stdout.write(`${line}\n`) : undefined;
  const mostSteps = values.steps === undefined ? undefined : Number(values.steps);
  const result = await runner.run(seed, { only, mostSteps }, onLine);
  const { from, hash, steps, days } = result;
  console.log(
    `seed ${seed}: ${from ? `after '${from}', ` : ''}trace ${hash}, ${steps} steps, ${days.toFixed(0)} days`,
  );
  if (result.breaks.length > 0) printBreak(result);
  finish([result]);
}

/** Returns the seeds of a range, those together that share a whole life. */
function groupsOf(from: number, count: number): number[][] {
  const end = Math.min(from + count, lifeOf(from) + seedsOfLife);
  const group = Array.from({ length: end - from }, (_, index) => from + index);
  return group.length === count ? [group] : [group, ...groupsOf(end, count - group.length)];
}

/** Runs the seeds: a process takes the next group, which shares a whole life, when it has finished one. */
async function runGroups(groups: number[][]): Promise<void> {
  const results: SeedResult[] = [];
  const workers = Array.from({ length: Number(values.processes) }, () => {
    const child = fork(fileURLToPath(import.meta.url), ['--child'], { execArgv: process.execArgv });
    return new Promise<void>((resolve, reject) => {
      child.on('message', (message: SeedResult | 'ready') => {
        if (message !== 'ready') {
          results.push(message);
          if (message.breaks.length > 0) printBreak(message);
          return;
        }
        const group = groups.shift();
        if (group) child.send(group);
        else child.disconnect();
      });
      child.on('exit', (code) =>
        code === 0 ? resolve() : reject(new Error(`A process ended with ${code}`)),
      );
    });
  });
  await Promise.all(workers);
  finish(results);
}

async function runAsChild(): Promise<void> {
  const runner = new SeedRunner(await SimulatedDatabase.open());
  const answer = (message: SeedResult | 'ready') => process.send?.(message);
  process.on('message', (seeds: number[]) => {
    void (async () => {
      for (const seed of seeds) answer(await runner.run(seed));
      answer('ready');
    })();
  });
  process.on('disconnect', () => process.exit(0));
  answer('ready');
}

function printBreak({ seed, breaks, part: { only, mostSteps }, lastLines }: SeedResult): void {
  console.log(`\nseed ${seed} breaks ${breaks.length} laws`);
  for (const { law, what } of breaks.slice(0, 5)) console.log(`  ${law}: ${what}`);
  const faults = only ? ` --only ${only.join(',') || ','}` : '';
  const steps = mostSteps === undefined ? '' : ` --steps ${mostSteps}`;
  console.log(`  npm run simulate -- --seed ${seed}${faults}${steps}`);
  for (const line of lastLines) console.log(`    ${line}`);
}

function finish(results: readonly SeedResult[]): void {
  const sum = (of: (one: SeedResult) => number) => results.reduce((total, one) => total + of(one), 0);
  const acts = new Map<string, number>();
  for (const one of results)
    for (const [act, count] of Object.entries(one.acts)) acts.set(act, (acts.get(act) ?? 0) + count);
  const shown = [...acts]
    .filter(([act]) => !/^(call|job|asks) /.test(act))
    .map(([act, count]) => `${act} ${count}`);
  console.log(`\n${shown.join(', ')}`);
  const missing = [
    ...neededActs.filter((act) => !acts.has(act)),
    ...neededEnds.filter((begin) => ![...acts.keys()].some((act) => act.startsWith(begin))),
  ];
  // A loan that staff erase at once has few steps.
  const idle = results.filter(
    ({ steps, breaks, acts: own }) => breaks.length === 0 && steps < fewestSteps && !own['erase'],
  );
  if (idle.length > 0) console.log(`nothing happens in: ${idle.map(({ seed }) => seed).join(', ')}`);
  const lacksActs = results.length >= fewestSeedsForActs && missing.length > 0;
  if (lacksActs) console.log(`never done: ${missing.join(', ')}`);
  const breaks = results.filter((one) => one.breaks.length > 0).length;
  const years = sum(({ days, loans }) => (days * loans) / 365).toFixed(1);
  console.log(
    `simulate: ${results.length} seeds, ${years} loan-years, ${sum(({ steps }) => steps)} steps, ${breaks} breaks ` +
      `(${(real.now() / 1000).toFixed(0)} s)`,
  );
  process.exit(breaks > 0 || lacksActs || idle.length > 0 || results.length === 0 ? 1 : 0);
}
