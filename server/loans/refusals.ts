/** The refusals that all writes of a loan share. */
import type { Issue } from '../../domain/values/check.ts';
import type { FieldError } from '../../domain/values/wire.ts';
import { Problem, shapeError, refusal } from '../http/problem.ts';

/** 400 with the first broken rule of each field (decision 20); nothing if none is broken. @throws Problem */
export function refuseIssues(issues: readonly Issue[]): void {
  if (issues.length > 0) throw brokenRules(issues);
}

/** 400 with the first broken rule of each field (decision 20). @param issues at least one */
export function brokenRules(issues: readonly Issue[]): Problem {
  const first = new Map(issues.toReversed().map((issue) => [issue.field, issue]));
  const errors = [...first.values()]
    .toReversed()
    .map((issue): FieldError => ({ ...issue, message: `breaks the rule ${issue.code}` }));
  const fields = errors.map(({ field }) => field).join(', ');
  return refusal(400, 'refusal.answers', `${fields}: not accepted`, errors);
}

/** 400 for values that are the server's own (decision 27); a missing one is none. @throws Problem */
export function refuseServerFields(
  sent: Readonly<Record<string, unknown>>,
  own: Readonly<Record<string, unknown>>,
): void {
  const errors = Object.keys(own)
    .filter((field) => sent[field] !== undefined && sent[field] !== own[field])
    .map((field) => shapeError(field, "is the server's and differs"));
  if (errors.length > 0) throw new Problem(400, "A value that is the server's differs", errors);
}

/** 422 for changes that query mode does not allow (decision 23). @throws Problem */
export function refuseLocked(fields: readonly string[]): void {
  if (fields.length === 0) return;
  throw new Problem(
    422,
    'Only the fields that the reviewer flagged can change',
    fields.map((field) => ({ field, code: 'app.field.locked', message: 'is not flagged' })),
  );
}
