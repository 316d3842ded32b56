/** What an answer changed, as people read it. */
import type { Application, Change, TimelineEntry, Query } from '../../../domain/values/wire.ts';
import { displayedField } from '../../../domain/forms/fields/catalogue.ts';

/** `name` is a field whose value people can read; a document's values are the hashes of its contents. */
export interface Difference {
  name: string;
  before: unknown;
  after: unknown;
}

/** Each course has ids of its own for the same number of months. */
const idFields: readonly string[] = ['loan_details.emi_tenure_id'];

/** Without the ids of choices whose names changed as well: the name is displayed in place of the id. */
function withoutIds(changes: readonly Difference[]): Difference[] {
  const names = new Set(changes.map(({ name }) => name));
  return changes.filter(
    ({ name }) =>
      displayedField(name) === name || (!names.has(displayedField(name)) && !idFields.includes(name)),
  );
}

const differenceOf = ({ field, before, after }: Change): Difference => ({ name: field, before, after });

/** What the latest submission changed for a query; of an answer in an earlier one, what the timeline says. */
export function differencesFor(
  { id, field, raised_at }: Query,
  { changes }: Application,
  timeline: readonly TimelineEntry[] | null,
): Difference[] {
  const latest = changes.filter(({ query_id }) => query_id === id);
  if (latest.length > 0) return withoutIds(latest.map(differenceOf));
  const earlier = (timeline ?? []).filter(
    (entry) =>
      entry.act === 'field.changed' && entry.field === field && Date.parse(entry.at) >= Date.parse(raised_at),
  );
  const [first] = earlier;
  const last = earlier.at(-1);
  return first && last ? [{ name: field, before: first.before, after: last.after }] : [];
}

/** What changed and answers no query: what follows from an answer, such as a sum. */
export const otherDifferences = ({ changes }: Application): Difference[] =>
  withoutIds(changes.filter(({ query_id }) => query_id === null).map(differenceOf));
