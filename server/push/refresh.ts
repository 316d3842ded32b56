/**
 * Asks the lenders again about verdicts that are not final (decision 27): when a document was added, when the page is
 * opened again, when a person asks for it. Nothing is sent that was not submitted.
 */
import { isDeepStrictEqual } from 'node:util';
import { lenderTimedOut, verdictOf } from '../../domain/lending/lender.ts';
import { openQueries } from '../../domain/loan/lock.ts';
import { isContentViewable } from '../../domain/loan/documents.ts';
import { decidingAnswer } from '../../domain/lending/lender-verdicts.ts';
import { hasOpenVerdict, verdictCanChange } from '../../domain/loan/status.ts';
import type { DocumentType, LenderResult } from '../../domain/values/wire.ts';
import type { LenderId } from '../adapters/lenders.ts';
import { type Database, transaction } from '../db/open.ts';
import { lenderLoans } from '../db/schema/lenders.ts';
import { readCurrentContents } from '../loans/document-contents.ts';
import { ofLenderLoan } from '../lender-loan-key.ts';
import { queriesOf } from '../loans/read.ts';
import { findLoanRow, loanClosed, lockLoan } from '../loans/row.ts';
import type { MessageSite } from '../outbox/queue.ts';
import { withTimeout } from '../platform/timers.ts';
import { appendToTimeline } from '../timeline/timeline.ts';
import type { LoanRow } from '../loans/tokens.ts';
import type { PushOrder } from './claim.ts';
import type { PushNeeds } from './push.ts';
import { latestPush } from './pushes.ts';
import { askForOffers } from '../servicing/schedule.ts';
import { answersOf, lendersOf } from '../loans/lenders-of-loan.ts';
import { announceVerdict, recordDecision, seesAnswer } from './record.ts';
import { scheduleRefresh } from './schedule.ts';

/** A page waits for this answer, which nothing depends on: it is shorter than the time that a push may take. */
const timeoutMs = 8_000;

type RefreshedBy = Pick<PushOrder, 'by' | 'hungUp'>;

/**
 * @returns the answer that decides: the former one where the verdict is final, a reviewer waits for the applicant,
 *   or the lender does not say anything new in time
 * @throws Problem 409 where the lender has not answered yet
 */
export async function refreshVerdict(
  needs: PushNeeds,
  loanId: string,
  refreshedBy: RefreshedBy,
): Promise<LenderResult> {
  const { db, clock } = needs;
  const row = await transaction(db, (tx) => lockLoan(tx, loanId, clock.now()));
  if (!row.lenderResult) throw loanClosed(row.status);
  const asked = await transaction(db, (tx) => requestsFor(tx, row));
  await Promise.all(asked.map((one) => refreshAt(needs, one, refreshedBy)));
  return (await findLoanRow(db, loanId)).lenderResult ?? row.lenderResult;
}

/** Asks one lender, and records a verdict that is new. */
async function refreshAt(
  { db, clock, adapters, config }: PushNeeds,
  asked: Asked,
  refreshedBy: RefreshedBy,
): Promise<void> {
  const { lenderId, reference, documents, submission } = asked;
  const reply = await withTimeout(timeoutMs, async (signal) =>
    adapters.lenders[lenderId]?.refresh({ reference, documents }, signal),
  );
  const isNew =
    reply?.kind === 'answered' &&
    reply.submission === submission &&
    !lenderTimedOut(reply.result) &&
    !isDeepStrictEqual(reply.result, asked.result);
  if (!isNew) return;
  await transaction(db, (tx) =>
    recordVerdict(tx, { asked, refreshedBy, result: reply.result, now: clock.now() }, config),
  );
}

type Asked = {
  loanId: string;
  lenderId: LenderId;
  reference: string;
  documents: DocumentType[];
  /** The submission that the verdict is about. */
  submission: number;
  /** The verdict until now. */
  result: LenderResult;
};

/** What to ask which of the loan's lenders. Once one has approved, the others may still change an open verdict. */
async function requestsFor(tx: Database, row: LoanRow): Promise<Asked[]> {
  const isAsked = verdictCanChange(row.status) || row.status === 'approved';
  if (!isAsked || openQueries({ queries: await queriesOf(tx, row.id) }).length > 0) return [];
  const documents = (await readCurrentContents(tx, row.id)).filter(isContentViewable).map(({ type }) => type);
  const asked: Asked[] = [];
  for (const lenderId of lendersOf(row)) {
    const one = await requestFor(tx, { loanId: row.id, lenderId }, documents as DocumentType[]);
    if (one) asked.push(one);
  }
  return asked;
}

/** Undefined where there is nothing to ask this lender. */
async function requestFor(
  tx: Database,
  key: { loanId: string; lenderId: LenderId },
  documents: DocumentType[],
): Promise<Asked | undefined> {
  const [lenderLoan] = await tx.select().from(lenderLoans).where(ofLenderLoan(lenderLoans, key));
  const push = await latestPush(tx, key);
  if (!lenderLoan?.result || lenderLoan.holder !== null || push?.state !== 'answered') return undefined;
  const { reference, result } = lenderLoan;
  return verdictCanChange(verdictOf(result))
    ? { ...key, reference, documents, submission: push.submission, result }
    : undefined;
}

type NewVerdict = { asked: Asked; refreshedBy: RefreshedBy; result: LenderResult; now: Date };

/** Records the verdict, unless the loan went on while the lender was asked. */
async function recordVerdict(
  tx: Database,
  { asked, refreshedBy, result, now }: NewVerdict,
  config: MessageSite,
): Promise<void> {
  const row = await lockLoan(tx, asked.loanId, now);
  const current = (await requestsFor(tx, row)).find(({ lenderId }) => lenderId === asked.lenderId);
  const isSame = current?.submission === asked.submission && isDeepStrictEqual(current.result, asked.result);
  if (!isSame) return;
  await tx.update(lenderLoans).set({ result }).where(ofLenderLoan(lenderLoans, asked));
  const answers = await answersOf(tx, row);
  const decided = decidingAnswer(answers);
  await appendToTimeline(tx, {
    loanId: row.id,
    at: now,
    by: 'lender',
    act: 'lender.answered',
    before: row.status,
    after: verdictOf(result),
    details: { lender_id: asked.lenderId, submission: asked.submission },
  });
  const loan = decided ? await recordDecision(tx, row, decided, now) : row;
  await scheduleRefresh(tx, loan, { isOpen: hasOpenVerdict(answers), now });
  await askForOffers(tx, loan, now);
  const isNews = !isDeepStrictEqual(loan.lenderResult, row.lenderResult);
  if (isNews && !seesAnswer(refreshedBy)) await announceVerdict(tx, loan, now, config);
}
