/** Comparing the names of a person that two sources have. */

const titles: ReadonlySet<string> = new Set([
  'MR',
  'MRS',
  'MS',
  'MISS',
  'SHRI',
  'SRI',
  'SMT',
  'KUMARI',
  'DR',
]);

/** Returns the parts of a name in capitals, sorted, without titles. */
const partsOf = (name: string): string[] =>
  name
    .normalize('NFKD')
    .replace(/\p{Diacritic}/gu, '')
    .toUpperCase()
    .split(/[^\p{L}\p{M}]+/u)
    .filter((part) => part !== '' && !titles.has(part))
    .sort();

/**
 * Returns whether two names have the same parts, ignoring order, case, titles and full stops. An initial differs from
 * the name that it stands for.
 */
export const isSameName = (one: string, other: string): boolean =>
  partsOf(one).join(' ') === partsOf(other).join(' ');
