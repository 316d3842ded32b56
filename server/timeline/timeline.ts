/** The timeline of a loan: append-only, written in the transaction of the act itself. */
import { asc, eq } from 'drizzle-orm';
import type { components } from '../../openapi/generated.ts';
import type { TimelineEntry } from '../../domain/values/wire.ts';
import { onWire } from '../../domain/values/wire-names.ts';
import type { Database } from '../db/open.ts';
import type { JsonValue, Section } from '../db/schema/columns.ts';
import { timeline } from '../db/schema/review.ts';
import { decryptField, encryptField } from '../encryption/personal-data.ts';
import type { LenderLoanKey } from '../db/lender-loan-key.ts';
import { partnerEventOf } from '../webhooks/partner-events.ts';
import { storeDeliveries } from '../webhooks/store-deliveries.ts';

/** The desk has a sentence for each. */
export type TimelineAct = components['schemas']['TimelineAct'];

export type TimelineRow = typeof timeline.$inferSelect;

/** The actor of an act; staff by id, with the name that they had then. */
export type TimelineActor = 'applicant' | 'lender' | 'system' | { id: string; name: string };

export type NewTimelineEntry = {
  loanId: string;
  at: Date;
  by: TimelineActor;
  act: TimelineAct;
  /** The dotted name of the field that the act is about. */
  field?: string;
  before?: JsonValue;
  after?: JsonValue;
  details?: Section;
};

/** Appends to the timeline, in this order, and stores the events that partners hear of. */
export async function appendToTimeline(
  tx: Database,
  entries: NewTimelineEntry | readonly NewTimelineEntry[],
): Promise<void> {
  const rows = [entries].flat().map(({ by, ...entry }) => ({
    ...entry,
    ...changeOf(entry, (field, value) => encryptField(tx, entry.loanId, field, value)),
    ...actorOf(by),
  }));
  if (rows.length === 0) return;
  const stored = await tx.insert(timeline).values(rows).returning({ id: timeline.id });
  await storeDeliveries(
    tx,
    rows.flatMap((row, n) => {
      const type = partnerEventOf(row);
      return type ? [{ loanId: row.loanId, entryId: stored[n]?.id ?? null, act: row.act, type }] : [];
    }),
  );
}

/** Appends an act about a lender loan, with what else is known of it. */
export const appendLenderAct = (
  tx: Database,
  { loanId, lenderId }: LenderLoanKey | { loanId: string; lenderId: number | null },
  act: TimelineAct,
  at: Date,
  { by = 'system', ...details }: Section & { by?: TimelineActor } = {},
): Promise<void> =>
  appendToTimeline(tx, { loanId, at, by, act, details: { lender_id: lenderId, ...details } });

const actorOf = (by: TimelineActor) =>
  typeof by === 'string' ? { actor: by } : { actor: 'reviewer' as const, actorId: by.id, actorName: by.name };

/** The values of a changed field, as they are stored or read. */
const changeOf = (
  { field, before, after }: Pick<typeof timeline.$inferInsert, 'field' | 'before' | 'after'>,
  change: (field: string, value: JsonValue) => JsonValue,
) => ({
  ...(field != null && before !== undefined && { before: change(field, before) }),
  ...(field != null && after !== undefined && { after: change(field, after) }),
});

/** The whole timeline in the contract's shape, the oldest entry first. */
export async function readTimeline(db: Database, loanId: string): Promise<TimelineEntry[]> {
  const rows = await db.select().from(timeline).where(eq(timeline.loanId, loanId)).orderBy(asc(timeline.id));
  return rows.map(({ id, at, actor, actorName, act, ...change }) => {
    const { field, before, after, details } = change;
    return {
      ...onWire({ id, at, actor, actorName, act }),
      ...{ field, before, after, details },
      ...changeOf(change, (name, value) => decryptField(db, loanId, name, value)),
    };
  });
}
