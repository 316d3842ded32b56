/** Endpoints of partners for events, and what they are to hear of. */
import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { partnerEventOf, type PartnerEventType } from '../../server/webhooks/partner-events.ts';
import { demoPartnerId } from '../../server/partners/api-keys.ts';
import { timeline } from '../../server/db/schema/review.ts';
import { webhookDeliveries, webhookEndpoints } from '../../server/db/schema/webhooks.ts';
import type { App } from './app.ts';

type Row = typeof webhookEndpoints.$inferInsert;

/** Stores an endpoint: by default the demo partner's, for all events of applications that are no tests. */
export async function storedEndpoint({ db, clock }: App, changes: Partial<Row> = {}): Promise<Row> {
  const row = {
    ...{ id: `we_${randomUUID()}`, partnerId: demoPartnerId, test: false, label: 'ERP', secret: 'none' },
    ...{ url: 'https://school.example/events', createdAt: clock.now(), ...changes },
  };
  await db.insert(webhookEndpoints).values(row);
  return row;
}

export const deliveriesTo = ({ db }: App, { id }: { id: string }) =>
  db
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.endpointId, id))
    .orderBy(asc(webhookDeliveries.id));

/** The events of an application by its timeline: what each endpoint of its partner hears of. */
export async function eventsOf(
  { db }: App,
  loanId: string,
): Promise<{ id: string; type: PartnerEventType }[]> {
  const rows = await db.select().from(timeline).where(eq(timeline.loanId, loanId)).orderBy(asc(timeline.id));
  return rows.flatMap((row) => {
    const type = partnerEventOf(row);
    return type ? [{ id: `evt_${row.id}`, type }] : [];
  });
}
