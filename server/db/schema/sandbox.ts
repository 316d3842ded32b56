/** The tables of the sandbox's lenders and providers. */
import { integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { ProviderName } from '../../adapters/provider.ts';
import { instant, type Section } from './columns.ts';

/** The sandbox lenders' own rows, apart from the loans' (decision 28). */
export const sandboxLenderLoans = pgTable('sandbox_lender_loans', {
  reference: text('reference').primaryKey(),
  lenderId: integer('lender_id').notNull(),
  request: jsonb('request').$type<Section>().notNull(),
  answer: jsonb('answer').$type<Section>(),
  /** The customer's steps about an approved loan (server/sandbox/lender-servicing.ts). */
  servicing: jsonb('servicing').$type<Section>(),
  calls: integer('calls').notNull().default(0),
  createdAt: instant('created_at').notNull(),
});

/** The messages that the sandbox's providers of SMS and mail were handed, as they would have sent them (decision 28). */
export const sandboxMessages = pgTable('sandbox_messages', {
  id: uuid('id').primaryKey(),
  channel: text('channel').$type<'sms' | 'email'>().notNull(),
  recipient: text('recipient').notNull(),
  subject: text('subject'),
  text: text('text').notNull(),
  attachments: jsonb('attachments').$type<SandboxAttachment[]>().notNull().default([]),
  receivedAt: instant('received_at').notNull(),
});

/** The data that the sandbox's mail provider stores of an attachment; `sha256` in hex. */
export type SandboxAttachment = { fileName: string; contentType: string; bytes: number; sha256: string };

/** The books of the sandbox's providers of identity checks, mandates and payments, apart from the loans'. */
export const sandboxProviderRecords = pgTable(
  'sandbox_provider_records',
  {
    provider: text('provider').$type<ProviderName>().notNull(),
    reference: text('reference').notNull(),
    request: jsonb('request').$type<Section>().notNull(),
    /** The current state of the request at the provider. */
    record: jsonb('record').$type<Section>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.reference] })],
);
