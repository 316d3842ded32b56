/**
 * What a reviewer has decided about an application and not sent yet: flags on fields, and a decision about each
 * query. It becomes one act, all or nothing.
 */
import { limits } from '../../domain/limits.ts';
import { openQueries } from '../../domain/lock.ts';
import type { QueryReason } from '../../domain/reasons.ts';
import type { Application, ReviewActs } from '../../domain/review-wire.ts';
import type { FieldError, Query } from '../../domain/wire.ts';

/** What is asked about a field; `reason` is empty while none is chosen. */
export interface Question {
  reason: QueryReason | '';
  /** What the applicant reads. */
  message: string;
}

export type Decision = { kind: 'accept' } | { kind: 'withdraw' } | ({ kind: 'askAgain' } & Question);

export interface Work {
  /** By the field's dotted name. */
  flags: Readonly<Record<string, Question>>;
  /** By the query's id. */
  decisions: Readonly<Record<string, Decision>>;
}

export const noWork: Work = { flags: {}, decisions: {} };

/** Where a question is typed: at a field, or at a query that is asked again. */
export type Spot = { at: 'flag'; field: string } | { at: 'query'; id: string };

/** What is wrong with a question; `code` is a message id, `values` its arguments. */
export interface WorkIssue {
  spot: Spot;
  part: 'reason' | 'message';
  code: string;
  values?: Record<string, string | number>;
}

/** How much of what there is, for a button's words. */
export interface WorkCounts {
  flags: number;
  accepted: number;
  askedAgain: number;
  withdrawn: number;
}

export function countsOf({ flags, decisions }: Work): WorkCounts {
  const kinds = Object.values(decisions).map(({ kind }) => kind);
  const count = (kind: Decision['kind']) => kinds.filter((each) => each === kind).length;
  return {
    flags: Object.keys(flags).length,
    accepted: count('accept'),
    askedAgain: count('askAgain'),
    withdrawn: count('withdraw'),
  };
}

export const isNothing = ({ flags, decisions }: Work): boolean =>
  Object.keys(flags).length + Object.keys(decisions).length === 0;

/** Whether the applicant has something to answer once this is sent. */
export const sendsBack = (work: Work): boolean => {
  const { flags, askedAgain } = countsOf(work);
  return flags + askedAgain > 0;
};

/** The queries that wait for the reviewer's decision. */
export const answeredQueries = ({ loan }: Application): Query[] =>
  loan.queries.filter(({ state }) => state === 'answered');

const missing = { reason: 'review.error.reason.required', message: 'review.error.message.required' } as const;

function issuesOfQuestion(spot: Spot, { reason, message }: Question): WorkIssue[] {
  const maximum = limits.queryMessageMaxLength;
  const issues: WorkIssue[] = [];
  if (reason === '') issues.push({ spot, part: 'reason', code: missing.reason });
  if (message.trim() === '') issues.push({ spot, part: 'message', code: missing.message });
  else if (message.trim().length > maximum)
    issues.push({ spot, part: 'message', code: 'common.error.tooLong', values: { maximum } });
  return issues;
}

/** What keeps it from being sent, in the order in which it was flagged. */
export function issuesOf({ flags, decisions }: Work, application: Application): WorkIssue[] {
  const asked = new Set(openQueries(application.loan).map(({ field }) => field));
  return [
    ...Object.entries(flags).flatMap(([field, question]): WorkIssue[] => {
      const spot = { at: 'flag', field } as const;
      return asked.has(field)
        ? [{ spot, part: 'message', code: 'review.error.alreadyAsked' }]
        : issuesOfQuestion(spot, question);
    }),
    ...Object.entries(decisions).flatMap(([id, decision]) =>
      decision.kind === 'askAgain' ? issuesOfQuestion({ at: 'query', id }, decision) : [],
    ),
  ];
}

const byKind = ({ decisions }: Work, wanted: Decision['kind']) =>
  Object.entries(decisions).filter(([, { kind }]) => kind === wanted);

/** Lists that are empty are left out. The order is that of `work`, so that a refusal can name its spot. */
export function actsOf(work: Work, version: number): ReviewActs {
  const raise = Object.entries(work.flags).map(([field, { reason, message }]) => ({
    field,
    reason: reason || 'other',
    message: message.trim(),
  }));
  const ask_again = byKind(work, 'askAgain').flatMap(([query_id, decision]) =>
    decision.kind === 'askAgain'
      ? [{ query_id, reason: decision.reason || ('other' as const), message: decision.message.trim() }]
      : [],
  );
  const accept = byKind(work, 'accept').map(([id]) => id);
  const withdraw = byKind(work, 'withdraw').map(([id]) => id);
  return {
    version,
    ...(raise.length > 0 && { raise }),
    ...(ask_again.length > 0 && { ask_again }),
    ...(accept.length > 0 && { accept }),
    ...(withdraw.length > 0 && { withdraw }),
  };
}

/** The server's refusals at the questions that they are about; one that is about none is left out. */
export function refusedQuestions(work: Work, errors: readonly FieldError[]): WorkIssue[] {
  const fields = Object.keys(work.flags);
  const queries = byKind(work, 'askAgain').map(([id]) => id);
  return errors.flatMap(({ field: name, code, values }) => {
    const [, list, index, part] = /^(raise|ask_again)\.(\d+)\.(\w+)$/.exec(name) ?? [];
    const [field, id] = [fields[Number(index)], queries[Number(index)]];
    const spot: Spot | undefined =
      list === 'raise' && field !== undefined
        ? { at: 'flag', field }
        : list === 'ask_again' && id !== undefined
          ? { at: 'query', id }
          : undefined;
    if (!spot) return [];
    return [
      {
        spot,
        part: part === 'reason' ? ('reason' as const) : ('message' as const),
        code,
        ...(values && { values }),
      },
    ];
  });
}

/**
 * What is left of the work for an application that has moved on: every flag that has not arrived yet, and the
 * decisions about queries that still wait for one.
 */
export function workFor(work: Work, { loan }: Application): Work {
  const stateOf = new Map(loan.queries.map(({ id, state }) => [id, state]));
  const arrived = new Set(openQueries(loan).map(({ field, message }) => `${field}\n${message}`));
  const isWaiting = ([field, { message }]: [string, Question]) => !arrived.has(`${field}\n${message.trim()}`);
  const holds = ([id, { kind }]: [string, Decision]) =>
    stateOf.get(id) === (kind === 'withdraw' ? 'raised' : 'answered');
  return {
    flags: Object.fromEntries(Object.entries(work.flags).filter(isWaiting)),
    decisions: Object.fromEntries(Object.entries(work.decisions).filter(holds)),
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const isQuestion = (value: unknown): value is Question =>
  isRecord(value) && typeof value.reason === 'string' && typeof value.message === 'string';

const isDecision = (value: unknown): value is Decision =>
  isRecord(value) &&
  (value.kind === 'accept' || value.kind === 'withdraw' || (value.kind === 'askAgain' && isQuestion(value)));

/** What a tab kept, as far as it can be read: an older page may have written it. */
export function readWork(kept: unknown): Work {
  if (!isRecord(kept)) return noWork;
  const only = <T>(entries: unknown, fits: (value: unknown) => value is T): Record<string, T> =>
    Object.fromEntries(
      Object.entries(isRecord(entries) ? entries : {}).filter((entry): entry is [string, T] =>
        fits(entry[1]),
      ),
    );
  return { flags: only(kept.flags, isQuestion), decisions: only(kept.decisions, isDecision) };
}
