/** The tables of customers and of their sessions. */
import { type AnyPgColumn, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Loan } from '../../../domain/values/wire.ts';
import { instant, uuidReference } from './columns.ts';
import { partners } from './partners.ts';

/** A person with a proved mobile number. `name` and `email` are null until the sign-up is complete. */
export const customers = pgTable('customers', {
  id: uuid('id').primaryKey(),
  mobile: text('mobile').notNull().unique(),
  name: text('name'),
  email: text('email'),
  language: text('language').$type<Loan['language']>().notNull().default('en'),
  /** The partner whose applications they see; null for most. */
  partnerId: text('partner_id').references((): AnyPgColumn => partners.id),
  createdAt: instant('created_at').notNull(),
});

/** The persons whom customers have named to exercise their rights after their death (decision 99). */
export const nominees = pgTable('nominees', {
  customerId: uuid('customer_id')
    .primaryKey()
    .references(() => customers.id, { onDelete: 'cascade' }),
  /** Name, relation and mobile number as JSON. */
  encrypted: text('encrypted').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

/** A customer who is signed in on one device; its tokens are in `customer_tokens`. */
export const customerSessions = pgTable(
  'customer_sessions',
  {
    id: uuid('id').primaryKey(),
    customerId: uuidReference('customer_id', () => customers.id, 'cascade'),
    /** Browser and system, as the device named them. */
    device: text('device').notNull(),
    /** The secret that, together with a refresh token, makes the next one; alone it opens nothing. */
    secret: text('secret').notNull(),
    signedInAt: instant('signed_in_at').notNull(),
    lastUsedAt: instant('last_used_at').notNull(),
  },
  (table) => [
    index('customer_sessions_customer').on(table.customerId),
    index('customer_sessions_used').on(table.lastUsedAt),
  ],
);

/** `tokenHash` is the SHA-256 in hex of what the page or the cookie holds. */
export const customerTokens = pgTable(
  'customer_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    sessionId: uuidReference('session_id', () => customerSessions.id, 'cascade'),
    kind: text('kind').$type<'access' | 'refresh'>().notNull(),
    createdAt: instant('created_at').notNull(),
    /** The time at which the next refresh token replaced it; the row is kept to recognize a stolen token. */
    replacedAt: instant('replaced_at'),
  },
  (table) => [index('customer_tokens_session').on(table.sessionId)],
);
