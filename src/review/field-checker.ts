/** The rules of a form that is no table of `domain/`: each depends on what was typed into its field alone. */
import type { Issue } from '../../domain/values/check.ts';
import type { Checker } from '../form/domain-form.tsx';

/** @returns the message id of the rule that is broken */
export type FieldRule = (typed: string) => string | undefined;

/** A rule of what must not be empty. @param code the message id */
export const required =
  (code: string): FieldRule =>
  (typed) =>
    typed.trim() === '' ? code : undefined;

/** @param rules the rules by field, in the order of the page; keep the same object */
export function createFieldChecker(rules: Readonly<Record<string, FieldRule>>): Checker {
  const issueAt = (field: string, values: object): Issue | undefined => {
    const typed = (values as Readonly<Record<string, unknown>>)[field];
    const code = rules[field]?.(typeof typed === 'string' ? typed : '');
    return code === undefined ? undefined : { field, code };
  };
  return {
    check: issueAt,
    checkAll: (values, only) =>
      Object.keys(rules)
        .filter(only)
        .flatMap((field) => issueAt(field, values) ?? []),
    clean: () => undefined,
  };
}
