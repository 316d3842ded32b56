/** Fields that are hidden for what other fields hold: whether they are shown, and what the wire carries meanwhile. */
import { type Form, isReplaced, readAll, type Wire } from './check.ts';

/** The wire values with every hidden field at what it carries while hidden (decisions 11a, 35 and 35a). */
export function withoutHidden<W extends Wire>(form: Form, wire: W): W {
  const rest: Record<string, unknown> = { ...wire };
  for (const [name, row] of Object.entries(form.fields)) {
    if (!isReplaced(row, wire)) continue;
    if (row.hidden === undefined) delete rest[name];
    else rest[name] = row.hidden;
  }
  return rest as W;
}

/** The fields that are shown for what inputs hold now, in the form's order. */
export function shownFields<Name extends string>(form: Form<Name>, values: object): Name[] {
  const wire = readAll(form, values);
  return (Object.keys(form.fields) as Name[]).filter((name) => form.fields[name].shown?.(wire) ?? true);
}

/** Whether a field is shown for what inputs hold now. */
export const isShown = <Name extends string>(form: Form<Name>, field: Name, values: object): boolean =>
  form.fields[field].shown?.(readAll(form, values)) ?? true;
