/**
 * The database rows of one loan at its lenders, and the transactions of server/push and server/loans about it, as
 * functions from rows to rows. The status follows `nextLoanStatus` of machines/loan.ts.
 */
import { decidingAnswer } from '../../../domain/lending/lender-verdicts.ts';
import { verdictOf } from '../../../domain/lending/lender.ts';
import { hasOpenVerdict, verdictCanChange } from '../../../domain/loan/status.ts';
import type { LoanStatus } from '../../../domain/values/wire.ts';
import { type LoanEvent, nextLoanStatus } from '../../../machines/loan.ts';
import type { pushes } from '../../../server/db/schema/lenders.ts';

/** A lender's verdict, and the content of the application that it is about. */
export type Answer = { status: 'APPROVED' | 'REJECTED' | 'PENDING'; content: number };

type PushState = (typeof pushes.$inferSelect)['state'];
/** `reply`: what became of a submission that has no answer; null while it is under way. */
export type Push = {
  submission: number;
  content: number;
  state: PushState;
  reply: 'failed' | 'failed for good' | 'no response' | null;
};

export type LenderLoan = {
  /** Counts the references that were made; null before the first claim. */
  reference: number | null;
  result: Answer | null;
  /** The server that pushes. */
  holder: string | null;
  leased: boolean;
  push: Push | null;
  /** The job `lender.push`. `isAnew`: it was enqueued anew while it ran. */
  job: { state: 'none' | 'waiting' | 'failed' | { runsOn: string }; isAnew: boolean };
};

export type Rows = {
  status: LoanStatus;
  /** Counts the contents that were submitted; 0 before the first. */
  content: number;
  lenders: LenderLoan[];
  /** The verdict that decides, as `loans.lender_result` has it. */
  decided: Answer['status'] | null;
  /** The verdict that the applicant was told by a message. */
  announced: Answer['status'] | null;
  refresh: 'none' | 'waiting';
};

/** The server's rules that a planted fault can leave out. */
export type Faults = {
  asksBeforeItSends: boolean;
  respectsLease: boolean;
  keepsReference: boolean;
  schedulesPush: boolean;
  dropsAnswerOnSubmit: boolean;
  noticesHangUp: boolean;
  endsLeasesWithPush: boolean;
};
export const noFaults: Faults = {
  asksBeforeItSends: true,
  respectsLease: true,
  keepsReference: true,
  schedulesPush: true,
  dropsAnswerOnSubmit: true,
  noticesHangUp: true,
  endsLeasesWithPush: true,
};

export type Reply =
  | { kind: 'answered'; answer: Answer }
  | { kind: 'failed'; nothingBooked: boolean; isFinal: boolean }
  | { kind: 'noResponse' };

export const emptyRows = (lenders: number): Rows => ({
  ...{ status: 'draft', content: 0, decided: null, announced: null, refresh: 'none' },
  lenders: Array.from({ length: lenders }, () => ({
    ...{ reference: null, result: null, holder: null, leased: false, push: null },
    job: { state: 'none', isAnew: false },
  })),
});

/** The status after an event; undefined where the server refuses with 409, and its transaction is rolled back. */
const statusAfter = (rows: Rows, event: LoanEvent): Rows | undefined => {
  const status = nextLoanStatus(rows.status, event);
  return status === null ? undefined : { ...rows, status };
};

const change = (rows: Rows, lender: number, changes: Partial<LenderLoan>): Rows => ({
  ...rows,
  lenders: rows.lenders.map((one, index) => (index === lender ? { ...one, ...changes } : one)),
});

const released = { holder: null, leased: false };

/** `lockLoan` of server/loans/row.ts: a push whose process has died counts as abandoned. */
export function lockLoan(rows: Rows): Rows {
  if (rows.status !== 'with_lender' || rows.lenders.some(({ leased }) => leased)) return rows;
  const lenders = rows.lenders.map((one) => ({ ...one, ...released }));
  return statusAfter({ ...rows, lenders }, { type: 'push.abandoned' }) ?? rows;
}

const enqueued = (job: LenderLoan['job']): LenderLoan['job'] =>
  typeof job.state === 'object' ? { ...job, isAnew: true } : { state: 'waiting', isAnew: false };

const scheduleIfAbsent = (job: LenderLoan['job']): LenderLoan['job'] =>
  job.state === 'none' || job.state === 'failed' ? { state: 'waiting', isAnew: false } : job;

/** `storeApplication` of server/loans/application.ts: the first content, a corrected one, or answered queries. @returns undefined where it is refused */
export function submit(before: Rows, content: number, faults: Faults): Rows | undefined {
  const rows = lockLoan(before);
  const isRepeat = rows.status === 'submitted' && rows.content === content;
  const type = verdictCanChange(rows.status) ? 'queries.answered' : 'application.submitted';
  const after = isRepeat ? rows : statusAfter(rows, { type });
  return (
    after && {
      ...after,
      content,
      lenders: after.lenders.map((one) => ({
        ...one,
        ...(!isRepeat && faults.dropsAnswerOnSubmit && { ...released, result: null }),
        job: faults.schedulesPush ? enqueued(one.job) : one.job,
      })),
    }
  );
}

export type Claim =
  | { kind: 'answered'; answer: Answer }
  | { kind: 'in flight' }
  | { kind: 'refused' }
  | {
      kind: 'claimed';
      reference: number;
      submission: number;
      content: number;
      saved: number;
      mayBeBooked: boolean;
    };

/** `claimPush` of server/push/claim.ts. */
export function claim(
  before: Rows,
  { lender, server, faults }: { lender: number; server: string; faults: Faults },
): { rows: Rows; claim: Claim } {
  const rows = lockLoan(before);
  const one = rows.lenders[lender];
  if (!one || rows.status === 'draft') return { rows: before, claim: { kind: 'refused' } };
  if (one.leased && faults.respectsLease) return { rows, claim: { kind: 'in flight' } };
  if (one.result) return { rows, claim: { kind: 'answered', answer: one.result } };
  const isFirst = rows.lenders.length === 1 || rows.status === 'submitted';
  const after = isFirst && rows.status !== 'with_lender' ? statusAfter(rows, { type: 'push.started' }) : rows;
  if (!after) return { rows: before, claim: { kind: 'refused' } };
  const unanswered = one.push?.state === 'unanswered' ? one.push : null;
  const last = one.push?.submission ?? 0;
  const push: Push = unanswered
    ? { ...unanswered, reply: null }
    : { submission: last + 1, content: rows.content, state: 'unanswered', reply: null };
  const reference = faults.keepsReference ? (one.reference ?? 1) : (one.reference ?? 0) + 1;
  const job = faults.schedulesPush ? scheduleIfAbsent(one.job) : one.job;
  return {
    rows: change(after, lender, { reference, holder: server, leased: true, push, job }),
    claim: {
      ...{ kind: 'claimed', reference, submission: push.submission, content: push.content },
      ...{ saved: rows.content, mayBeBooked: unanswered !== null },
    },
  };
}

const pushStateAfter = (reply: Reply): PushState => {
  if (reply.kind === 'answered') return 'answered';
  return reply.kind === 'failed' && reply.nothingBooked ? 'failed' : 'unanswered';
};

const replyIn = (reply: Reply): Push['reply'] => {
  if (reply.kind === 'noResponse') return 'no response';
  return reply.kind === 'answered' ? null : reply.isFinal ? 'failed for good' : 'failed';
};

/** `isSeen`: the page still waits for the answer. */
export type Told = { lender: number; server: string; isSeen: boolean };

const decide = (rows: Rows): { rows: Rows; isOpen: boolean } | undefined => {
  const answers = rows.lenders.map(({ result }, lenderId) => ({
    lenderId,
    result: result && { status: result.status },
  }));
  const decided = decidingAnswer(answers);
  const isOpen = hasOpenVerdict(answers);
  if (!decided) return { rows, isOpen };
  const status = decided.result.status as Answer['status'];
  // A verdict of one of several lenders that is there already, or an approval, stays.
  if (rows.lenders.length > 1 && (rows.decided === status || rows.status === 'approved')) {
    const isRecorded = rows.status !== 'submitted' && rows.status !== 'with_lender';
    if (isRecorded) return { rows, isOpen };
  }
  const after = statusAfter(rows, { type: `lender.answered.${verdictOf(decided.result)}` });
  return after && { rows: { ...after, decided: status }, isOpen };
};

/** Returns the rows after an answer: the status, the people informed, and whether the lender is asked again. */
const recorded = (rows: Rows, isSeen: boolean): Rows | undefined => {
  const made = decide(rows);
  if (!made) return undefined;
  const { decided, announced } = made.rows;
  const isNews = decided !== rows.decided;
  return {
    ...made.rows,
    announced: isNews && !isSeen ? decided : announced,
    refresh: made.isOpen ? 'waiting' : 'none',
  };
};

/**
 * `recordReply` of server/push/record.ts.
 * @returns 'lost' where another server has the lease, undefined where the status refuses it and nothing is stored
 */
export function record(
  rows: Rows,
  { lender, server, isSeen, faults }: Told & { faults: Faults },
  { reply, submission, content }: { reply: Reply; submission: number; content: number },
): Rows | 'lost' | undefined {
  const one = rows.lenders[lender];
  if (!one || (one.holder !== server && faults.respectsLease)) return 'lost';
  const push = { submission, content, state: pushStateAfter(reply), reply: replyIn(reply) };
  if (reply.kind === 'answered') {
    const job = { state: 'none', isAnew: false } as const;
    const after = change(rows, lender, { ...released, push, job, result: reply.answer });
    return recorded(after, isSeen);
  }
  const after = change(rows, lender, { ...released, push });
  const answers = after.lenders.map(({ result }, lenderId) => ({
    lenderId,
    result: result && { status: result.status },
  }));
  if (decidingAnswer(answers)) return decide(after)?.rows;
  if (after.lenders.some(({ leased }) => leased)) return after;
  if (after.lenders.length > 1 && after.status !== 'with_lender') return after;
  const lenders = faults.endsLeasesWithPush
    ? after.lenders.map((other) => ({ ...other, ...released }))
    : after.lenders;
  const type = reply.kind === 'failed' ? 'lender.failed' : 'lender.silent';
  return statusAfter({ ...after, lenders }, { type });
}

/** `openNextPush` of server/push/record.ts. */
export function openNext(
  rows: Rows,
  { lender, server, saved }: Omit<Told, 'isSeen'> & { saved: number },
): Rows | 'lost' {
  const one = rows.lenders[lender];
  if (one?.holder !== server || !one.push) return 'lost';
  const submission = one.push.submission + 1;
  return change(rows, lender, { push: { submission, content: saved, state: 'unanswered', reply: null } });
}

export type Look = 'again' | 'wait' | NonNullable<Push['reply']>;

/** `waitForReply` of server/push/push.ts: `again` where a claim follows. */
export function lookAtPush(rows: Rows, lender: number): Look {
  const one = rows.lenders[lender];
  if (!one || one.result) return 'again';
  if (one.holder === null) return one.push?.reply ?? 'again';
  return one.leased ? 'wait' : 'again';
}

/** `receiveEvent` of server/push/record.ts. */
export function receiveEvent(rows: Rows, lender: number): Rows {
  const one = rows.lenders[lender];
  if (!one) return rows;
  if (one.push?.state === 'unanswered') return change(rows, lender, { job: enqueued(one.job) });
  return one.result && verdictCanChange(verdictOf(one.result)) ? { ...rows, refresh: 'waiting' } : rows;
}

/** `requestFor` of server/push/push.ts: undefined where the lender is not asked. */
export function refreshRequest(
  rows: Rows,
  lender: number,
): { reference: number; submission: number } | undefined {
  const one = rows.lenders[lender];
  if (!(verdictCanChange(rows.status) || rows.status === 'approved')) return undefined;
  if (!one?.result || one.holder !== null || one.push?.state !== 'answered' || one.reference === null)
    return undefined;
  if (!verdictCanChange(verdictOf(one.result))) return undefined;
  return { reference: one.reference, submission: one.push.submission };
}

/** `recordVerdict` of server/push/push.ts; the verdict that is new. */
export function recordVerdict(
  rows: Rows,
  { lender, submission }: { lender: number; submission: number },
  answer: Answer,
): Rows {
  if (refreshRequest(rows, lender)?.submission !== submission) return rows;
  return recorded(change(rows, lender, { result: answer }), false) ?? rows;
}

/** Returns the rows after a job has run (server/jobs/lease.ts); another server's job is left unchanged. */
export function settleJob(
  rows: Rows,
  { lender, server }: { lender: number; server: string },
  end: 'done' | 'retry' | 'failed',
): Rows {
  const job = rows.lenders[lender]?.job;
  if (typeof job?.state !== 'object' || job.state.runsOn !== server) return rows;
  const state = job.isAnew || end === 'retry' ? 'waiting' : end === 'done' ? 'none' : 'failed';
  return change(rows, lender, { job: { state, isAnew: false } });
}

export const startJob = (rows: Rows, lender: number, server: string): Rows =>
  change(rows, lender, { job: { state: { runsOn: server }, isAnew: false } });

/** The leases on the jobs of a server that has died end by themselves. */
export const endJobsOf = (rows: Rows, server: string): Rows =>
  rows.lenders.reduce((all, _, lender) => settleJob(all, { lender, server }, 'retry'), rows);
