/** Amounts in words, as they stand beside the digits in documents and mandates. */
import type { LanguageCode } from './index.ts';
import { type NumberWords, numberWords, type WordPair } from './number-words.ts';

const scales = [
  ['crores', 10_000_000],
  ['lakhs', 100_000],
  ['thousands', 1000],
] as const;

/**
 * 'Rupees six thousand three hundred only' for 630000.
 * @param paise whole, not negative
 * @throws RangeError for any other amount
 */
export function amountInWords(paise: number, language: LanguageCode): string {
  if (!Number.isSafeInteger(paise) || paise < 0) throw new RangeError(`${paise} is no amount in paise`);
  const words = numberWords[language];
  const rest = paise % 100;
  return words.amount(
    numberInWords((paise - rest) / 100, words),
    rest === 0 ? null : numberInWords(rest, words),
  );
}

/** Returns the words of the parts of the number: the form used in front of other words, except for the last part. */
function numberInWords(number: number, words: NumberWords): string {
  const parts = partsOf(number, words);
  return parts.map(([alone, beforeRest], n) => (n === parts.length - 1 ? alone : beforeRest)).join(' ');
}

function partsOf(number: number, words: NumberWords): WordPair[] {
  if (number < 100) {
    const word = words.upToNinetyNine[number] ?? '';
    return [[word, word]];
  }
  const parts: WordPair[] = [];
  let rest = number;
  for (const [scale, value] of scales) {
    const count = (rest - (rest % value)) / value;
    rest %= value;
    if (count > 0) parts.push(words[scale](numberInWords(count, words), count === 1));
  }
  const hundred = words.hundreds[(rest - (rest % 100)) / 100 - 1];
  if (hundred) parts.push(hundred);
  return rest % 100 === 0 ? parts : [...parts, ...partsOf(rest % 100, words)];
}
