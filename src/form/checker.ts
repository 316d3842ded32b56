/** Validates a form's values, by dotted field names, with the rule tables of `domain/`. */
import {
  checkInputs,
  checkField,
  type ValidationContext,
  type Form,
  type Issue,
} from '../../domain/values/check.ts';

/** A form's validation; `name` is always the full dotted name. */
export interface Checker {
  /** Returns the first rule that the field breaks. */
  check: (name: string, values: object) => Issue | undefined;
  /** Returns the first broken rule of each field that `only` lets through. */
  checkAll: (values: object, only: (name: string) => boolean) => Issue[];
  /** Returns the field's text filter, if it has one. */
  clean: (name: string) => ((typed: string) => string) | undefined;
}

/** Returns the checker of a form whose fields are one rule table. */
export function formChecker<Name extends string>(form: Form<Name>, context: ValidationContext): Checker {
  const isField = (name: string): name is Name => name in form.fields;
  return {
    check: (name, values) => (isField(name) ? checkField(form, name, values, context) : undefined),
    checkAll: (values, only) => checkInputs(form, values, context, only),
    clean: (name) => (isField(name) ? form.fields[name].clean : undefined),
  };
}
