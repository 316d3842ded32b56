/** Rules for rows of one table. */
import { at, type Facts, type Form } from '../../domain/check.ts';
import { type Checker, formChecker } from './checker.ts';

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
