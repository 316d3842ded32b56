/** What a reviewer decides about an application: all of it or nothing, on the version that was read. */
import { randomUUID } from 'node:crypto';
import type { Fields } from '../../domain/changes.ts';
import type { Issue } from '../../domain/check.ts';
import { flaggability } from '../../domain/flaggable.ts';
import { openQueries, reviewable } from '../../domain/lock.ts';
import { keptWords, messageIssue } from '../../domain/query-words.ts';
import type { QueryReason } from '../../domain/reasons.ts';
import type { FieldError, Loan } from '../../domain/wire.ts';
import { nextQueryState, type QueryEvent } from '../../machines/query.ts';
import type { components } from '../../openapi/generated.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/open.ts';
import { queries } from '../db/schema.ts';
import { acceptedContents } from '../documents/contents.ts';
import { askedAbout, moveQuery, type QueryRow, queryRowsOf } from '../loans/queries.ts';
import { readLoan } from '../loans/read.ts';
import { refuseIssues } from '../loans/refusals.ts';
import { changeLoan } from '../loans/row.ts';
import { keepWhatIsReviewed, saidBy } from '../loans/submissions.ts';
import { queueMessages } from '../outbox/queue.ts';
import { Problem, shapeError, wrongShape } from '../problem.ts';
import { type Act, note } from '../timeline.ts';
import type { LoanRow } from '../tokens.ts';
import { lockReviewed } from './application.ts';

type Sent = components['schemas']['ReviewActs'];

export type By = {
  reviewer: { id: string; name: string };
  now: Date;
  config: Pick<Config, 'publicUrl' | 'port'>;
};

/**
 * Raises, accepts, asks again and withdraws. Where something was asked, the application goes back to its applicant,
 * who is told.
 * @throws Problem 400 for what cannot be meant, 404 for what is not in the loan, 409 for what the loan, a query or
 *   another reviewer does not allow; one error per entry
 */
export async function actOn(tx: Database, loanId: string, sent: Sent, by: By): Promise<LoanRow> {
  const meant = meantBy(sent);
  const row = await lockReviewed(tx, loanId, by.now);
  const loan = await readLoan(tx, row);
  const decided = permitted(row, loan, await queryRowsOf(tx, loanId), meant);

  await keepWhatIsReviewed(tx, loan, row.submittedAt ?? by.now);
  const said = saidBy(loan, await acceptedContents(tx, loanId));
  for (const one of decided) await decide(tx, one, by);
  const questions = [
    ...decided.flatMap(({ query, words }) =>
      words ? [{ field: query.field, words, round: query.round + 1, follows: query.id }] : [],
    ),
    ...meant.asking.map(({ field, words }) => ({ field, words, round: 1, follows: null })),
  ];
  for (const question of questions) await ask(tx, loanId, question, said, by);
  const after = await changeLoan(tx, row, {}, by.now);
  if (questions.length > 0) await sendBack(tx, after, by);
  return after;
}

/** Notes it, and tells the applicant. */
async function sendBack(tx: Database, loan: LoanRow, { reviewer, now, config }: By): Promise<void> {
  const count = openQueries(await readLoan(tx, loan)).length;
  await note(tx, {
    loanId: loan.id,
    at: now,
    by: reviewer,
    act: 'application.sent_back',
    details: { count },
  });
  await queueMessages(tx, { template: 'application.sentBack', values: { count }, loan, now, config });
}

type Words = { reason: QueryReason; message: string };
type Asking = { at: string; field: string; words: Words };
/** What becomes of a query; `words` where it is asked again. */
type Deciding = { at: string; id: string; event: QueryEvent; words?: Words };
type Decided = Deciding & { query: QueryRow };
type Meant = { version: number; asking: Asking[]; deciding: Deciding[] };

/** @throws Problem 400 where it says nothing, the same twice, or a message is none */
function meantBy(sent: Sent): Meant {
  const asking = askingIn(sent);
  const deciding = decidingIn(sent);
  if (asking.length + deciding.length === 0) throw wrongShape('', 'There is nothing to do');
  refuseIssues(wordsIssues(sent));
  refuse(400, 'Said more than once', doubled(asking, deciding));
  return { version: sent.version, asking, deciding };
}

const wordsOf = ({ reason, message }: Words): Words => ({ reason, message: keptWords(message) });

const askingIn = ({ raise = [] }: Sent): Asking[] =>
  raise.map((one, index) => ({ at: `raise.${index}.field`, field: one.field, words: wordsOf(one) }));

/** What is withdrawn comes first, so that the same field can be asked about anew. */
const decidingIn = ({ ask_again = [], accept = [], withdraw = [] }: Sent): Deciding[] => [
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
    words: wordsOf(one),
  })),
];

function wordsIssues({ raise = [], ask_again = [] }: Sent): Issue[] {
  const issueAt = (list: string) => (one: { message: string }, index: number) =>
    messageIssue(`${list}.${index}.message`, keptWords(one.message)) ?? [];
  return [...raise.flatMap(issueAt('raise')), ...ask_again.flatMap(issueAt('ask_again'))];
}

/** One act per field and per query. */
function doubled(asking: readonly Asking[], deciding: readonly Deciding[]): FieldError[] {
  const repeats = <One>(all: readonly One[], key: (one: One) => string) =>
    all.filter((one, place) => all.findIndex((other) => key(other) === key(one)) !== place);
  return [...repeats(asking, ({ field }) => field), ...repeats(deciding, ({ id }) => id)].map(({ at }) =>
    shapeError(at, 'stands there more than once'),
  );
}

/** The queries that are decided. @throws Problem 400, 404 or 409, with one error per entry */
function permitted(
  row: LoanRow,
  loan: Loan,
  rows: readonly QueryRow[],
  { version, asking, deciding }: Meant,
): Decided[] {
  const known = new Map(rows.map((query) => [query.id, query]));
  const flags = asking.map((one) => ({ ...one, flaggability: flaggability(loan, one.field) }));
  refuse(400, 'No such field', because(flags, 'unknown', 'is no field that can be flagged'));
  refuse(404, 'Not in this application', [
    ...because(flags, 'no such student', 'names a student who is not in the loan'),
    ...deciding.filter(({ id }) => !known.has(id)).map(({ at }) => shapeError(at, 'is no query of the loan')),
  ]);
  if (row.version !== version) {
    throw new Problem(409, 'The application has changed since it was read', [
      shapeError('version', `is not ${row.version}, the latest`),
    ]);
  }
  refuse(
    409,
    `The application is ${row.status.replaceAll('_', ' ')}`,
    refusedByStatus(row, asking, deciding),
  );
  const decided = deciding.flatMap((one) => {
    const query = known.get(one.id);
    return query ? [{ ...one, query }] : [];
  });
  refuse(409, 'The query does not allow it', [...refusedByState(decided), ...outOfSight(loan, decided)]);
  refuse(409, 'The field is already asked about', askedTwice(loan, asking, decided));
  return decided;
}

type Flag = Asking & { flaggability: ReturnType<typeof flaggability> };

const because = (flags: readonly Flag[], why: Flag['flaggability'], message: string): FieldError[] =>
  flags.filter((flag) => flag.flaggability === why).map(({ at }) => shapeError(at, message));

/** Questions need an application that can come back; answers can be accepted at any time (decision 26). */
const refusedByStatus = (
  { status }: LoanRow,
  asking: readonly Asking[],
  deciding: readonly Deciding[],
): FieldError[] =>
  reviewable.includes(status)
    ? []
    : [...asking, ...deciding.filter(({ words }) => words)].map(({ at }) =>
        shapeError(at, 'cannot be asked about now'),
      );

const refusedByState = (decided: readonly Decided[]): FieldError[] =>
  decided
    .filter(({ query, event }) => nextQueryState(query.state, event) === null)
    .map(({ at, query }) => shapeError(at, `is ${query.state.replaceAll('_', ' ')}`));

/** An answer may have hidden what was asked about. */
const outOfSight = (loan: Loan, decided: readonly Decided[]): FieldError[] =>
  decided
    .filter(({ words, query }) => words && flaggability(loan, query.field) !== 'flaggable')
    .map(({ at }) => shapeError(at, 'is about a field that the application has no more'));

/** A field has one open query at a time; one that is withdrawn now counts no more. */
function askedTwice(loan: Loan, asking: readonly Asking[], decided: readonly Decided[]): FieldError[] {
  const settled = new Set(decided.map(({ id }) => id));
  const open = openQueries(loan).filter(({ id }) => !settled.has(id));
  const asked = new Set(open.map(({ field }) => field));
  const all = [
    ...asking,
    ...decided.filter(({ words }) => words).map(({ at, query }) => ({ at, field: query.field })),
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

/** Asking again is noted with what is asked. */
const noted: Partial<Record<QueryEvent['type'], Act>> = {
  'query.accepted': 'query.accepted',
  'query.withdrawn': 'query.withdrawn',
};

async function decide(tx: Database, { query, event }: Decided, { reviewer, now }: By): Promise<void> {
  await moveQuery(tx, query, event, { decidedBy: reviewer.id, decidedAt: now });
  const act = noted[event.type];
  if (!act) return;
  await note(tx, {
    loanId: query.loanId,
    at: now,
    by: reviewer,
    act,
    field: query.field,
    details: { query: query.id, round: query.round },
  });
}

type Question = {
  field: string;
  words: Words;
  round: number;
  /** The query whose answer was not enough. */
  follows: string | null;
};

async function ask(
  tx: Database,
  loanId: string,
  { field, words, round, follows }: Question,
  said: Fields,
  { reviewer, now }: By,
): Promise<void> {
  const id = randomUUID();
  await tx.insert(queries).values({
    id,
    loanId,
    field,
    ...words,
    round,
    askedAbout: askedAbout(said, field),
    raisedBy: reviewer.id,
    raisedAt: now,
  });
  await note(tx, {
    loanId,
    at: now,
    by: reviewer,
    act: follows ? 'query.asked_again' : 'query.raised',
    field,
    details: { query: id, ...(follows && { follows }), ...words, round },
  });
}
