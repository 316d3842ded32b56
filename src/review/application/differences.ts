/** Returns the changes of an answer in readable form. */
import type { Application, Change, TimelineEntry, Query } from '../../../domain/values/wire.ts';
import { displayedField } from '../../../domain/forms/fields/catalogue.ts';

/** `name` is a field whose value people can read; a document's values are the hashes of its contents. */
export interface Difference {
  name: string;
  before: unknown;
  after: unknown;
}

/** The ids that differ between courses for the same number of months. */
const idFields: readonly string[] = ['loan_details.emi_tenure_id'];

/** Removes the ids of choices whose names changed as well: the name is displayed in place of the id. */
function withoutIds(changes: readonly Difference[]): Difference[] {
  const names = new Set(changes.map(({ name }) => name));
  return changes.filter(
    ({ name }) =>
      displayedField(name) === name || (!names.has(displayedField(name)) && !idFields.includes(name)),
  );
}

const differenceOf = ({ field, before, after }: Change): Difference => ({ name: field, before, after });

/** Returns the latest submission's changes for a query, or the timeline's for a query answered in an earlier one. */
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

/** Returns the changes that answer no query because they follow from an answer, such as a sum. */
export const otherDifferences = ({ changes }: Application): Difference[] =>
  withoutIds(changes.filter(({ query_id }) => query_id === null).map(differenceOf));
