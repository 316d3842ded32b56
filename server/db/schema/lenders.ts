/** The tables of what lenders were sent and have answered. */
import { isNotNull, sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { LenderLoanStage, LenderResult } from '../../../domain/values/wire.ts';
import { equalsText, instant, paise, type Section } from './columns.ts';
import { loanId } from './loans.ts';

/** The loan at each of its lenders: the reference is stored before the first call (decision 27). */
export const lenderLoans = pgTable(
  'lender_loans',
  {
    loanId: loanId(),
    lenderId: integer('lender_id').notNull(),
    reference: text('reference').notNull().unique(),
    /** The lender's answer to what was submitted last, repeated without a call; null where it has to be pushed. */
    result: jsonb('result').$type<LenderResult>(),
    /** Says whether the lender has refused what was submitted last for good, without a verdict: it would do so again. */
    pushRefused: boolean('push_refused').notNull().default(false),
    /** The push in flight, and the end of its lease. */
    holder: uuid('holder'),
    heldUntil: instant('held_until'),
    /** The latest step after the approval (machines/servicing/lender-loan.ts); null before a first offer. */
    stage: text('stage').$type<LenderLoanStage>(),
    stageChangedAt: instant('stage_changed_at'),
    /** The offer that was accepted, in `offers`; null while none is. */
    offerId: uuid('offer_id'),
    acceptedAt: instant('accepted_at'),
    /** The key facts statement that it was accepted with, in `issued_documents`. */
    keyFactsId: uuid('key_facts_id'),
    /** The day in India on which the lender paid the institution. */
    disbursedOn: text('disbursed_on'),
    /** The day in India on which the lender has said so; null where it did before that was stored. */
    disbursalHeardOn: text('disbursal_heard_on'),
    /** The lender says that it has paid so much; the terms may come to another amount. */
    disbursedPaise: paise('disbursed_paise'),
    /** The bank's reference of that transfer (UTR). */
    disbursalUtr: text('disbursal_utr'),
    /** The loan's account number in the lender's books. */
    accountNumber: text('account_number'),
    /** The day on which the next instalment is due. */
    nextDueOn: text('next_due_on'),
    /** The time at which the customer asked to cancel; null without a request. */
    cancelledAt: instant('cancelled_at'),
    /** The lender confirmed then that it pays nothing out. */
    cancelConfirmedAt: instant('cancel_confirmed_at'),
    /** The time at which the lender refused after its approval. */
    refusedAt: instant('refused_at'),
    /** The next time at which the stage changes without an event. */
    advanceAt: instant('advance_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.loanId, table.lenderId] }),
    index('lender_loans_held').on(table.heldUntil).where(isNotNull(table.holder)),
    index('lender_loans_disbursed').on(table.lenderId, table.disbursedOn).where(isNotNull(table.disbursedOn)),
    index('lender_loans_advance').on(table.advanceAt).where(isNotNull(table.advanceAt)),
    index('lender_loans_without_offer')
      .on(table.createdAt)
      .where(sql`stage is null and result ->> 'status' = 'APPROVED'`),
  ],
);

/** The submissions to lenders. A lender loan has at most one unanswered submission. */
export const pushes = pgTable(
  'pushes',
  {
    id: uuid('id').primaryKey(),
    loanId: loanId(),
    lenderId: integer('lender_id').notNull(),
    /** Counts the submissions of the lender loan, from 1. */
    submission: integer('submission').notNull(),
    state: text('state').$type<'unanswered' | 'answered' | 'failed'>().notNull(),
    request: jsonb('request').$type<Section>().notNull(),
    result: jsonb('result').$type<Section>(),
    createdAt: instant('created_at').notNull(),
    settledAt: instant('settled_at'),
  },
  (table) => [
    uniqueIndex('pushes_submission').on(table.loanId, table.lenderId, table.submission),
    uniqueIndex('pushes_one_unanswered')
      .on(table.loanId, table.lenderId)
      .where(equalsText(table.state, 'unanswered')),
  ],
);

/** The events that lenders have sent, each once: a repeated one is refused. */
export const lenderEvents = pgTable(
  'lender_events',
  {
    lenderId: integer('lender_id').notNull(),
    eventId: text('event_id').notNull(),
    reference: text('reference').notNull(),
    /** Null where the lender has no loan under the reference. */
    loanId: text('loan_id'),
    receivedAt: instant('received_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.lenderId, table.eventId] }),
    index('lender_events_received').on(table.receivedAt),
  ],
);
