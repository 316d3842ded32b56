/** The tables of what people write to support, and of what they want to hear about. */
import { isNotNull, sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Loan, ComingProduct } from '../../../domain/values/wire.ts';
import type { components } from '../../../openapi/generated.ts';
import { instant, uuidReference } from './columns.ts';
import { customers } from './customers.ts';

export type ConversationState = components['schemas']['ConversationState'];
export type ConversationKind = components['schemas']['ConversationKind'];
export type GrievanceOutcome = components['schemas']['GrievanceOutcome'];

/**
 * The support queries and grievances, with their messages. They belong to the house partner: staff who may see that
 * partner's loans see them.
 */
export const conversations = pgTable(
  'conversations',
  {
    id: uuid('id').primaryKey(),
    /** Null without a sign-in. */
    customerId: uuid('customer_id').references(() => customers.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    mobile: text('mobile').notNull(),
    email: text('email').notNull(),
    language: text('language').$type<Loan['language']>().notNull(),
    kind: text('kind').$type<ConversationKind>().notNull().default('query'),
    state: text('state').$type<ConversationState>().notNull().default('open'),
    startedAt: instant('started_at').notNull(),
    /** The time of the latest message or of closing. */
    updatedAt: instant('updated_at').notNull(),
    // The following columns are null for a query.
    grievanceNumber: text('grievance_number').unique(),
    /** The loan and the lender that it is about, where it names them. */
    loanId: text('loan_id'),
    lenderId: integer('lender_id'),
    /** The day on which it was lodged and the last one for the answer, in India. */
    lodgedOn: text('lodged_on'),
    answerBy: text('answer_by'),
    /** Null until it is resolved or rejected. */
    outcome: text('outcome').$type<GrievanceOutcome>(),
    settledOn: text('settled_on'),
    /** The latest message about its last day: to the grievance officer before it, to its author after it. */
    latestNotice: text('latest_notice').$type<'due_soon' | 'overdue'>(),
  },
  (table) => [
    index('conversations_state').on(table.state, table.updatedAt, table.id),
    index('conversations_order').on(table.state, table.answerBy, table.updatedAt, table.id),
    index('conversations_unsettled')
      .on(table.answerBy)
      .where(sql`${table.answerBy} is not null and ${table.outcome} is null`),
    index('conversations_customer').on(table.customerId, table.startedAt).where(isNotNull(table.customerId)),
    index('conversations_mobile').on(table.mobile, table.startedAt),
    index('conversations_email').on(table.email, table.startedAt),
    index('conversations_updated').on(table.updatedAt),
    index('conversations_name_prefix').on(sql`lower(${table.name}) text_pattern_ops`),
  ],
);

export const conversationMessages = pgTable(
  'conversation_messages',
  {
    id: uuid('id').primaryKey(),
    conversationId: uuidReference('conversation_id', () => conversations.id, 'cascade'),
    at: instant('at').notNull(),
    author: text('author').$type<'customer' | 'staff'>().notNull(),
    /** The reviewer's id; null where the customer wrote it. */
    reviewerId: text('reviewer_id'),
    /** The reviewer's name then. */
    reviewerName: text('reviewer_name'),
    text: text('text').notNull(),
    /** The outcome with which this answer settled the grievance. */
    outcome: text('outcome').$type<GrievanceOutcome>(),
  },
  (table) => [index('conversation_messages_conversation').on(table.conversationId, table.at)],
);

/** The answers that staff reuse; they hold no personal data. */
export const standardAnswers = pgTable('standard_answers', {
  id: uuid('id').primaryKey(),
  title: text('title').notNull(),
  text: text('text').notNull(),
  language: text('language').$type<Loan['language']>().notNull(),
  /** The reviewer who changed it last. */
  reviewerId: text('reviewer_id').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

/** The people who asked to be told when a product is available. */
export const productInterests = pgTable(
  'product_interests',
  {
    id: uuid('id').primaryKey(),
    product: text('product').$type<ComingProduct>().notNull(),
    channel: text('channel').$type<'sms' | 'email'>().notNull(),
    /** Ten digits of a mobile number, or a mail address in small letters. */
    address: text('address').notNull(),
    /** The version of the words that were agreed to (domain/forms/contact.ts), in this language. */
    consentVersion: text('consent_version').notNull(),
    language: text('language').$type<Loan['language']>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('product_interests_address').on(table.product, table.address),
    index('product_interests_created').on(table.createdAt),
  ],
);
