/**
 * Asks the lender again about a verdict that is not final (decision 52): when a document was added, when the page is
 * opened again, when a person asks for it. Nothing is sent that was not submitted.
 */
import { isDeepStrictEqual } from 'node:util';
import { and, eq } from 'drizzle-orm';
import { lenderTimedOut, verdictOf } from '../../domain/lender.ts';
import { openQueries } from '../../domain/lock.ts';
import { mayBeOpened } from '../../domain/documents.ts';
import { verdictCanChange } from '../../domain/status.ts';
import type { DocumentType, LenderResult } from '../../domain/wire.ts';
import { type Database, transaction } from '../db/open.ts';
import { lenderLoans } from '../db/schema.ts';
import { readCurrentContents } from '../documents/contents.ts';
import { queriesOf } from '../loans/read.ts';
import { changeLoan, loanClosed, lockLoan, statusAfter } from '../loans/row.ts';
import type { MessageSite } from '../outbox/queue.ts';
import { appendToTimeline } from '../timeline.ts';
import type { LoanRow } from '../tokens.ts';
import type { PushNeeds } from './push.ts';
import { latestPush } from './pushes.ts';
import { announceVerdict } from './record.ts';
import { scheduleRefresh } from './schedule.ts';

/** A page waits for this answer, which nothing depends on: it is shorter than the time that a push may take. */
const timeoutMs = 8_000;

/** Who is told by what: an applicant by the page, everybody else by a message. */
type RefreshedBy = 'applicant' | 'system';

/**
 * @returns the lender's latest answer: the former one where the verdict is final, a reviewer waits for the applicant,
 *   or the lender does not say anything new in time
 * @throws Problem 409 where the lender has not answered yet
 */
export async function refreshVerdict(
  needs: PushNeeds,
  loanId: string,
  by: RefreshedBy,
): Promise<LenderResult> {
  const { db, clock, adapters } = needs;
  const [row, asked] = await transaction(db, async (tx) => {
    const row = await lockLoan(tx, loanId, clock.now());
    return [row, await requestFor(tx, row)] as const;
  });
  if (!row.lenderResult) throw loanClosed(row.status);
  const lender = adapters.lenders[row.lenderId];
  if (!asked || !lender) return row.lenderResult;
  const { reference, documents, submission } = asked;
  const reply = await lender.refresh({ reference, documents }, AbortSignal.timeout(timeoutMs));
  const isNew =
    reply.kind === 'answered' &&
    reply.submission === submission &&
    !lenderTimedOut(reply.result) &&
    !isDeepStrictEqual(reply.result, asked.result);
  if (!isNew) return row.lenderResult;
  return transaction(db, (tx) =>
    recordVerdict(tx, { row, asked, by, result: reply.result, now: clock.now() }, needs.config),
  );
}

type Asked = {
  reference: string;
  documents: DocumentType[];
  /** The submission that the verdict is about. */
  submission: number;
  /** The verdict until now. */
  result: LenderResult;
};

/** What to ask the lender; undefined where there is nothing to ask. The loan's row is locked. */
async function requestFor(tx: Database, row: LoanRow): Promise<Asked | undefined> {
  if (!verdictCanChange(row.status) || openQueries({ queries: await queriesOf(tx, row.id) }).length > 0)
    return undefined;
  const [lenderLoan] = await tx.select().from(lenderLoans).where(ofLoan(row));
  const push = await latestPush(tx, { loanId: row.id, lenderId: row.lenderId });
  if (!lenderLoan?.result || lenderLoan.holder !== null || push?.state !== 'answered') return undefined;
  const documents = (await readCurrentContents(tx, row.id)).filter(mayBeOpened).map(({ type }) => type);
  const { reference, result } = lenderLoan;
  return { reference, documents: documents as DocumentType[], submission: push.submission, result };
}

type NewVerdict = { row: LoanRow; asked: Asked; by: RefreshedBy; result: LenderResult; now: Date };

/** Records the verdict, unless the loan went on while the lender was asked. */
async function recordVerdict(
  tx: Database,
  { row: before, asked, by, result, now }: NewVerdict,
  config: MessageSite,
): Promise<LenderResult> {
  const row = await lockLoan(tx, before.id, now);
  const current = await requestFor(tx, row);
  const isSame = current?.submission === asked.submission && isDeepStrictEqual(current.result, asked.result);
  if (!isSame) return row.lenderResult ?? asked.result;
  await tx.update(lenderLoans).set({ result }).where(ofLoan(row));
  const verdict = verdictOf(result);
  await appendToTimeline(tx, {
    loanId: row.id,
    at: now,
    by: 'lender',
    act: 'lender.answered',
    before: row.status,
    after: verdict,
    details: { lender_id: row.lenderId, submission: asked.submission },
  });
  const status = statusAfter(row.status, { type: `lender.answered.${verdict}` });
  const loan = await changeLoan(tx, row, { status, lenderResult: result }, now);
  await scheduleRefresh(tx, loan, now);
  if (by !== 'applicant') await announceVerdict(tx, loan, now, config);
  return result;
}

const ofLoan = ({ id, lenderId }: LoanRow) =>
  and(eq(lenderLoans.loanId, id), eq(lenderLoans.lenderId, lenderId));
