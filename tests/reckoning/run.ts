/**
 * `npm run reckoning`: random lives of loans, each calculated by the product and by the second reckoning in rules/, and
 * compared to the paisa after everything that is told. `-- --seeds N` lives, `-- --from M` the first seed, `-- --short` lives
 * of a year at most.
 */
import { parseArgs } from 'node:util';
import { live, shrink } from './compare.ts';
import type { Told } from './rules/agreed.ts';
import { textOf } from './rules/calendar.ts';

/** The differences of which a life is printed: the first of each value that differs. */
const mostPrinted = 12;

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '10000' },
    from: { type: 'string', default: '1' },
    short: { type: 'boolean', default: false },
  },
});
const [seeds, from] = [Number(values.seeds), Number(values.from)];

const paths = new Map<string, number>();
const kinds = new Map<string, number>();
let events = 0;
let comparisons = 0;
let differences = 0;
for (let seed = from; seed < from + seeds; seed += 1) {
  const life = await live(seed, values.short);
  events += life.told.length;
  comparisons += life.comparisons;
  for (const one of life.told) {
    const kind = one.what === 'paid' ? `paid for ${one.purpose}` : one.what;
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  if (!life.difference) continue;
  differences += 1;
  const path = life.difference.path;
  paths.set(path, (paths.get(path) ?? 0) + 1);
  if (paths.get(path) !== 1) continue;
  if (paths.size > mostPrinted) continue;
  const least = await shrink(life);
  console.log(`seed ${seed}: ${least.difference?.path}`);
  console.log(`  the product says ${json(least.difference?.product)}`);
  console.log(`  the reckoning says ${json(least.difference?.reckoning)}`);
  console.log(`  agreed ${json({ ...least.agreed, plannedOn: textOf(least.agreed.plannedOn) })}`);
  for (const one of least.told) console.log(`  ${lineOf(one)}`);
}
for (const [path, count] of paths) console.log(`${count} lives differ in ${path}`);
console.log([...kinds].map(([what, count]) => `${what} ${count}`).join(', '));
console.log(
  `reckoning: ${seeds} lives, ${events} events, ${comparisons} comparisons, ${differences} differences`,
);
process.exitCode = differences > 0 ? 1 : 0;

function lineOf({ told, what, ...one }: Told): string {
  const rest: Record<string, unknown> = { ...one, ...('on' in one && { on: textOf(one.on) }) };
  return `${textOf(told)} ${what} ${json(rest)}`;
}

function json(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one));
}
