/** Compares the product's answer about a loan with that of the second reckoning. */
import { createRandom } from '../fuzz/random.ts';
import { drawAgreed } from './draw-agreed.ts';
import { drawTold, nextDay } from './draw-told.ts';
import { productAnswer, termsOf } from './product.ts';
import type { Agreed, Told } from './rules/agreed.ts';
import { daysOf } from './rules/balances.ts';
import { answerOf, type Base, baseOf, reckon, type Reckoning, somePrepayable } from './rules/reckon.ts';

export type Difference = { path: string; product: unknown; reckoning: unknown };

export type Life = {
  seed: number;
  agreed: Agreed;
  /** The things told until the first difference, or all of them. */
  told: Told[];
  comparisons: number;
  difference: Difference | null;
};

type Compared = { comparisons: number; difference: Difference | null };

async function compareOnce(base: Base, told: readonly Told[], reckoning: Reckoning): Promise<Compared> {
  const { today, books } = reckoning;
  const prepaid = somePrepayable(reckoning, prepaidOf(base.agreed, told.length));
  const own = answerOf(base, reckoning, prepaid);
  const days = daysOf(books, today);
  const compared: Compared = { comparisons: 0, difference: null };
  try {
    const answer = await productAnswer(termsOf(base.agreed), told, { today, prepaid, days });
    compareValues('', answer, own, compared);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    compared.difference = { path: 'error', product: error.message, reckoning: null };
  }
  return compared;
}

function compareValues(path: string, product: unknown, reckoning: unknown, sofar: Compared): void {
  if (isObject(product) && isObject(reckoning)) {
    for (const key of new Set([...Object.keys(product), ...Object.keys(reckoning)]))
      compareValues(path === '' ? key : `${path}.${key}`, product[key], reckoning[key], sofar);
    return;
  }
  sofar.comparisons += 1;
  // 0 and -0 are the same amount.
  if (product !== reckoning) sofar.difference ??= { path, product, reckoning };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const prepaidOf = (agreed: Agreed, place: number): bigint =>
  100_000n + (agreed.sum / 100n / BigInt(2 + (place % 7))) * 100n;

/**
 * Lives a loan until its end, or until the two answers differ.
 * @param isShort whether it has at most 12 months, and 13 things that are told
 */
export async function live(seed: number, isShort: boolean): Promise<Life> {
  const random = createRandom(seed);
  const agreed = drawAgreed(random, isShort);
  const base = baseOf(agreed);
  const told: Told[] = [{ what: 'asked', told: agreed.plannedOn - random.whole(10) }];
  const life: Life = { seed, agreed, told, comparisons: 0, difference: null };
  const count = 5 + random.whole(isShort ? 9 : 36);
  let today = told[0]?.told ?? agreed.plannedOn;
  for (;;) {
    const reckoning = reckon(base, told, today);
    const { comparisons, difference } = await compareOnce(base, told, reckoning);
    life.comparisons += comparisons;
    life.difference = difference;
    if (difference || told.length > count) return life;
    const scene = { random, ...base, reckoning, told, today };
    today = nextDay(scene);
    told.push(drawTold({ ...scene, reckoning: reckon(base, told, today), today }));
  }
}

/** Leaves out of a life what its difference does not need. */
export async function shrink({ agreed, told, difference, ...life }: Life): Promise<Life> {
  const base = baseOf(agreed);
  const part = difference?.path.split('.')[0];
  let least: Life = { ...life, agreed, told, difference };
  for (let place = told.length - 1; place >= 0; place -= 1) {
    const fewer = least.told.filter((_, index) => index !== place);
    const last = fewer.at(-1);
    if (!last) continue;
    const again = await compareOnce(base, fewer, reckon(base, fewer, last.told));
    if (again.difference?.path.split('.')[0] !== part) continue;
    least = { ...least, told: fewer, difference: again.difference };
  }
  return least;
}
