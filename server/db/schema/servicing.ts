/**
 * The tables of a loan's life after its approval. Amounts are whole paise (bigint), days are ISO text in India's time
 * zone. Rows about money and documents keep the loan's row in the database.
 */
import { isNull, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
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
import type { TermsDifference } from '../../../domain/servicing/compare-terms.ts';
import type { Dispute, PaymentState } from '../../../domain/servicing/order-payments.ts';
import type { LoanTerms } from '../../../domain/servicing/terms.ts';
import type { ConsentPurpose } from '../../../domain/servicing/consents.ts';
import type {
  Language,
  IssuedDocument,
  PaymentPurpose,
  ServicingCase,
  DebitReturnReason,
} from '../../../domain/values/wire.ts';
import type { components } from '../../../openapi/generated.ts';
import type { PayeeAccount } from '../../adapters/provider.ts';
import { equalsText, instant, paise, type Section, uuidReference } from './columns.ts';
import { customers } from './customers.ts';
import { lastingLoanId, loans } from './loans.ts';

type PaymentDecision = {
  decision: components['schemas']['PaymentDecision']['decision'];
  countsFor: 'advance' | 'instalment' | 'foreclosure';
};

/** The offers of lenders; changed terms are a new revision. */
export const offers = pgTable(
  'offers',
  {
    id: uuid('id').primaryKey(),
    loanId: lastingLoanId(),
    lenderId: integer('lender_id').notNull(),
    /** The lender's own count, from 1. */
    revision: integer('revision').notNull(),
    proposalNumber: text('proposal_number').notNull(),
    terms: jsonb('terms').$type<LoanTerms>().notNull(),
    /** The annual percentage rate as the server computes it; null if the terms have none. */
    apr: text('apr'),
    /** The terms in which the lender's figures differ from the server's: a customer is not shown such an offer. */
    differences: jsonb('differences').$type<TermsDifference[]>(),
    receivedAt: instant('received_at').notNull(),
    validUntil: instant('valid_until').notNull(),
    /** The time at which the customer declined it, in favour of the offer accepted before. */
    declinedAt: instant('declined_at'),
  },
  (table) => [
    uniqueIndex('offers_revision').on(table.loanId, table.lenderId, table.revision),
    uniqueIndex('offers_proposal').on(table.lenderId, table.proposalNumber),
  ],
);

/** Documents as they were issued. A trigger lets `acknowledgedAt` alone be set, once, and an erasure pass. */
export const issuedDocuments = pgTable(
  'issued_documents',
  {
    id: uuid('id').primaryKey(),
    loanId: lastingLoanId(),
    lenderId: integer('lender_id').notNull(),
    offerId: uuid('offer_id').references(() => offers.id),
    /** The payment of a `receipt`; null for other kinds. */
    paymentId: uuid('payment_id').references((): AnyPgColumn => payments.id),
    kind: text('kind').$type<IssuedDocument['kind']>().notNull(),
    language: text('language').$type<Language>().notNull(),
    number: text('number').notNull(),
    /** The hash of the PDF, in hex. */
    sha256: text('sha256').notNull(),
    /** The key of the object. */
    key: text('key').notNull(),
    /** The data from which the document was made. */
    input: jsonb('input').$type<Section>().notNull(),
    /** The version of its words, see `documentVersions`. */
    version: text('version').notNull().default(''),
    /** The texts of an agreement as they stand in it, from which its signed copy is made. */
    pages: jsonb('pages').$type<Section>(),
    createdAt: instant('created_at').notNull(),
    acknowledgedAt: instant('acknowledged_at'),
  },
  (table) => [
    index('issued_documents_loan').on(table.loanId, table.lenderId),
    index('issued_documents_of_offer').on(table.offerId, table.kind),
    uniqueIndex('issued_documents_payment').on(table.paymentId),
    // It begins with the number of a proposal, which is the lender's own.
    uniqueIndex('issued_documents_number').on(table.lenderId, table.number),
  ],
);

/** The requests to customers to sign an agreement. */
export const signatureRequests = pgTable(
  'signature_requests',
  {
    id: uuid('id').primaryKey(),
    loanId: lastingLoanId(),
    lenderId: integer('lender_id').notNull(),
    documentId: uuidReference('document_id', () => issuedDocuments.id),
    providerReference: text('provider_reference').notNull().unique(),
    state: text('state').$type<'requested' | 'signed' | 'countersigned' | 'failed' | 'expired'>().notNull(),
    /** The hash of the signed document, in hex. */
    documentSha256: text('document_sha256').notNull(),
    signedAt: instant('signed_at'),
    /** The last four of the number that the one-time password went to. */
    signedMobileDigits: text('signed_mobile_digits'),
    countersignedAt: instant('countersigned_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('signature_requests_loan').on(table.loanId, table.lenderId)],
);

/** The checks of applicants' identities. */
export const kycChecks = pgTable(
  'kyc_checks',
  {
    id: uuid('id').primaryKey(),
    loanId: lastingLoanId(),
    lenderId: integer('lender_id').notNull(),
    providerReference: text('provider_reference').notNull().unique(),
    state: text('state').$type<'requested' | 'verified' | 'failed' | 'expired'>().notNull(),
    /** A code. */
    failure: text('failure'),
    /** The encrypted token of the provider's page. */
    urlToken: text('url_token'),
    tokenExpiresAt: instant('token_expires_at'),
    /** The name that the provider has found, encrypted. */
    nameOnRecord: text('name_on_record'),
    nameMatches: boolean('name_matches'),
    createdAt: instant('created_at').notNull(),
    settledAt: instant('settled_at'),
  },
  (table) => [index('kyc_checks_loan').on(table.loanId, table.lenderId)],
);

/** The requested permissions to debit instalments. */
export const mandates = pgTable(
  'mandates',
  {
    id: uuid('id').primaryKey(),
    loanId: lastingLoanId(),
    lenderId: integer('lender_id').notNull(),
    method: text('method').$type<'net_banking' | 'debit_card' | 'upi'>().notNull(),
    /** The time at which the customer withdrew it in the app; the state follows when the bank has cancelled it. */
    withdrawalRequestedAt: instant('withdrawal_requested_at'),
    /** The most that one debit may take. */
    limitPaise: paise('limit_paise').notNull(),
    /** The account that it was requested for; null where a version without payees did. An order has the same. */
    payee: jsonb('payee').$type<PayeeAccount>(),
    state: text('state').$type<'requested' | 'registered' | 'failed' | 'cancelled'>().notNull(),
    providerReference: text('provider_reference').notNull().unique(),
    registrationNumber: text('registration_number'),
    /** A code. */
    failure: text('failure'),
    createdAt: instant('created_at').notNull(),
    settledAt: instant('settled_at'),
  },
  (table) => [index('mandates_loan').on(table.loanId, table.lenderId)],
);

/** The payments that customers are asked for. A purpose and instalment has at most one open order. */
export const paymentOrders = pgTable(
  'payment_orders',
  {
    id: uuid('id').primaryKey(),
    loanId: lastingLoanId(),
    lenderId: integer('lender_id').notNull(),
    purpose: text('purpose').$type<PaymentPurpose>().notNull(),
    /** The number of the instalment; null for another purpose. */
    instalment: integer('instalment'),
    /** It is for the charge for paying the instalment late. */
    isLateCharge: boolean('is_late_charge').notNull().default(false),
    amountPaise: paise('amount_paise').notNull(),
    currency: text('currency').notNull().default('INR'),
    payee: jsonb('payee').$type<PayeeAccount>(),
    state: text('state').$type<'open' | 'paid' | 'expired'>().notNull(),
    providerReference: text('provider_reference').unique(),
    idempotencyKey: text('idempotency_key').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** The time at which something else was ordered or paid instead: later payments of it are held. */
    endedAt: instant('ended_at'),
  },
  (table) => [
    uniqueIndex('payment_orders_idempotency').on(table.loanId, table.lenderId, table.idempotencyKey),
    uniqueIndex('payment_orders_one_open')
      .on(table.loanId, table.lenderId, table.purpose, sql`coalesce(${table.instalment}, 0)`)
      .where(equalsText(table.state, 'open')),
  ],
);

/** The payments that providers have reported, with or without an order. */
export const payments = pgTable(
  'payments',
  {
    id: uuid('id').primaryKey(),
    orderId: uuid('order_id').references(() => paymentOrders.id),
    loanId: text('loan_id').references(() => loans.id, { onDelete: 'restrict' }),
    lenderId: integer('lender_id'),
    providerPaymentId: text('provider_payment_id').notNull().unique(),
    /** The amount left after a partial refund; the full amount after a full refund. */
    amountPaise: paise('amount_paise').notNull(),
    currency: text('currency').notNull(),
    /** `held`: it does not count yet, and staff decide (domain/servicing/order-payments.ts). */
    state: text('state').$type<PaymentState>().notNull(),
    method: text('method').notNull(),
    paidAt: instant('paid_at').notNull(),
    receivedAt: instant('received_at').notNull(),
    /** The amount that the provider has given back, and the time at which it last said so. */
    refundedPaise: paise('refunded_paise').notNull().default(0),
    refundedAt: instant('refunded_at'),
    /** The account that it has gone to, where that is another one than its order's. */
    otherPayee: text('other_payee'),
    /** The day on which the provider says that it last went back. */
    changedOn: text('changed_on'),
    /** Lists all that there ever were about it; of the row, `amountPaise` is what they have left. */
    disputes: jsonb('disputes').$type<Dispute[]>().notNull().default([]),
    /** The decision of staff about a held payment; it applies to the amount that they saw. */
    decision: text('decision').$type<PaymentDecision['decision']>(),
    decidedPaise: paise('decided_paise'),
    /** The purpose for which staff have counted the payment. */
    countsFor: text('counts_for').$type<PaymentDecision['countsFor']>(),
    /** The time at which the provider finally refused a refund that staff ordered. */
    refundRefusedAt: instant('refund_refused_at'),
    /** The reference of the transfer by which the lender refunded it by hand; the timeline says who recorded it. */
    refundReference: text('refund_reference'),
    refundedByLenderAt: instant('refunded_by_lender_at'),
  },
  (table) => [
    index('payments_order').on(table.orderId),
    index('payments_loan').on(table.loanId, table.lenderId),
    index('payments_paid').on(table.paidAt),
    index('payments_changed').on(table.changedOn),
    index('payments_held').on(table.paidAt).where(equalsText(table.state, 'held')),
    index('payments_refunded_by_lender')
      .on(table.paidAt)
      .where(equalsText(table.decision, 'refunded_by_lender')),
  ],
);

/** The decisions of staff about amounts of payments, with the reason and the confirming person. */
export const paymentDecisions = pgTable(
  'payment_decisions',
  {
    id: uuid('id').primaryKey(),
    paymentId: uuidReference('payment_id', () => payments.id),
    decision: text('decision').$type<NonNullable<PaymentDecision['decision']>>().notNull(),
    amountPaise: paise('amount_paise').notNull(),
    reference: text('reference'),
    note: text('note').notNull(),
    /** `waiting`: a second person has to confirm it. `lapsed`: the amount has changed before anybody did. */
    state: text('state').$type<'waiting' | 'made' | 'declined' | 'lapsed'>().notNull(),
    madeById: uuid('made_by_id').notNull(),
    /** The names are those that the members of staff had then. */
    madeBy: text('made_by').notNull(),
    madeAt: instant('made_at').notNull(),
    answeredBy: text('answered_by'),
    answeredAt: instant('answered_at'),
  },
  (table) => [
    index('payment_decisions_payment').on(table.paymentId, table.madeAt),
    uniqueIndex('payment_decisions_waiting').on(table.paymentId).where(equalsText(table.state, 'waiting')),
  ],
);

/** A notice says that a mandate debits an instalment. From then on the instalment waits for what the lender says. */
export const debitNotices = pgTable(
  'debit_notices',
  {
    loanId: lastingLoanId(),
    lenderId: integer('lender_id').notNull(),
    instalment: integer('instalment').notNull(),
    mandateId: uuidReference('mandate_id', () => mandates.id),
    dueOn: text('due_on').notNull(),
    announcedAt: instant('announced_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.loanId, table.lenderId, table.instalment] })],
);

/** A collection is money that the lender has taken by itself, by a mandate or otherwise, or a debit that came back. */
export const collections = pgTable(
  'collections',
  {
    id: uuid('id').primaryKey(),
    loanId: lastingLoanId(),
    lenderId: integer('lender_id').notNull(),
    /** The lender's own. */
    entryId: text('entry_id').notNull(),
    /** The instalment that a mandate was to pay; null for money that came to the lender otherwise. */
    instalment: integer('instalment'),
    amountPaise: paise('amount_paise').notNull(),
    collectedOn: text('collected_on').notNull(),
    /** `returned`: the bank has not paid. `reversed`: it has, and has taken it back. */
    state: text('state').$type<'collected' | 'returned' | 'reversed'>().notNull(),
    reason: text('reason').$type<DebitReturnReason>(),
    /** False for what cannot be, such as a day that is to come: it is put before staff. */
    counts: boolean('counts').notNull(),
    /** The time at which the lender first said the state that it has. */
    saidAt: instant('said_at').notNull(),
    /** The day on which the lender says that the state has changed since the collection. */
    changedOn: text('changed_on'),
  },
  (table) => [
    uniqueIndex('collections_entry').on(table.lenderId, table.entryId),
    index('collections_loan').on(table.loanId, table.lenderId),
    index('collections_day').on(table.lenderId, table.collectedOn),
    index('collections_changed').on(table.lenderId, table.changedOn),
  ],
);

/** A case: a lender or the provider of payments says what does not fit what is known; a person closes it. */
export const servicingCases = pgTable(
  'servicing_cases',
  {
    id: uuid('id').primaryKey(),
    /** Null where what they list belongs to no loan; the same for the next one. */
    loanId: text('loan_id').references(() => loans.id, { onDelete: 'restrict' }),
    lenderId: integer('lender_id'),
    /** The counterparty is the one whose list differs: a lender's id, or `payments`. Null for other cases. */
    counterparty: text('counterparty'),
    kind: text('kind').$type<ServicingCase['kind']>().notNull(),
    /** The subject names what a case is about, such as a day or a proposal: the same is opened once. */
    subject: text('subject').notNull(),
    /** The details hold amounts, days and numbers of proposals, as they were known and as they were said. */
    details: jsonb('details').$type<ServicingCase['details']>().notNull(),
    openedAt: instant('opened_at').notNull(),
    closedAt: instant('closed_at'),
    /** The name is that of the member of staff who has closed it. */
    closedBy: text('closed_by'),
    /** The note says what was done about it. */
    note: text('note'),
    /** Set where the difference is gone: the same can be opened again. Without a name in `closedBy` that has closed it. */
    settledBy: text('settled_by').$type<'list' | 'answer'>(),
    /** The day whose comparison of lists has found it; null for other cases. */
    comparedDay: text('compared_day'),
  },
  (table) => [
    uniqueIndex('servicing_cases_once')
      .on(table.loanId, table.lenderId, table.kind, table.subject)
      .where(isNull(table.settledBy)),
    uniqueIndex('servicing_cases_listed_once')
      .on(table.counterparty, table.kind, table.subject)
      .where(sql`${table.counterparty} is not null and ${table.settledBy} is null`),
    index('servicing_cases_loan').on(table.loanId),
    index('servicing_cases_open').on(table.openedAt).where(isNull(table.closedAt)),
  ],
);

/** The events that providers have sent, each once: a repeated one is refused. */
export const providerEvents = pgTable(
  'provider_events',
  {
    provider: text('provider').notNull(),
    eventId: text('event_id').notNull(),
    reference: text('reference').notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.eventId] }),
    index('provider_events_received').on(table.receivedAt),
  ],
);

/** The consents of customers, a row for each purpose, with the words that were shown. */
export const consents = pgTable(
  'consents',
  {
    id: uuid('id').primaryKey(),
    /** Null once the customer or the loan is erased. */
    customerId: uuid('customer_id').references(() => customers.id, { onDelete: 'set null' }),
    loanId: text('loan_id').references(() => loans.id, { onDelete: 'restrict' }),
    lenderId: integer('lender_id'),
    purpose: text('purpose').$type<ConsentPurpose>().notNull(),
    words: text('words').notNull(),
    version: text('version').notNull(),
    language: text('language').$type<Language>().notNull(),
    channel: text('channel').$type<'app'>().notNull(),
    givenAt: instant('given_at').notNull(),
    withdrawnAt: instant('withdrawn_at'),
  },
  (table) => [
    index('consents_customer').on(table.customerId, table.givenAt),
    index('consents_loan').on(table.loanId, table.lenderId),
  ],
);
