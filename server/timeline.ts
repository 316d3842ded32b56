/** The timeline of a loan: every act, noted in the transaction of the act itself. Nothing changes it afterwards. */
import { asc, eq } from 'drizzle-orm';
import type { components } from '../openapi/generated.ts';
import type { Database } from './db/open.ts';
import { type JsonValue, type Section, timeline } from './db/schema.ts';

/** What can happen to a loan. */
export type Act =
  | 'loan.created'
  | 'loan.reentered'
  | 'application.submitted'
  | 'application.sent_back'
  | 'field.changed'
  | 'document.uploaded'
  | 'document.replaced'
  | 'document.removed'
  | 'query.raised'
  | 'query.answered'
  | 'query.accepted'
  | 'query.asked_again'
  | 'query.withdrawn'
  | 'lender.asked'
  | 'lender.answered'
  | 'lender.failed'
  | 'lender.silent'
  | 'message.queued'
  | 'message.sent'
  | 'message.failed';

/** Who did it; staff by their id, and by the name that they have now. */
export type Actor = 'applicant' | 'lender' | 'system' | { id: string; name: string };

export type Entry = {
  loanId: string;
  at: Date;
  by: Actor;
  act: Act;
  /** The dotted name that it happened to. */
  field?: string;
  before?: JsonValue;
  after?: JsonValue;
  details?: Section;
};

/** Appends to the timeline, in this order. */
export async function note(tx: Database, entries: Entry | readonly Entry[]): Promise<void> {
  const rows = [entries].flat().map(({ by, ...entry }) => ({ ...entry, ...actorOf(by) }));
  if (rows.length > 0) await tx.insert(timeline).values(rows);
}

const actorOf = (by: Actor) =>
  typeof by === 'string' ? { actor: by } : { actor: 'reviewer' as const, actorId: by.id, actorName: by.name };

type OnWire = components['schemas']['TimelineEntry'];

/** The whole timeline as it travels, the oldest first. */
export async function timelineOf(db: Database, loanId: string): Promise<OnWire[]> {
  const rows = await db.select().from(timeline).where(eq(timeline.loanId, loanId)).orderBy(asc(timeline.id));
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    actor: row.actor,
    actor_name: row.actorName,
    act: row.act,
    field: row.field,
    before: row.before,
    after: row.after,
    details: row.details,
  }));
}
