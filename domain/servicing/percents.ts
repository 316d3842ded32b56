/** Percents as decimal text, which no float rounds. */
import { add, type Exact, exact, subtract } from '../values/money.ts';

/** '21.25' for '21' and '0.25'. @throws RangeError where one of them is no decimal text. */
export const addPercents = (a: string, b: string): string => combine(a, b, add);

/** '20.5' for '100' and '79.5'; `b` is not above `a`. @throws RangeError where one of them is no decimal text. */
export const subtractPercents = (a: string, b: string): string => combine(a, b, subtract);

function combine(a: string, b: string, operation: (a: Exact, b: Exact) => Exact): string {
  const decimals = Math.max(decimalsOf(a), decimalsOf(b));
  const { n, d } = operation(exact(a), exact(b));
  const scaled = String((n * 10n ** BigInt(decimals)) / d).padStart(decimals + 1, '0');
  return decimals === 0 ? scaled : `${scaled.slice(0, -decimals)}.${scaled.slice(-decimals)}`;
}

const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0;
