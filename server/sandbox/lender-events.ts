/**
 * Lets a person be the sandbox's lender: `POST /sandbox/lender-events` with `{loan_id, status}` changes its verdict, with
 * `{loan_id, act}` what it does about an approved loan, and sends the signed event that a real lender would send, for
 * callers on this machine.
 */
import { and, eq } from 'drizzle-orm';
import { Hono } from 'hono';
import * as z from 'zod/mini';
import { platform } from '../platform/platform.ts';
import { isLenderId } from '../adapters/lenders.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/open.ts';
import { lenderLoans } from '../db/schema/lenders.ts';
import { loans } from '../db/schema/loans.ts';
import { sandboxLenderLoans } from '../db/schema/sandbox.ts';
import type { HonoEnv } from '../platform/env.ts';
import { apiBase } from '../api/mount.ts';
import { actAsLender, lenderActs } from './lender-servicing.ts';
import { loopbackOnly } from '../http/loopback.ts';
import { type Send, sendEvent } from './send-event.ts';

export const lenderEventsPath = '/sandbox/lender-events';

const about = {
  loan_id: z.string().check(z.maxLength(100)),
  /** The lender whose answer decides the loan where absent. */
  lender_id: z.optional(z.int()),
  /** A new one where absent. */
  event_id: z.optional(z.string().check(z.regex(/^[\w-]{1,100}$/))),
};

const orderSchema = z.union([
  z.strictObject({ ...about, status: z.enum(['APPROVED', 'REJECTED', 'PENDING', 'IN_PROGRESS']) }),
  z.strictObject({ ...about, act: z.enum(lenderActs) }),
]);

export type LenderEventNeeds = { db: Database; clock: Clock; config: Pick<Config, 'webhookSecrets'> };

type Booked = { reference: string; lenderId: number };

/** @param send calls this server, as a lender would */
export function lenderEventPages(needs: LenderEventNeeds, send: Send = platform.fetch): Hono<HonoEnv> {
  const { db, clock } = needs;
  const pages = new Hono<HonoEnv>();
  pages.post(lenderEventsPath, loopbackOnly, async (call) => {
    // A page of another site may send a text unasked, and no JSON.
    if (!call.req.header('content-type')?.startsWith('application/json')) return call.json([], 415);
    const read = orderSchema.safeParse(await call.req.json().catch(() => null));
    if (!read.success) return call.json(read.error.issues, 400);
    const { loan_id: loanId, lender_id: lenderId, event_id: eventId } = read.data;
    const booked = await findBooked(db, loanId, lenderId);
    if (!booked) return call.json({ message: 'The sandbox lender has no such loan' }, 404);
    if ('act' in read.data) {
      const message = await actAsLender(db, booked.reference, read.data.act, clock.now());
      if (message !== null) return call.json({ message }, 409);
    } else await decide(db, booked, read.data.status);
    const origin = new URL(call.req.url).origin;
    const answer = await sendLenderEvent(needs, send, booked, { origin, eventId });
    return answer ? call.json(answer) : call.json({ message: 'The lender sends no events' }, 404);
  });
  return pages;
}

/** @returns undefined where the lender has no secret to sign by */
export async function sendLenderEvent(
  { clock, config }: LenderEventNeeds,
  send: Send,
  { reference, lenderId }: Booked,
  { origin, eventId }: { origin: string; eventId?: string | undefined },
) {
  const secret = isLenderId(lenderId) && config.webhookSecrets[lenderId]?.[0];
  if (!secret) return undefined;
  const url = `${origin}${apiBase}/lenders/${lenderId}/webhooks`;
  return sendEvent(send, url, { reference, secret, now: clock.now(), eventId });
}

/** The loan at a lender of the sandbox that has an answer. */
async function findBooked(
  db: Database,
  loanId: string,
  lenderId: number | undefined,
): Promise<Booked | undefined> {
  const [booked] = await db
    .select({ reference: lenderLoans.reference, lenderId: lenderLoans.lenderId })
    .from(lenderLoans)
    .innerJoin(sandboxLenderLoans, eq(sandboxLenderLoans.reference, lenderLoans.reference))
    .innerJoin(loans, eq(loans.id, lenderLoans.loanId))
    .where(and(eq(lenderLoans.loanId, loanId), eq(lenderLoans.lenderId, lenderId ?? loans.lenderId)));
  return booked;
}

/** Changes what the lender answers about the loan from now on. */
async function decide(db: Database, { reference, lenderId }: Booked, status: string): Promise<void> {
  const answer = { status, status_message: `Sandbox lender ${lenderId}: decided by hand.` };
  await db.update(sandboxLenderLoans).set({ answer }).where(eq(sandboxLenderLoans.reference, reference));
}
