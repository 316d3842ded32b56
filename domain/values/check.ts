/**
 * Validation of every form: a table of fields and the rules between them. The browser checks one field at a time, the
 * server all of them; both get message ids and no texts.
 */
import * as z from 'zod/mini';
import type { IsoDate } from './dates.ts';
import type { EmiOption, Loan } from './wire.ts';

export type InputValue = string | boolean;

/** Wire values by field name. */
export type Wire = Readonly<Record<string, unknown>>;

/** The context that the rules need besides the values. */
export interface ValidationContext {
  /** Today in India. */
  today: IsoDate;
  /** The loan's own mobile number, from which the alternate one must differ. */
  applicantMobile?: string;
  /** The ids of the tenures that can be chosen; left out where they are not known. */
  tenures?: readonly number[];
}

/** The page's data from which a step's validation context is made. */
export interface ValidationInputs {
  today: IsoDate;
  loan: Loan;
  /** Null until they are loaded. */
  options: readonly EmiOption[] | null;
}

/** A field that breaks a rule: `code` is a message id, `values` its arguments. */
export interface Issue {
  field: string;
  code: string;
  values?: Record<string, string | number>;
}

export interface Field {
  /** Validates the wire value; its errors are message ids. */
  schema: z.ZodMiniType;
  /** Makes the wire value of the typed text; the text is sent unchanged if this is absent. */
  parse?: (typed: InputValue) => unknown;
  /** Removes characters that the input does not take, and limits the length. */
  clean?: (typed: string) => string;
  /** Returns whether the field is shown; a field is always shown if this is absent. */
  shown?: (wire: Wire) => boolean;
  /** The value sent while the field is hidden (undefined: none). The field's own value is sent if this is absent. */
  valueWhenHidden?: unknown;
}

/** A rule that needs more than the field's own value; it is checked once the value passes the field's schema. */
export interface Rule<Name extends string = string> {
  field: Name;
  holds: (wire: Wire, context: ValidationContext) => boolean;
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

const fieldNames = <Name extends string>(form: Form<Name>) => Object.keys(form.fields) as Name[];

/** Returns whether a hidden field is sent with another value than its own. */
export const isHiddenAndReplaced = (row: Field, wire: Wire) =>
  'valueWhenHidden' in row && row.shown?.(wire) === false;

/** Returns the value under a dotted name; undefined where there is none. */
export const getPath = (values: unknown, name: string): unknown =>
  name.split('.').reduce<unknown>((inner, key) => (inner as Wire | null | undefined)?.[key], values);

/** Returns the wire values of input values, by field name; hidden fields are included. */
export function toWireValues<Name extends string>(form: Form<Name>, values: object): Record<Name, unknown> {
  const parse = (name: Name) => {
    const typed = getPath(values, name) as InputValue | undefined;
    const row = form.fields[name];
    return typed === undefined || !row.parse ? typed : row.parse(typed);
  };
  return Object.fromEntries(fieldNames(form).map((name) => [name, parse(name)])) as Record<Name, unknown>;
}

function issueOf<Name extends string>(form: Form<Name>, field: Name, wire: Wire, context: ValidationContext) {
  const row = form.fields[field];
  if (isHiddenAndReplaced(row, wire)) return;
  const schemaIssue = z.safeParse(row.schema, wire[field]).error?.issues[0];
  if (schemaIssue) {
    const values = schemaIssue.code === 'too_big' && { values: { maximum: Number(schemaIssue.maximum) } };
    return { field, code: schemaIssue.message, ...values } satisfies Issue;
  }
  const rule = form.rules.find((each) => each.field === field && !each.holds(wire, context));
  return rule && { field, code: rule.code, ...(rule.values && { values: rule.values }) };
}

/** Returns the first rule that one field breaks, for input values; a hidden field breaks none. */
export const checkField = <Name extends string>(
  form: Form<Name>,
  field: Name,
  values: object,
  context: ValidationContext,
): Issue | undefined => issueOf(form, field, toWireValues(form, values), context);

/**
 * Returns the first broken rule of each field, for wire values, in the table's order.
 * @param only the fields to check, as in query mode
 */
export const checkWire = <Name extends string>(
  form: Form<Name>,
  wire: Wire,
  context: ValidationContext,
  only: (field: Name) => boolean = () => true,
): Issue[] =>
  fieldNames(form)
    .filter(only)
    .flatMap((field) => issueOf(form, field, wire, context) ?? []);

/** Does the same as `checkWire`, for input values. */
export const checkInputs = <Name extends string>(
  form: Form<Name>,
  values: object,
  context: ValidationContext,
  only?: (field: Name) => boolean,
): Issue[] => checkWire(form, toWireValues(form, values), context, only);
