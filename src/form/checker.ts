/** Joins a form's inputs, by their dotted names, to the tables of rules in `domain/`. */
import {
  checkInputs,
  checkField,
  type ValidationContext,
  type Form,
  type Issue,
} from '../../domain/check.ts';

/** What a form asks about its fields; `name` is always the full dotted name. */
export interface Checker {
  /** The first rule that the field breaks, for what the form's inputs hold. */
  check: (name: string, values: object) => Issue | undefined;
  /** The first broken rule of each field that `only` lets through. */
  checkAll: (values: object, only: (name: string) => boolean) => Issue[];
  /** What strips the field's text, if something does. */
  clean: (name: string) => ((typed: string) => string) | undefined;
}

/** For a form whose inputs are one table's fields. */
export function formChecker<Name extends string>(form: Form<Name>, context: ValidationContext): Checker {
  const isField = (name: string): name is Name => name in form.fields;
  return {
    check: (name, values) => (isField(name) ? checkField(form, name, values, context) : undefined),
    checkAll: (values, only) => checkInputs(form, values, context, only),
    clean: (name) => (isField(name) ? form.fields[name].clean : undefined),
  };
}
