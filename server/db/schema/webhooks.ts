/** The tables of events to partners' servers (server/webhooks/). */
import {
  type AnyPgColumn,
  bigserial,
  boolean,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { PartnerEventType } from '../../webhooks/partner-events.ts';
import { equalsText, instant, textReference } from './columns.ts';
import { loans } from './loans.ts';
import { partners } from './partners.ts';

/** The addresses at which partners' servers take events. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    /** Public. */
    id: text('id').primaryKey(),
    partnerId: textReference('partner_id', () => partners.id),
    /** Says whether it hears of test applications, in place of the others. */
    test: boolean('test').notNull(),
    url: text('url').notNull(),
    /** The types of events that it hears of; all where empty. */
    types: text('types').array().$type<PartnerEventType[]>().notNull().default([]),
    label: text('label').notNull(),
    /** Encrypted, as is the former one, which signs beside it until `formerUntil`. */
    secret: text('secret').notNull(),
    formerSecret: text('former_secret'),
    formerUntil: instant('former_until'),
    /** The time before which nothing is sent, because the latest deliveries failed. */
    pausedUntil: instant('paused_until'),
    /** The reason for which it is disabled: it answered 410, or was switched off by hand. */
    disabled: text('disabled').$type<'gone' | 'by_hand'>(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('webhook_endpoints_partner').on(table.partnerId, table.test)],
);

/** An event on its way to an endpoint; one row for each. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    endpointId: textReference('endpoint_id', () => webhookEndpoints.id, 'cascade'),
    /** Made of the id of the timeline's entry, so it is the same at every endpoint. */
    eventId: text('event_id').notNull(),
    /** Null for an event that is about no loan. */
    loanId: text('loan_id').references((): AnyPgColumn => loans.id, { onDelete: 'cascade' }),
    type: text('type').notNull(),
    /** The bytes that are sent, each time the same. */
    body: text('body').notNull(),
    state: text('state').$type<'pending' | 'delivered' | 'failed'>().notNull().default('pending'),
    attempts: integer('attempts').notNull().default(0),
    nextAt: instant('next_at').notNull(),
    /** The status of the answer to the latest attempt; `lastError` says why there was none. */
    lastStatus: integer('last_status'),
    lastError: text('last_error'),
    settledAt: instant('settled_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('webhook_deliveries_event').on(table.endpointId, table.eventId),
    index('webhook_deliveries_due')
      .on(table.endpointId, table.nextAt)
      .where(equalsText(table.state, 'pending')),
    index('webhook_deliveries_endpoint').on(table.endpointId, table.id),
    index('webhook_deliveries_loan').on(table.loanId),
    index('webhook_deliveries_created').on(table.createdAt),
  ],
);
