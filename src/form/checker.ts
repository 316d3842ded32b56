/** Joins a form's inputs, by their dotted names, to the tables of rules in `domain/`. */
import { at, checkAll, checkField, type Facts, type Form, type Issue } from '../../domain/check.ts';

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
export function formChecker<Name extends string>(form: Form<Name>, facts: Facts): Checker {
  const isField = (name: string): name is Name => name in form.fields;
  return {
    check: (name, values) => (isField(name) ? checkField(form, name, values, facts) : undefined),
    checkAll: (values, only) => checkAll(form, values, facts, only),
    clean: (name) => (isField(name) ? form.fields[name].clean : undefined),
  };
}

/** For a form that holds rows of one table by their ids under `prefix`, as in `el_details.students`. */
export function rowsChecker<Name extends string>(form: Form<Name>, facts: Facts, prefix: string): Checker {
  const row = formChecker(form, facts);
  const apart = (name: string) => {
    const [id = '', ...field] = name.slice(prefix.length + 1).split('.');
    return { id, field: field.join('.') };
  };
  const rowsOf = (values: object) => (at(values, prefix) ?? {}) as Record<string, object>;
  return {
    check: (name, values) => {
      const { id, field } = apart(name);
      const inputs = name.startsWith(`${prefix}.`) ? rowsOf(values)[id] : undefined;
      const issue = inputs && row.check(field, inputs);
      return issue && { ...issue, field: name };
    },
    checkAll: (values, only) =>
      Object.entries(rowsOf(values)).flatMap(([id, inputs]) => {
        const full = (field: string) => `${prefix}.${id}.${field}`;
        const issues = row.checkAll(inputs, (field) => only(full(field)));
        return issues.map((issue) => ({ ...issue, field: full(issue.field) }));
      }),
    clean: (name) => (name.startsWith(`${prefix}.`) ? row.clean(apart(name).field) : undefined),
  };
}
