/** The tables of partners. */
import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { PartnerScope } from '../../../domain/values/wire.ts';
import { instant, noTexts, textReference } from './columns.ts';

/** The organisations that bring applicants: school groups or portals. A partner has loans and API keys. */
export const partners = pgTable('partners', {
  /** Public. */
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  createdAt: instant('created_at').notNull(),
});

/**
 * A partner's key: `keyHash` is its SHA-256 in hex, by which it is found, `keyId` its public name. A publishable key is in
 * the page's address; a secret one is a server's, and opens no page (decision 129).
 */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: uuid('id').primaryKey(),
    keyId: text('key_id').notNull().unique(),
    partnerId: textReference('partner_id', () => partners.id),
    keyHash: text('key_hash').notNull().unique(),
    label: text('name').notNull(),
    /** Origins that may frame the page (`https://school.example`). */
    origins: text('origins').array().notNull().default(noTexts),
    secret: boolean('secret').notNull().default(false),
    /** Says whether a secret key sees and makes test applications, in place of the others. */
    test: boolean('test').notNull().default(false),
    /** The scopes of a secret key: what it may call. */
    scopes: text('scopes').array().$type<PartnerScope[]>().notNull().default(noTexts),
    createdAt: instant('created_at').notNull(),
    revokedAt: instant('revoked_at'),
  },
  (table) => [index('api_keys_partner').on(table.partnerId)],
);
