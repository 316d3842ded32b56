/**
 * The lenders of the sandbox. What each answers follows from the PAN's four digits (decision 28); at what terms it
 * lends, from lender-terms.ts; what follows on an approval is in lender-servicing.ts. They keep their own rows, so that
 * a restart, or a second server on the same database, finds what was booked.
 */
import { and, eq, sql } from 'drizzle-orm';
import { sleep } from '../platform/timers.ts';
import { takesPassword } from '../../domain/loan/documents.ts';
import type { LenderResult } from '../../domain/values/wire.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/open.ts';
import type { Section } from '../db/schema/columns.ts';
import { sandboxLenderLoans } from '../db/schema/sandbox.ts';
import type { Lender, LookupReply, Reply, ServicingReply, Submission } from '../adapters/lender.ts';
import type { LenderId } from '../adapters/lenders.ts';
import { siteOf } from '../http/site.ts';
import { exchangeWithSandbox, listDayOfSandbox } from './lender-servicing.ts';

type SandboxAnswer = LenderResult & { status_message: string; portal?: true };

type SandboxBehaviour = {
  /** The lender's decision; `portal` adds the address of its page. Absent if it never decides. */
  answer?: SandboxAnswer;
  /** The lenders that reject it, where the others give `answer`. */
  rejectedBy?: readonly LenderId[];
  /** The decision once the loan has a bank statement and the lender is asked again; `answer` until then. */
  answerWithStatement?: SandboxAnswer;
  /** The time that the lender takes to answer. */
  delayMs?: number;
  /** Its gateway times out: on the first call, or on every one. */
  timesOut?: 'once' | 'always';
  /** It fails with this message and books nothing. */
  error?: string;
  /** It refuses the submission with this message, and would again. */
  refusal?: string;
};

const approved = { status: 'APPROVED', status_message: 'The loan is approved.' };
const rejected = { status: 'REJECTED', status_message: 'The lender cannot offer an approval.' };

/** The behaviours by the PAN's four digits; docs/sandbox.md shows the same table. */
const behaviours: Readonly<Record<string, SandboxBehaviour>> = {
  '0002': { answer: rejected },
  '0011': { answer: { ...approved, portal: true }, rejectedBy: [11] },
  '0003': {
    answer: { status: 'PENDING', status_message: 'A bank statement is needed.' },
    answerWithStatement: { ...approved, portal: true },
  },
  '0004': { answer: { status: 'IN_PROGRESS', status_message: 'The application is in review.' } },
  '1001': { answer: { status_code: 1001, status_message: 'The application was submitted.' } },
  '0400': { answer: { statusCode: 400, status_message: 'The application was submitted.' } },
  '0504': { answer: { ...approved, portal: true }, timesOut: 'once' },
  '5504': { timesOut: 'always' },
  '0500': { error: 'The lender has a fault of its own. Please try again later.' },
  '0422': { refusal: 'The lender does not take this application.' },
  '0010': { answer: { ...approved, portal: true }, delayMs: 10_000 },
  '0009': { answer: approved },
};
const defaultBehaviour: SandboxBehaviour = { answer: { ...approved, portal: true } };

export const portalPath = '/sandbox/lender';

type Needs = { config: Pick<Config, 'port' | 'publicUrl'>; db: Database; clock: Clock };

export function sandboxLender(lenderId: LenderId, { config, db, clock }: Needs): Lender {
  const findAnswer = async (reference: string) => {
    const loan = await findLoan(db, reference, lenderId);
    return loan && ({ kind: 'answered', submission: loan.submission, result: loan.answer } as const);
  };
  const resultOf = ({ portal, ...answer }: SandboxAnswer, reference: string): LenderResult => ({
    ...answer,
    status_message: `Sandbox lender ${lenderId}: ${answer.status_message}`,
    ...(portal && { url: `${siteOf(config)}${portalPath}/${reference}` }),
  });
  return {
    timeoutMs: 25_000,

    async push(sent: Submission, signal): Promise<Reply> {
      const { answer, delayMs = 0, timesOut, error, refusal } = behaviourFor(sent.request.panNo, lenderId);
      if (error) return { kind: 'failed', message: error, nothingBooked: true };
      if (refusal) return { kind: 'failed', message: refusal, nothingBooked: true, isFinal: true };
      if (!answer || timesOut === 'always') return gatewayTimeout;
      const calls = await bookSubmission(db, lenderId, sent, resultOf(answer, sent.reference), clock);
      if (timesOut === 'once' && calls === 1) return gatewayTimeout;
      if (!(await delayUnlessAborted(delayMs, signal))) return { kind: 'noResponse' };
      return (await findAnswer(sent.reference)) ?? { kind: 'noResponse' };
    },

    async find(reference): Promise<LookupReply> {
      return (await findAnswer(reference)) ?? { kind: 'none' };
    },

    async refresh({ reference, documents }): Promise<LookupReply> {
      const booked = await findLoan(db, reference, lenderId);
      const { answerWithStatement } = behaviourFor(booked?.pan ?? '', lenderId);
      if (answerWithStatement && documents.some(takesPassword)) {
        const answer: Section = { ...resultOf(answerWithStatement, reference) };
        await db
          .update(sandboxLenderLoans)
          .set({ answer })
          .where(eq(sandboxLenderLoans.reference, reference));
      }
      return (await findAnswer(reference)) ?? { kind: 'none' };
    },

    async exchangeServicing(reference, steps): Promise<ServicingReply> {
      const has = await exchangeWithSandbox(db, lenderId, { reference, steps, now: clock.now() });
      return has ? { kind: 'servicing', ...has } : { kind: 'none' };
    },

    listDay: (day) => listDayOfSandbox(db, lenderId, { day, now: clock.now() }),
  };
}

const gatewayTimeout: Reply = {
  kind: 'answered',
  result: { statusCode: 504, status_message: 'The gateway timed out.' },
};

/** The PAN's sixth to ninth characters are its digits. */
function behaviourFor(pan: string, lenderId: LenderId): SandboxBehaviour {
  const behaviour = behaviours[pan.slice(5, 9)] ?? defaultBehaviour;
  return behaviour.rejectedBy?.includes(lenderId) ? { answer: rejected } : behaviour;
}

/**
 * Counts the call and stores the submission with the highest number; one that came before keeps its answer.
 * @returns how many calls there were under the reference, this one included
 */
async function bookSubmission(
  db: Database,
  lenderId: LenderId,
  { reference, submission, request }: Submission,
  answer: LenderResult,
  clock: Clock,
): Promise<number> {
  const stored = { request: { ...request, submission } satisfies Section, answer: { ...answer } };
  const newer = sql`excluded.request -> 'submission' > ${sandboxLenderLoans.request} -> 'submission'`;
  const [row] = await db
    .insert(sandboxLenderLoans)
    .values({ reference, lenderId, ...stored, calls: 1, createdAt: clock.now() })
    .onConflictDoUpdate({
      target: sandboxLenderLoans.reference,
      set: {
        calls: sql`${sandboxLenderLoans.calls} + 1`,
        request: sql`case when ${newer} then excluded.request else ${sandboxLenderLoans.request} end`,
        answer: sql`case when ${newer} then excluded.answer else ${sandboxLenderLoans.answer} end`,
      },
    })
    .returning({ calls: sandboxLenderLoans.calls });
  return row?.calls ?? 1;
}

/** The loan under a reference, of one lender or of any; undefined if none was found or answered. */
export async function findLoan(db: Database, reference: string, lenderId?: LenderId) {
  const ofLender = lenderId === undefined ? undefined : eq(sandboxLenderLoans.lenderId, lenderId);
  const [row] = await db
    .select()
    .from(sandboxLenderLoans)
    .where(and(eq(sandboxLenderLoans.reference, reference), ofLender));
  if (!row?.answer) return undefined;
  return {
    lenderId: row.lenderId,
    submission: Number(row.request.submission),
    pan: String(row.request.panNo),
    answer: row.answer as LenderResult,
  };
}

/** False when `signal` ended the delay. */
const delayUnlessAborted = (ms: number, signal: AbortSignal): Promise<boolean> =>
  sleep(ms, { signal }).then(
    () => true,
    () => false,
  );
