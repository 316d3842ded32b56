/** `?cols=`: a list of column names, each of which must be on the operation's own list (decision 3). */
import { wrongShape } from '../http/problem.ts';

/**
 * @param cols as it came, `id,title,fee`; absent means every column
 * @param allowed the columns that exist
 * @param always the columns that every answer has
 * @throws Problem 400 for a name that is not allowed
 */
export function readColumns<Name extends string>(
  cols: string | undefined,
  allowed: readonly Name[],
  always: readonly NoInfer<Name>[],
): Set<Name> {
  if (cols === undefined) return new Set(allowed);
  const asked = cols.split(',').map((name) => name.trim());
  const known = allowed.filter((name) => asked.includes(name));
  const unknown = asked.find((name) => !known.some((one) => one === name));
  if (unknown !== undefined)
    throw wrongShape('cols', `holds a name that is not one of ${allowed.join(', ')}`);
  return new Set([...always, ...known]);
}

/** The members of `row` that were asked for. */
export function pick<Row extends object>(row: Row, columns: ReadonlySet<string>): Partial<Row> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => columns.has(name))) as Partial<Row>;
}
