/** The answers to a loan's open queries, and which queries are answered. */
import { fieldAccess, isAnsweredBy, type Lock } from '../../../domain/loan/access.ts';
import type { Issue, Wire } from '../../../domain/values/check.ts';
import { limits } from '../../../domain/values/limits.ts';
import { unansweredCode } from '../../../domain/loan/lock.ts';
import type { Query } from '../../../domain/values/wire.ts';
import type { DraftBody } from '../../../machines/draft.ts';

/** Answers by a reason or a replaced document, by query id; stored as the draft 'answers'. */
export interface Answers {
  /** The typed reasons, 'It is correct because …'. */
  reasons: Record<string, string>;
  /** The names of files that were sent in place of a document; '' where the name is not known. */
  replaced: Record<string, string>;
}

export const noAnswers: Answers = { reasons: {}, replaced: {} };

/** Returns the answers in a draft's body; empty if it holds none. */
export const answersOf = (body: unknown): Answers => (isAnswers(body) ? body : noAnswers);

/** Returns A draft's body with another reason of a query; undefined takes the reason back. */
export function withReason(body: unknown, id: string, reason: string | undefined): DraftBody {
  const { reasons, replaced } = answersOf(body);
  const { [id]: _, ...others } = reasons;
  return { reasons: reason === undefined ? others : { ...reasons, [id]: reason }, replaced };
}

/** Returns A draft's body with the name of the file that was sent in place of the query's document. */
export function withReplacedDocument(body: unknown, id: string, fileName: string): DraftBody {
  const { reasons, replaced } = answersOf(body);
  return { reasons, replaced: { ...replaced, [id]: fileName } };
}

export function isAnswers(body: unknown): body is Answers {
  const { reasons, replaced } = (body ?? {}) as Record<string, unknown>;
  return isTexts(reasons) && isTexts(replaced);
}

const isTexts = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((text) => typeof text === 'string');

/** The data that `isAnswered` depends on. */
export interface AnsweredCheck {
  answers: Answers;
  /** The saved values and the typed ones, by dotted names. */
  before: Wire;
  after: Wire;
  /** The rules that typed values break. */
  issues: readonly Issue[];
  /** The fields that the server says have no answer yet. */
  unanswered: readonly string[];
}

/** Returns whether a query is answered by a reason, another document, or a valid change of its field or a dependant. */
export function isAnswered(query: Query, state: AnsweredCheck): boolean {
  const { answers, before, after, issues, unanswered } = state;
  if (reasonOf(answers, query.id) !== '') return true;
  if (isDocument(query)) return query.id in answers.replaced && !unanswered.includes(query.field);
  const lock: Lock = { mode: 'queried', queries: [query] };
  const isAffected = (name: string) => fieldAccess(lock, name) !== 'locked';
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => before[name] !== after[name]);
  return isAnsweredBy(query, changed) && !issues.some(({ field }) => isAffected(field));
}

/** Returns whether a query is about a file. */
export const isDocument = ({ field }: Pick<Query, 'field'>): boolean => field.startsWith('documents.');

/** Returns the written reason without spaces around it; '' if there is none. */
export const reasonOf = ({ reasons }: Answers, id: string): string =>
  (reasons[id] ?? '').trim().slice(0, limits.queryAnswerMaxLength);

/** Returns the written reasons for the submission. */
export const queryAnswers = (answers: Answers, queries: readonly Query[]): { id: string; answer: string }[] =>
  queries.map(({ id }) => ({ id, answer: reasonOf(answers, id) })).filter(({ answer }) => answer !== '');

export const unansweredIssue = ({ field }: Pick<Query, 'field'>): Issue => ({
  field,
  code: unansweredCode,
});
