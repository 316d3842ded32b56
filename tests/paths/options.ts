/** The options of `npm run paths`. */
import { parseArgs } from 'node:util';
import { subjects } from './subjects/index.ts';

export interface Options {
  /** The names of the machines to walk. */
  machines: readonly string[];
  /** The only path to walk, in words. */
  path: string | null;
  /** True to show the browser's window. */
  headed: boolean;
  /** The seed of the random walks. */
  seed: number;
  /** Tells the paths instead of walking them. */
  list: boolean;
  /** True to walk all simple paths instead of the fewest. */
  all: boolean;
  /** Stops at the first failure. */
  bail: boolean;
}

export const usage = `npm run paths -- [options]

  --machine NAME   only this machine: ${subjects.map(({ name }) => name).join(', ')}; may be given again
  --path 'TEXT'    only this path, as a failure or --list tells it; needs one --machine
  --headed         with the browser's window shown, one walk at a time
  --seed N         of the random walks; each run tells its own
  --list           tells the paths and walks none
  --all            in the browser: every path that comes to no place twice, up to a length; for the night
  --bail           stops at the first failure`;

/** @throws Error with a sentence for the user */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      machine: { type: 'string', multiple: true },
      path: { type: 'string' },
      headed: { type: 'boolean', default: false },
      seed: { type: 'string' },
      list: { type: 'boolean', default: false },
      all: { type: 'boolean', default: false },
      bail: { type: 'boolean', default: false },
    },
  });
  const known = subjects.map(({ name }) => name);
  const machines = values.machine ?? known;
  const unknown = machines.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Error(`There is no machine ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
  if (values.path !== undefined && machines.length !== 1) throw new Error('A path belongs to one --machine.');
  const seed = Number(values.seed ?? process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
  if (!Number.isInteger(seed)) throw new Error('A seed is a whole number.');
  const { headed, list, all, bail } = values;
  return { machines, path: values.path ?? null, headed, seed, list, all, bail };
}
