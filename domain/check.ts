/**
 * The one mechanism of every form: a table of fields and a few rules between them. The form asks per field, the
 * server asks for all of them; both get message ids and never words.
 */
import * as z from 'zod/mini';
import type { IsoDate } from './dates.ts';
import type { EmiOption, Loan } from './wire.ts';

/** What an input holds. */
export type Typed = string | boolean;

/** Wire values by field name. */
export type Wire = Readonly<Record<string, unknown>>;

/** What the rules must know besides the values. */
export interface Facts {
  /** Today in India. */
  today: IsoDate;
  /** The loan's own mobile number, from which the alternate one must differ. */
  applicantMobile?: string;
  /** The tenures that can be chosen, by their ids, where it is known which are on offer. */
  tenures?: readonly number[];
}

/** What a page knows, from which the facts for the rules of a step are taken. */
export interface ValidationInputs {
  today: IsoDate;
  loan: Loan;
  /** The plans on offer, where they are known. */
  options: readonly EmiOption[] | null;
}

/** A field that breaks a rule: `code` is a message id, `values` its arguments. */
export interface Issue {
  field: string;
  code: string;
  values?: Record<string, string | number>;
}

export interface Field {
  /** Of the wire value; its messages are message ids. */
  schema: z.ZodMiniType;
  /** The wire value of what was typed; without it, the typed value itself. */
  read?: (typed: Typed) => unknown;
  /** Strips and limits what is typed. */
  clean?: (typed: string) => string;
  /** Whether the field is shown; without it, always. */
  shown?: (wire: Wire) => boolean;
  /** What the wire carries while the field is hidden (undefined: nothing); without it, the value stays. */
  hidden?: unknown;
}

/** A rule that needs more than the field's own value; it is asked once the value itself is good. */
export interface Rule<Name extends string = string> {
  field: Name;
  holds: (wire: Wire, facts: Facts) => boolean;
  code: string;
  values?: Record<string, string | number>;
}

export interface Form<Name extends string = string> {
  fields: Readonly<Record<Name, Field>>;
  rules: readonly Rule<Name>[];
}

/** The wire values of a table of fields. */
export type WireOf<Fields extends Record<string, Field>> = {
  [Name in keyof Fields]: z.infer<Fields[Name]['schema']>;
};

const namesOf = <Name extends string>(form: Form<Name>) => Object.keys(form.fields) as Name[];

/** Whether something else stands for a hidden field than what it holds. */
export const isReplaced = (row: Field, wire: Wire) => 'hidden' in row && row.shown?.(wire) === false;

/** What lies under a dotted name. */
export const at = (values: unknown, name: string): unknown =>
  name.split('.').reduce<unknown>((inner, key) => (inner as Wire | null | undefined)?.[key], values);

/** What inputs hold, read to wire values by field name; hidden fields are still in it. */
export function readAll<Name extends string>(form: Form<Name>, values: object): Record<Name, unknown> {
  const read = (name: Name) => {
    const typed = at(values, name) as Typed | undefined;
    const row = form.fields[name];
    return typed === undefined || !row.read ? typed : row.read(typed);
  };
  return Object.fromEntries(namesOf(form).map((name) => [name, read(name)])) as Record<Name, unknown>;
}

function issueOf<Name extends string>(form: Form<Name>, field: Name, wire: Wire, facts: Facts) {
  const row = form.fields[field];
  if (isReplaced(row, wire)) return;
  const broken = z.safeParse(row.schema, wire[field]).error?.issues[0];
  if (broken) {
    const values = broken.code === 'too_big' && { values: { maximum: Number(broken.maximum) } };
    return { field, code: broken.message, ...values } satisfies Issue;
  }
  const rule = form.rules.find((each) => each.field === field && !each.holds(wire, facts));
  return rule && { field, code: rule.code, ...(rule.values && { values: rule.values }) };
}

/** The first rule that one field breaks, for what inputs hold; a hidden field breaks none. */
export const checkField = <Name extends string>(
  form: Form<Name>,
  field: Name,
  values: object,
  facts: Facts,
): Issue | undefined => issueOf(form, field, readAll(form, values), facts);

/**
 * The first broken rule of each field, for wire values, in the table's order: what the server asks.
 * `only` narrows it to some fields, as query mode does.
 */
export const checkWire = <Name extends string>(
  form: Form<Name>,
  wire: Wire,
  facts: Facts,
  only: (field: Name) => boolean = () => true,
): Issue[] =>
  namesOf(form)
    .filter(only)
    .flatMap((field) => issueOf(form, field, wire, facts) ?? []);

/** As `checkWire`, for what inputs hold. */
export const checkAll = <Name extends string>(
  form: Form<Name>,
  values: object,
  facts: Facts,
  only?: (field: Name) => boolean,
): Issue[] => checkWire(form, readAll(form, values), facts, only);
