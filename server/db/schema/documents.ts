/** The tables of documents that applicants add. */
import { isNotNull } from 'drizzle-orm';
import { bigint, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { AddressProof, DocumentContent } from '../../../domain/values/wire.ts';
import { equalsText, instant } from './columns.ts';
import { loanId } from './loans.ts';

/**
 * The contents of documents, one row for each object below `documents/` (server/loans/document-keys.ts): the row is
 * written before the object and deleted after it. No reference to the loan: the row outlives it until the object is
 * deleted.
 */
export const contents = pgTable(
  'contents',
  {
    key: text('key').primaryKey(),
    loanId: text('loan_id').notNull(),
    type: text('type').notNull(),
    /** The hash in hex. */
    sha256: text('sha256').notNull(),
    /** The size in bytes. */
    size: bigint('size', { mode: 'number' }).notNull(),
    contentType: text('content_type').notNull(),
    /** The password of a locked PDF, encrypted with `key` as the place (server/encryption/keyring.ts). */
    password: text('password'),
    scan: text('scan').$type<DocumentContent['scan']>().notNull(),
    /** `deleting`: the object is about to be deleted; `deleted`: it is, and the row is kept for a document's. */
    object: text('object').$type<'stored' | 'deleting' | 'deleted'>().notNull().default('stored'),
    /** The time until which one process alone may delete the object. */
    deletingUntil: instant('deleting_until'),
    uploadedAt: instant('uploaded_at').notNull(),
    /** The time since which no document and no submission refers to it; null if one does. */
    unreferencedSince: instant('unreferenced_since'),
  },
  (table) => [
    index('contents_loan').on(table.loanId),
    index('contents_unreferenced').on(table.unreferencedSince).where(isNotNull(table.unreferencedSince)),
    index('contents_deleting').on(table.deletingUntil).where(equalsText(table.object, 'deleting')),
  ],
);

/** The current content of each document of a loan. */
export const documents = pgTable(
  'documents',
  {
    loanId: loanId(),
    type: text('type').notNull(),
    key: text('key')
      .notNull()
      .unique()
      .references(() => contents.key),
    /** The kind of proof, for a type that allows several. */
    proof: text('proof').$type<AddressProof>(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.loanId, table.type] })],
);
