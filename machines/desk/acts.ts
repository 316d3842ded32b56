/** A reviewer's unsent review: flags on fields, and a decision about each query. One request sends all of it. */
import { limits } from '../../domain/values/limits.ts';
import { openQueries } from '../../domain/loan/lock.ts';
import type { QueryReason } from '../../domain/lending/reasons.ts';
import type { Application, ReviewActs, FieldError, Query } from '../../domain/values/wire.ts';

/** The text of a query; `reason` is empty while none is chosen. */
export interface QueryText {
  reason: QueryReason | '';
  /** The message to the applicant. */
  message: string;
}

export type Decision = { kind: 'accept' } | { kind: 'withdraw' } | ({ kind: 'askAgain' } & QueryText);

export interface ReviewDraft {
  /** The flags by the field's dotted name. */
  flags: Readonly<Record<string, QueryText>>;
  /** The decisions by the query's id. */
  decisions: Readonly<Record<string, Decision>>;
}

export const emptyReviewDraft: ReviewDraft = { flags: {}, decisions: {} };

/** The place where a query is typed: at a field, or at a query that is asked again. */
export type IssueLocation = { at: 'flag'; field: string } | { at: 'query'; id: string };

/** `code` is a message id, `values` its arguments. */
export interface ReviewIssue {
  location: IssueLocation;
  part: 'reason' | 'message';
  code: string;
  values?: Record<string, string | number>;
}

/** The counts for the messages that sum a review up. */
export interface ReviewCounts {
  flags: number;
  accepted: number;
  askedAgain: number;
  withdrawn: number;
}

export function countsOf({ flags, decisions }: ReviewDraft): ReviewCounts {
  const kinds = Object.values(decisions).map(({ kind }) => kind);
  const countOf = (kind: Decision['kind']) => kinds.filter((each) => each === kind).length;
  return {
    flags: Object.keys(flags).length,
    accepted: countOf('accept'),
    askedAgain: countOf('askAgain'),
    withdrawn: countOf('withdraw'),
  };
}

export const isEmpty = ({ flags, decisions }: ReviewDraft): boolean =>
  Object.keys(flags).length + Object.keys(decisions).length === 0;

/** Returns whether the applicant has queries to answer once the review is sent. */
export const returnsToApplicant = (reviewDraft: ReviewDraft): boolean => {
  const { flags, askedAgain } = countsOf(reviewDraft);
  return flags + askedAgain > 0;
};

/** Returns the queries that await the reviewer's decision. */
export const answeredQueries = ({ loan }: Application): Query[] =>
  loan.queries.filter(({ state }) => state === 'answered');

/** Returns the answered queries that nothing is decided about yet. */
export const undecidedQueries = (application: Application, { decisions }: ReviewDraft): Query[] =>
  answeredQueries(application).filter(({ id }) => !decisions[id]);

const missing = { reason: 'review.error.reason.required', message: 'review.error.message.required' } as const;

function issuesOfQuery(location: IssueLocation, { reason, message }: QueryText): ReviewIssue[] {
  const maximum = limits.queryMessageMaxLength;
  const issues: ReviewIssue[] = [];
  if (reason === '') issues.push({ location, part: 'reason', code: missing.reason });
  if (message.trim() === '') issues.push({ location, part: 'message', code: missing.message });
  else if (message.trim().length > maximum)
    issues.push({ location, part: 'message', code: 'common.error.tooLong', values: { maximum } });
  return issues;
}

/** Returns the issues that prevent sending, in the order of flagging. */
export function issuesOf({ flags, decisions }: ReviewDraft, application: Application): ReviewIssue[] {
  const asked = new Set(openQueries(application.loan).map(({ field }) => field));
  return [
    ...Object.entries(flags).flatMap(([field, queryText]): ReviewIssue[] => {
      const location = { at: 'flag', field } as const;
      return asked.has(field)
        ? [{ location, part: 'message', code: 'review.error.alreadyAsked' }]
        : issuesOfQuery(location, queryText);
    }),
    ...Object.entries(decisions).flatMap(([id, decision]) =>
      decision.kind === 'askAgain' ? issuesOfQuery({ at: 'query', id }, decision) : [],
    ),
  ];
}

const byKind = ({ decisions }: ReviewDraft, of: Decision['kind']) =>
  Object.entries(decisions).filter(([, { kind }]) => kind === of);

/** Empty lists are left out. A refusal names its query by the index in these lists: see `refusedQueries`. */
export function actsOf(reviewDraft: ReviewDraft, version: number): ReviewActs {
  const raise = Object.entries(reviewDraft.flags).map(([field, { reason, message }]) => ({
    field,
    reason: reason || 'other',
    message: message.trim(),
  }));
  const ask_again = byKind(reviewDraft, 'askAgain').flatMap(([query_id, decision]) =>
    decision.kind === 'askAgain'
      ? [{ query_id, reason: decision.reason || ('other' as const), message: decision.message.trim() }]
      : [],
  );
  const accept = byKind(reviewDraft, 'accept').map(([id]) => id);
  const withdraw = byKind(reviewDraft, 'withdraw').map(([id]) => id);
  return {
    version,
    ...(raise.length > 0 && { raise }),
    ...(ask_again.length > 0 && { ask_again }),
    ...(accept.length > 0 && { accept }),
    ...(withdraw.length > 0 && { withdraw }),
  };
}

/** Returns the server's errors with their locations; errors that belong to no query are left out. */
export function refusedQueries(reviewDraft: ReviewDraft, errors: readonly FieldError[]): ReviewIssue[] {
  const fields = Object.keys(reviewDraft.flags);
  const queries = byKind(reviewDraft, 'askAgain').map(([id]) => id);
  return errors.flatMap(({ field: name, code, values }) => {
    const [, list, index, part] = /^(raise|ask_again)\.(\d+)\.(\w+)$/.exec(name) ?? [];
    const [field, id] = [fields[Number(index)], queries[Number(index)]];
    const location: IssueLocation | undefined =
      list === 'raise' && field !== undefined
        ? { at: 'flag', field }
        : list === 'ask_again' && id !== undefined
          ? { at: 'query', id }
          : undefined;
    if (!location) return [];
    return [
      {
        location,
        part: part === 'reason' ? ('reason' as const) : ('message' as const),
        code,
        ...(values && { values }),
      },
    ];
  });
}

/** Returns the rest of a review for a newer application: flags that have not arrived, decisions that are still open. */
export function rebaseReviewDraft(reviewDraft: ReviewDraft, { loan }: Application): ReviewDraft {
  const stateOf = new Map(loan.queries.map(({ id, state }) => [id, state]));
  const arrived = new Set(openQueries(loan).map(({ field, message }) => `${field}\n${message}`));
  const isWaiting = ([field, { message }]: [string, QueryText]) =>
    !arrived.has(`${field}\n${message.trim()}`);
  const isStillPossible = ([id, { kind }]: [string, Decision]) =>
    stateOf.get(id) === (kind === 'withdraw' ? 'raised' : 'answered');
  return {
    flags: Object.fromEntries(Object.entries(reviewDraft.flags).filter(isWaiting)),
    decisions: Object.fromEntries(Object.entries(reviewDraft.decisions).filter(isStillPossible)),
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const isQueryText = (value: unknown): value is QueryText =>
  isRecord(value) && typeof value.reason === 'string' && typeof value.message === 'string';

const isDecision = (value: unknown): value is Decision =>
  isRecord(value) &&
  (value.kind === 'accept' || value.kind === 'withdraw' || (value.kind === 'askAgain' && isQueryText(value)));

/** Returns the valid part of a stored review: an older release of the page may have written it. */
export function parseReviewDraft(stored: unknown): ReviewDraft {
  if (!isRecord(stored)) return emptyReviewDraft;
  const validEntries = <T>(entries: unknown, isValid: (value: unknown) => value is T): Record<string, T> =>
    Object.fromEntries(
      Object.entries(isRecord(entries) ? entries : {}).filter((entry): entry is [string, T] =>
        isValid(entry[1]),
      ),
    );
  return {
    flags: validEntries(stored.flags, isQueryText),
    decisions: validEntries(stored.decisions, isDecision),
  };
}
