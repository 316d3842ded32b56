/**
 * The lender of the sandbox: what it answers follows from the PAN's four digits (decision 28). It keeps its own
 * books, so that a restart, or a second server on the same database, finds what was booked.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import type { LenderResult } from '../../domain/wire.ts';
import type { Clock } from '../clock.ts';
import { type Config, siteOf } from '../config.ts';
import type { Database } from '../db/open.ts';
import { type Section, sandboxLenderLoans } from '../db/schema.ts';
import type { Found, Lender, Reply, Submission } from './lender.ts';

export type SandboxBehaviour = {
  /** What the lender decides; `portal` adds the address of its page. Absent where it never decides. */
  answer?: LenderResult & { portal?: true };
  /** How long it takes to say so. */
  afterMs?: number;
  /** Its gateway gives up: on the first call, or on every one. */
  timesOut?: 'once' | 'always';
  /** It refuses the call with this message and books nothing. */
  error?: string;
};

const approved = { status: 'APPROVED', status_message: 'The loan is approved.' };

/** By the PAN's four digits; docs/sandbox.md shows the same table. */
export const sandboxTable: Readonly<Record<string, SandboxBehaviour>> = {
  '0002': { answer: { status: 'REJECTED', status_message: 'The lender cannot offer an approval.' } },
  '0003': { answer: { status: 'PENDING', status_message: 'A bank statement is needed.' } },
  '0004': { answer: { status: 'IN_PROGRESS', status_message: 'The application is in review.' } },
  '1001': { answer: { status_code: 1001, status_message: 'The application was submitted.' } },
  '0400': { answer: { statusCode: 400, status_message: 'The application was submitted.' } },
  '0504': { answer: { ...approved, portal: true }, timesOut: 'once' },
  '5504': { timesOut: 'always' },
  '0500': { error: 'The lender has a fault of its own. Please try again later.' },
  '0010': { answer: { ...approved, portal: true }, afterMs: 10_000 },
  '0009': { answer: approved },
};
const otherwise: SandboxBehaviour = { answer: { ...approved, portal: true } };

export const sandboxPath = '/sandbox/lender';

type Needs = { config: Pick<Config, 'port' | 'publicUrl'>; db: Database; clock: Clock };

export function sandboxLender({ config, db, clock }: Needs): Lender {
  return {
    async push(sent: Submission, signal): Promise<Reply> {
      const { answer, afterMs = 0, timesOut, error } = behaviourOf(sent.request.panNo);
      if (error) return { kind: 'failed', message: error, sure: true };
      if (!answer || timesOut === 'always') return gatewayTimeOut;
      const calls = await book(
        db,
        sent,
        decided(answer, `${siteOf(config)}${sandboxPath}/${sent.reference}`),
        clock,
      );
      if (timesOut === 'once' && calls === 1) return gatewayTimeOut;
      if (!(await waited(afterMs, signal))) return { kind: 'silent' };
      return (await lookUp(db, sent.reference)) ?? { kind: 'silent' };
    },

    async find(reference): Promise<Found> {
      return (await lookUp(db, reference)) ?? { kind: 'none' };
    },
  };
}

const gatewayTimeOut: Reply = {
  kind: 'answered',
  result: { statusCode: 504, status_message: 'The gateway timed out.' },
};

/** The PAN's fifth to ninth characters are its digits. */
const behaviourOf = (pan: string): SandboxBehaviour => sandboxTable[pan.slice(5, 9)] ?? otherwise;

const decided = ({ portal, ...answer }: LenderResult & { portal?: true }, url: string): LenderResult =>
  portal ? { ...answer, url } : answer;

/**
 * Notes a call and keeps the submission with the highest number; one that came already keeps its answer.
 * @returns how many calls there were under the reference, this one included
 */
async function book(db: Database, sent: Submission, answer: LenderResult, clock: Clock): Promise<number> {
  const { reference, submission, request } = sent;
  const kept = { request: { ...request, submission } satisfies Section, answer: { ...answer } };
  const newer = sql`excluded.request -> 'submission' > ${sandboxLenderLoans.request} -> 'submission'`;
  const [row] = await db
    .insert(sandboxLenderLoans)
    .values({ reference, ...kept, calls: 1, createdAt: clock.now() })
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

async function lookUp(db: Database, reference: string) {
  const [row] = await db.select().from(sandboxLenderLoans).where(eq(sandboxLenderLoans.reference, reference));
  if (!row?.answer) return undefined;
  const submission = Number(row.request.submission);
  return { kind: 'answered', submission, result: row.answer as LenderResult } as const;
}

/** False when `signal` ended the waiting. */
const waited = (ms: number, signal: AbortSignal): Promise<boolean> =>
  pause(ms, true, { signal }).catch(() => false);

/** The lender's own page, where an approved applicant is sent; for the sandbox alone. */
export function sandboxPages(db: Database): Hono {
  const pages = new Hono();
  pages.get(`${sandboxPath}/:reference`, async (call) => {
    const found = await lookUp(db, call.req.param('reference'));
    return call.html(found ? page(found.result.status ?? '') : page(null), found ? 200 : 404, {
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
  });
  return pages;
}

const page = (status: string | null): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sandbox lender</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:3rem auto;padding:0 1rem}</style>
<main>
<h1>Sandbox lender</h1>
${
  status === null
    ? '<p>This lender has no application under this address.</p>'
    : `<p>The application is here: ${status.replace(/[^A-Z_]/g, '')}.</p>
<p>A real lender would now ask for identity papers, bank details and the automatic debit.</p>`
}
</main>
</html>
`;
