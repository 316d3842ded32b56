/**
 * Lets a person be the sandbox's lender: `POST /sandbox/lender-events` with `{loan_id, status}` changes its verdict and
 * sends the signed event that a real lender would send, for callers on this machine.
 */
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { Hono } from 'hono';
import * as z from 'zod/mini';
import { isLenderId } from '../adapters/lenders.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/open.ts';
import { lenderLoans, loans, sandboxLenderLoans } from '../db/schema.ts';
import type { ServerEnv } from '../env.ts';
import { signatureHeaders } from '../http/webhook-signature.ts';
import { apiBase } from '../mount.ts';
import { loopbackOnly } from './loopback.ts';

export const lenderEventsPath = '/sandbox/lender-events';

const orderSchema = z.strictObject({
  loan_id: z.string().check(z.maxLength(100)),
  status: z.enum(['APPROVED', 'REJECTED', 'PENDING', 'IN_PROGRESS']),
  /** A new one where absent. */
  event_id: z.optional(z.string().check(z.regex(/^[\w-]{1,100}$/))),
});

type Needs = { db: Database; clock: Clock; config: Pick<Config, 'webhookSecrets'> };

/** @param send calls this server, as a lender would */
export function lenderEventPages(
  { db, clock, config }: Needs,
  send: (url: string, init: RequestInit) => Promise<Response> = fetch,
): Hono<ServerEnv> {
  const pages = new Hono<ServerEnv>();
  pages.post(lenderEventsPath, loopbackOnly, async (call) => {
    // A page of another site may send a text unasked, and no JSON.
    if (!call.req.header('content-type')?.startsWith('application/json')) return call.json([], 415);
    const read = orderSchema.safeParse(await call.req.json().catch(() => null));
    if (!read.success) return call.json(read.error.issues, 400);
    const { loan_id: loanId, status, event_id: eventId = randomUUID() } = read.data;
    const booked = await decide(db, loanId, status);
    const secret = booked && isLenderId(booked.lenderId) && config.webhookSecrets[booked.lenderId]?.[0];
    if (!booked || !secret) return call.json({ message: 'The sandbox lender has no such loan' }, 404);
    const body = JSON.stringify({ reference: booked.reference });
    const timestamp = String(Math.floor(clock.now().getTime() / 1000));
    const url = `${new URL(call.req.url).origin}${apiBase}/lenders/${booked.lenderId}/webhooks`;
    const headers = {
      'content-type': 'application/json',
      ...signatureHeaders(secret, { eventId, timestamp, body: Buffer.from(body) }),
    };
    const answer = await send(url, { method: 'POST', headers, body });
    return call.json({ sent: { url, headers, body }, answered: answer.status });
  });
  return pages;
}

/** Changes what the lender answers about the loan from now on. */
async function decide(db: Database, loanId: string, status: string) {
  const [booked] = await db
    .select({ reference: lenderLoans.reference, lenderId: lenderLoans.lenderId })
    .from(lenderLoans)
    .innerJoin(loans, and(eq(loans.id, lenderLoans.loanId), eq(loans.lenderId, lenderLoans.lenderId)))
    .where(eq(lenderLoans.loanId, loanId));
  if (!booked) return undefined;
  const answer = { status, status_message: `Sandbox lender ${booked.lenderId}: decided by hand.` };
  const changed = await db
    .update(sandboxLenderLoans)
    .set({ answer })
    .where(eq(sandboxLenderLoans.reference, booked.reference))
    .returning({ reference: sandboxLenderLoans.reference });
  return changed.length > 0 ? booked : undefined;
}
