/**
 * Stores the deliveries of events in the transaction of the acts that they are, so that an act and its events are
 * committed together or not at all. Rows are only inserted: no act waits for another one of the same partner.
 */
import { sql } from 'drizzle-orm';
import type { TimelineAct } from '../../domain/values/wire.ts';
import { afterCommit, type Database } from '../db/open.ts';
import { preparedOn } from '../db/prepared.ts';
import { loans } from '../db/schema/loans.ts';
import { timeline } from '../db/schema/review.ts';
import { webhookDeliveries, webhookEndpoints } from '../db/schema/webhooks.ts';
import { createNotifier } from '../platform/signal.ts';
import type { PartnerEventType } from './partner-events.ts';

export type PartnerEvent = {
  loanId: string;
  /** The id of its entry of the timeline; null for the one entry of the loan that has the act. */
  entryId: number | null;
  act: TimelineAct;
  type: PartnerEventType;
};

/** Wakes the dispatch of this process. */
export const { subscribe: onDeliveriesStored, notify: notifyDeliveries } = createNotifier();

// A body says what has happened to which application, and nothing of a person. The endpoint's row is held, because the
// act would fail where it is deleted between the reading and the check of the reference.
const storeStatement = preparedOn((db) => {
  const stored = db.$with('stored', { id: sql<number>`id`.as('id') }).as(sql`
    insert into ${webhookDeliveries} (endpoint_id, event_id, loan_id, type, body, next_at, created_at)
    select endpoint.id, 'evt_' || entry.id, loan.id, event.type,
      json_build_object(
        'type', event.type,
        'timestamp', to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'data', json_build_object('application_id', loan.id, 'sequence', entry.id, 'test', loan.test)
      )::text, entry.at, entry.at
    from json_to_recordset(${sql.placeholder('events')}::json) as event
      ("loanId" text, "entryId" bigint, act text, type text)
    join ${loans} as loan on loan.id = event."loanId"
    join ${webhookEndpoints} as endpoint on endpoint.partner_id = loan.partner_id and endpoint.test = loan.test
      and endpoint.disabled is null and (endpoint.types = '{}' or event.type = any(endpoint.types))
    join ${timeline} as entry on entry.loan_id = loan.id and entry.act = event.act
      and entry.id = coalesce(event."entryId", entry.id)
    order by entry.id, endpoint.id
    for key share of endpoint
    on conflict do nothing returning id`);
  return db.with(stored).select({ id: stored.id }).from(stored).prepare('store_deliveries');
});

/** @returns whether an endpoint hears of one; then `notifyDeliveries` is called once they are committed */
export async function insertDeliveries(tx: Database, events: readonly PartnerEvent[]): Promise<boolean> {
  return (await storeStatement(tx).execute({ events: JSON.stringify(events) })).length > 0;
}

/** They are sent only once the transaction is committed. */
export async function storeDeliveries(tx: Database, events: readonly PartnerEvent[]): Promise<void> {
  if (events.length > 0 && (await insertDeliveries(tx, events))) afterCommit(tx, notifyDeliveries);
}
