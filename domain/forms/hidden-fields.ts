/** Fields that are hidden by other fields' values: whether they are shown, and the value sent while they are hidden. */
import { type Form, isHiddenAndReplaced, toWireValues, type Wire } from '../values/check.ts';

/** Returns the wire values with `valueWhenHidden` for every hidden field (section 5, decision 10). */
export function withoutHidden<W extends Wire>(form: Form, wire: W): W {
  const rest: Record<string, unknown> = { ...wire };
  for (const [name, row] of Object.entries(form.fields)) {
    if (!isHiddenAndReplaced(row, wire)) continue;
    if (row.valueWhenHidden === undefined) delete rest[name];
    else rest[name] = row.valueWhenHidden;
  }
  return rest as W;
}

/** Returns the fields that are shown for these input values, in the form's order. */
export function shownFields<Name extends string>(form: Form<Name>, values: object): Name[] {
  const wire = toWireValues(form, values);
  return (Object.keys(form.fields) as Name[]).filter((name) => form.fields[name].shown?.(wire) ?? true);
}

/** Returns whether a field is shown for these input values. */
export const isShown = <Name extends string>(form: Form<Name>, field: Name, values: object): boolean =>
  form.fields[field].shown?.(toWireValues(form, values)) ?? true;
