/** The tables of messages to people, and of the one-time passwords in them. */
import { type AnyPgColumn, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { loans } from './loans.ts';

/** The record of the messages to people; a job for each delivers it (server/outbox/). */
export const messages = pgTable(
  'messages',
  {
    /** The id of the message, also its idempotency key at the provider. */
    id: uuid('id').primaryKey(),
    /** Null for a message that is about no loan. */
    loanId: text('loan_id').references((): AnyPgColumn => loans.id, { onDelete: 'cascade' }),
    channel: text('channel').$type<'sms' | 'email'>().notNull(),
    /** A mobile number or a mail address. */
    recipient: text('recipient').notNull(),
    template: text('template').notNull(),
    subject: text('subject'),
    /** Null once it is sent, where it must not be read again. */
    text: text('text'),
    /** The `issued_documents` attached to a mail, which are read when it is sent. */
    documentIds: uuid('document_ids').array().notNull().default([]),
    state: text('state').$type<'queued' | 'sent' | 'failed'>().notNull(),
    createdAt: instant('created_at').notNull(),
    settledAt: instant('settled_at'),
  },
  (table) => [
    index('messages_loan').on(table.loanId),
    index('messages_created').on(table.createdAt),
    index('messages_recipient').on(table.recipient, table.template, table.createdAt),
  ],
);

/**
 * The one-time passwords, with the numbers of requests and guesses (server/otp/). They have no foreign key to the
 * subject: an unknown subject is treated the same.
 */
export const oneTimePasswords = pgTable(
  'one_time_passwords',
  {
    /** The oldest key of the partner whose loan it opens; nil where it is no loan. */
    apiKeyId: uuid('api_key_id').notNull(),
    /** A loan's id, or the action of a customer with a mobile number. */
    subject: text('subject').notNull(),
    /** Salt and scrypt of the password; null without a password to compare with. */
    otpHash: text('otp_hash'),
    sentAt: instant('sent_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** Wrong answers to this password. */
    tries: integer('tries').notNull().default(0),
    /** The day in India, 'YYYY-MM-DD', that the next three count for. */
    day: text('day').notNull(),
    triesToday: integer('tries_today').notNull().default(0),
    sentToday: integer('sent_today').notNull().default(0),
    /** Right passwords of a loan with a wrong date of birth. */
    birthDateTriesToday: integer('birth_date_tries_today').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.apiKeyId, table.subject] })],
);
