/** The acts of a reviewer on an application: all or none in one transaction, on the version that was read. */
import { platform } from '../platform/platform.ts';
import type { FieldValues } from '../../domain/forms/changes.ts';
import type { Issue } from '../../domain/values/check.ts';
import { flaggability } from '../../domain/loan/flaggable.ts';
import { openQueries, reviewableStatuses } from '../../domain/loan/lock.ts';
import { cleanQueryText, messageIssue } from '../../domain/loan/query-text.ts';
import type { QueryReason } from '../../domain/lending/reasons.ts';
import type { FieldError, Loan, ReviewActs } from '../../domain/values/wire.ts';
import { nextQueryState, type QueryEvent } from '../../machines/query.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/open.ts';
import { queries } from '../db/schema/review.ts';
import { acceptedContents } from '../loans/document-contents.ts';
import { encryptPersonalData } from '../encryption/personal-data.ts';
import { fieldsOfQuery, changeQueryState, type QueryRow, queryRowsOf } from '../loans/queries.ts';
import { readLoan } from '../loans/read.ts';
import { refuseIssues } from '../loans/refusals.ts';
import { changeLoan, requireReadVersion } from '../loans/row.ts';
import { storeSupplement, snapshotFields } from '../loans/submissions.ts';
import { queueMessages } from '../outbox/queue.ts';
import { Problem, shapeError, wrongShape } from '../http/problem.ts';
import type { PartnerScope } from '../staff/permissions.ts';
import { type TimelineAct, appendToTimeline } from '../timeline/timeline.ts';
import type { LoanRow } from '../loans/tokens.ts';
import { lockReviewableLoan } from './read-application.ts';

export type ReviewContext = {
  reviewer: { id: string; name: string };
  scope: PartnerScope;
  now: Date;
  config: Pick<Config, 'publicUrl' | 'port'>;
};

/**
 * Raises, accepts, asks again and withdraws queries. Where a query was raised or asked again, the application goes back
 * to its applicant, who gets a message.
 * @throws Problem 400 for invalid acts, 404 for queries or students that the loan does not have, 409 for what the loan, a query or
 *   another reviewer does not allow; one error per entry
 */
export async function applyReviewActs(
  tx: Database,
  loanId: string,
  sent: ReviewActs,
  by: ReviewContext,
): Promise<LoanRow> {
  const parsed = parseActs(sent);
  const row = await lockReviewableLoan(tx, loanId, by);
  const loan = await readLoan(tx, row);
  const decided = checkPermitted(row, loan, await queryRowsOf(tx, loanId), parsed);

  await storeSupplement(tx, loan);
  const snapshot = snapshotFields(loan, await acceptedContents(tx, loanId));
  for (const one of decided) await applyDecision(tx, one, by);
  const questions = [
    ...decided.flatMap(({ query, text }) =>
      text ? [{ field: query.field, text, round: query.round + 1, follows: query.id }] : [],
    ),
    ...parsed.newQueries.map(({ field, text }) => ({ field, text, round: 1, follows: null })),
  ];
  for (const question of questions) await insertQuery(tx, loanId, question, snapshot, by);
  const after = await changeLoan(tx, row, {}, by.now);
  if (questions.length > 0) await sendBack(tx, after, by);
  return after;
}

/** Appends to the timeline, and queues the message to the applicant. */
async function sendBack(
  tx: Database,
  loan: LoanRow,
  { reviewer, now, config }: ReviewContext,
): Promise<void> {
  const count = openQueries(await readLoan(tx, loan)).length;
  await appendToTimeline(tx, {
    loanId: loan.id,
    at: now,
    by: reviewer,
    act: 'application.sent_back',
    details: { count },
  });
  await queueMessages(tx, { template: 'application.sentBack', values: { count }, loan, now, config });
}

type QueryText = { reason: QueryReason; message: string };
type NewQuery = { at: string; field: string; text: QueryText };
/** The decision about a query; `text` where it is asked again. */
type QueryDecision = { at: string; id: string; event: QueryEvent; text?: QueryText };
type CheckedDecision = QueryDecision & { query: QueryRow };
type ParsedActs = { version: number; newQueries: NewQuery[]; decisions: QueryDecision[] };

/** @throws Problem 400 for no act, a repeated act, or an invalid message */
function parseActs(sent: ReviewActs): ParsedActs {
  const newQueries = newQueriesOf(sent);
  const decisions = decisionsOf(sent);
  if (newQueries.length + decisions.length === 0) throw wrongShape('', 'There is nothing to do');
  refuseIssues(textIssues(sent));
  refuse(400, 'Said more than once', repeatedEntries(newQueries, decisions));
  return { version: sent.version, newQueries, decisions };
}

const queryTextOf = ({ reason, message }: QueryText): QueryText => ({
  reason,
  message: cleanQueryText(message),
});

const newQueriesOf = ({ raise = [] }: ReviewActs): NewQuery[] =>
  raise.map((one, index) => ({ at: `raise.${index}.field`, field: one.field, text: queryTextOf(one) }));

/** Withdrawals come first, so that another query about the same field can be raised. */
const decisionsOf = ({ ask_again = [], accept = [], withdraw = [] }: ReviewActs): QueryDecision[] => [
  ...withdraw.map((id, index) => ({
    at: `withdraw.${index}`,
    id: id.toLowerCase(),
    event: { type: 'query.withdrawn' } as const,
  })),
  ...accept.map((id, index) => ({
    at: `accept.${index}`,
    id: id.toLowerCase(),
    event: { type: 'query.accepted' } as const,
  })),
  ...ask_again.map((one, index) => ({
    at: `ask_again.${index}.query_id`,
    id: one.query_id.toLowerCase(),
    event: { type: 'query.askedAgain' } as const,
    text: queryTextOf(one),
  })),
];

function textIssues({ raise = [], ask_again = [] }: ReviewActs): Issue[] {
  const issueAt = (list: string) => (one: { message: string }, index: number) =>
    messageIssue(`${list}.${index}.message`, cleanQueryText(one.message)) ?? [];
  return [...raise.flatMap(issueAt('raise')), ...ask_again.flatMap(issueAt('ask_again'))];
}

/** Returns the errors of repeated entries: a field or query may have one act. */
function repeatedEntries(newQueries: readonly NewQuery[], decisions: readonly QueryDecision[]): FieldError[] {
  const repeats = <One>(all: readonly One[], key: (one: One) => string) =>
    all.filter((one, place) => all.findIndex((other) => key(other) === key(one)) !== place);
  return [...repeats(newQueries, ({ field }) => field), ...repeats(decisions, ({ id }) => id)].map(({ at }) =>
    shapeError(at, 'stands there more than once'),
  );
}

/** The decisions with their queries' rows. @throws Problem 400, 404 or 409, with one error per entry */
function checkPermitted(
  row: LoanRow,
  loan: Loan,
  rows: readonly QueryRow[],
  { version, newQueries, decisions }: ParsedActs,
): CheckedDecision[] {
  const known = new Map(rows.map((query) => [query.id, query]));
  const flags = newQueries.map((one) => ({ ...one, flaggability: flaggability(loan, one.field) }));
  refuse(400, 'No such field', errorsFor(flags, 'unknown', 'is no field that can be flagged'));
  refuse(404, 'Not in this application', [
    ...errorsFor(flags, 'no such student', 'names a student who is not in the loan'),
    ...decisions
      .filter(({ id }) => !known.has(id))
      .map(({ at }) => shapeError(at, 'is no query of the loan')),
  ]);
  requireReadVersion(row, version);
  refuse(
    409,
    `The application is ${row.status.replaceAll('_', ' ')}`,
    loanStatusErrors(row, newQueries, decisions),
  );
  const decided = decisions.flatMap((one) => {
    const query = known.get(one.id);
    return query ? [{ ...one, query }] : [];
  });
  refuse(409, 'The query does not allow it', [
    ...queryStateErrors(decided),
    ...hiddenFieldErrors(loan, decided),
  ]);
  refuse(409, 'The field is already asked about', repeatedQueryErrors(loan, newQueries, decided));
  return decided;
}

type Flag = NewQuery & { flaggability: ReturnType<typeof flaggability> };

const errorsFor = (flags: readonly Flag[], why: Flag['flaggability'], message: string): FieldError[] =>
  flags.filter((flag) => flag.flaggability === why).map(({ at }) => shapeError(at, message));

/** Raising and newQueries again need a loan in a reviewable status; answers can be accepted at any time (decision 23). */
const loanStatusErrors = (
  { status }: LoanRow,
  newQueries: readonly NewQuery[],
  decisions: readonly QueryDecision[],
): FieldError[] =>
  reviewableStatuses.includes(status)
    ? []
    : [...newQueries, ...decisions.filter(({ text }) => text)].map(({ at }) =>
        shapeError(at, 'cannot be asked about now'),
      );

const queryStateErrors = (decided: readonly CheckedDecision[]): FieldError[] =>
  decided
    .filter(({ query, event }) => nextQueryState(query.state, event) === null)
    .map(({ at, query }) => shapeError(at, `is ${query.state.replaceAll('_', ' ')}`));

/** An answer may have hidden the field of the query, by changing a field that it depends on. */
const hiddenFieldErrors = (loan: Loan, decided: readonly CheckedDecision[]): FieldError[] =>
  decided
    .filter(({ text, query }) => text && flaggability(loan, query.field) !== 'flaggable')
    .map(({ at }) => shapeError(at, 'is about a field that the application has no more'));

/** A field has one open query at a time; queries that this call decides do not count. */
function repeatedQueryErrors(
  loan: Loan,
  newQueries: readonly NewQuery[],
  decided: readonly CheckedDecision[],
): FieldError[] {
  const settled = new Set(decided.map(({ id }) => id));
  const open = openQueries(loan).filter(({ id }) => !settled.has(id));
  const asked = new Set(open.map(({ field }) => field));
  const all = [
    ...newQueries,
    ...decided.filter(({ text }) => text).map(({ at, query }) => ({ at, field: query.field })),
  ];
  return all.flatMap(({ at, field }) => {
    if (asked.has(field)) return [shapeError(at, 'is already asked about')];
    asked.add(field);
    return [];
  });
}

function refuse(status: number, message: string, errors: FieldError[]): void {
  if (errors.length > 0) throw new Problem(status, message, errors);
}

/** Asking again has a separate act, which `insertQuery` appends. */
const timelineActs: Partial<Record<QueryEvent['type'], TimelineAct>> = {
  'query.accepted': 'query.accepted',
  'query.withdrawn': 'query.withdrawn',
};

async function applyDecision(
  tx: Database,
  { query, event }: CheckedDecision,
  { reviewer, now }: ReviewContext,
): Promise<void> {
  await changeQueryState(tx, query, event, { decidedBy: reviewer.id, decidedAt: now });
  const act = timelineActs[event.type];
  if (!act) return;
  await appendToTimeline(tx, {
    loanId: query.loanId,
    at: now,
    by: reviewer,
    act,
    field: query.field,
    details: { query: query.id, round: query.round },
  });
}

type QueryInput = {
  field: string;
  text: QueryText;
  round: number;
  /** The query whose answer was not enough. */
  follows: string | null;
};

async function insertQuery(
  tx: Database,
  loanId: string,
  { field, text, round, follows }: QueryInput,
  snapshot: FieldValues,
  { reviewer, now }: ReviewContext,
): Promise<void> {
  const id = platform.uuid();
  await tx.insert(queries).values({
    id,
    loanId,
    field,
    ...text,
    round,
    askedAbout: encryptPersonalData(tx, loanId, fieldsOfQuery(snapshot, field)),
    raisedBy: reviewer.id,
    raisedAt: now,
  });
  await appendToTimeline(tx, {
    loanId,
    at: now,
    by: reviewer,
    act: follows ? 'query.asked_again' : 'query.raised',
    field,
    details: { query: id, ...(follows && { follows }), ...text, round },
  });
}
