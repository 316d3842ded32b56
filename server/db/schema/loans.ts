/** The tables of loans: the application, its students, its drafts, and what opens it. */
import { isNotNull, isNull, sql } from 'drizzle-orm';
import {
  bigint,
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
import { embeddedLenderId } from '../../../domain/lending/lenders.ts';
import type {
  FieldOnRequest,
  LenderResult,
  Loan,
  LoanStatus,
  Presentation,
  QueueStage,
} from '../../../domain/values/wire.ts';
import type { LenderId } from '../../adapters/lenders.ts';
import { instant, noIntegers, noTexts, rupees, section, textReference, uuidReference } from './columns.ts';
import { customers } from './customers.ts';
import { apiKeys, partners } from './partners.ts';

export const loanId = () => textReference('loan_id', () => loans.id, 'cascade');

/** A row that history refers to: the loan cannot be deleted while it exists. */
export const lastingLoanId = () => textReference('loan_id', () => loans.id, 'restrict');

/**
 * The keys in the links of messages (decision 1), each for one loan: `keyHash` is the SHA-256 in hex of what the link
 * has, so that nothing in the database opens a page.
 */
export const linkKeys = pgTable(
  'link_keys',
  {
    keyHash: text('key_hash').primaryKey(),
    loanId: loanId(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('link_keys_loan').on(table.loanId)],
);

export const loans = pgTable(
  'loans',
  {
    /** A random UUID, so that it cannot be guessed. */
    id: text('id').primaryKey(),
    partnerId: textReference('partner_id', () => partners.id),
    /** The key that created it, for the record. */
    apiKeyId: uuidReference('api_key_id', () => apiKeys.id),
    /** The customer who owns it; null until one has created or claimed it. */
    customerId: uuid('customer_id').references(() => customers.id, { onDelete: 'set null' }),
    /** The `Idempotency-Key` that created it; several loans of a partner may have none. */
    idempotencyKey: text('idempotency_key'),
    status: text('status').$type<LoanStatus>().notNull().default('draft'),
    test: boolean('test').notNull().default(false),
    language: text('language').$type<Loan['language']>().notNull().default('en'),
    /** The flow in which the loan was begun, which decides on its fields (decision 81). */
    presentation: text('presentation').$type<Presentation>().notNull().default('embedded'),
    /** The additional fields that the lender asked for when the loan was begun (decision 81). */
    askedFields: text('asked_fields').array().$type<FieldOnRequest[]>().notNull().default(noTexts),
    /** The institution of the page's address; set, the picker is locked to it. */
    lockedInstituteId: integer('locked_institute_id'),
    institutionId: integer('institution_id'),
    institutionName: text('institution_name'),
    courseId: integer('course_id'),
    /** Whole rupees, the server's own figure (decision 10). */
    orderValue: rupees('order_value'),
    name: text('name').notNull(),
    email: text('email').notNull(),
    mobile: text('mobile').notNull(),
    personalDetails: section('personal_details'),
    employmentDetails: section('employment_details'),
    incomeDetails: section('income_details'),
    loanDetails: section('loan_details'),
    bankDetails: section('bank_details'),
    feeReceipt: text('fee_receipt'),
    customerConsentAt: instant('customer_consent_at'),
    /** The lenders that the application goes to; empty where it is `lenderId` alone. */
    lenderIds: integer('lender_ids').array().$type<LenderId[]>().notNull().default(noIntegers),
    /** The lender whose answer decides the loan: `lenderResult` is its answer, and `status` its verdict (decision 57). */
    lenderId: integer('lender_id').$type<LenderId>().notNull().default(embeddedLenderId),
    lenderResult: jsonb('lender_result').$type<LenderResult>(),
    /** The time of the last submission; the oldest is reviewed first. */
    submittedAt: instant('submitted_at'),
    /** Counts the writes of the row, from 1. */
    version: integer('version').notNull().default(1),
    /** The versions from the first to the last differ in status alone; both null before a first such change. */
    sameContentFrom: integer('same_content_from'),
    sameContentTo: integer('same_content_to'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** The time at which its personal data were erased (server/retention/erase-loan.ts); the loan is closed since. */
    erasedAt: instant('erased_at'),
    /** The numbers of queries that wait for an answer and for a decision; a trigger on `queries` keeps both. */
    openQueries: integer('open_queries').notNull().default(0),
    answeredQueries: integer('answered_queries').notNull().default(0),
    /** The stage in the review queue of a loan that is no draft. */
    stage: text('stage')
      .$type<QueueStage>()
      .notNull()
      .generatedAlwaysAs(
        sql`case
  when status in ('with_lender', 'approved', 'rejected') then status
  when open_queries > 0 then 'sent_back'
  when answered_queries > 0 then 'answered'
  else 'to_review' end`,
      ),
    /** The name that the applicant gave last, in small letters. */
    searchName: text('search_name')
      .notNull()
      .generatedAlwaysAs(sql`lower(coalesce(personal_details ->> 'name', name))`),
    /** The hash by which the desk finds the PAN (decision 66), which `personalDetails` has encrypted; null without a PAN. */
    panHash: text('pan_hash'),
    /** The same number as `loanNumber` of domain/loan/loan-number.ts; null if the id is no UUID. */
    loanNumber: bigint('loan_number', { mode: 'number' }).generatedAlwaysAs(
      sql`case when id ~ '^[0-9a-f]{8}-[0-9a-f]{4}-'
  then ('x' || left(replace(id, '-', ''), 12))::bit(48)::bigint % 1000000000000 end`,
    ),
  },
  (table) => [
    uniqueIndex('loans_partner_idempotency').on(table.partnerId, table.idempotencyKey),
    index('loans_customer').on(table.customerId, table.createdAt).where(isNotNull(table.customerId)),
    index('loans_partner').on(table.partnerId, table.test, table.createdAt).where(isNull(table.erasedAt)),
    index('loans_claimable').on(table.mobile).where(isNull(table.customerId)),
    index('loans_retention').on(table.status, table.createdAt).where(isNull(table.erasedAt)),
    // The queue and each of its filters, in the order of the queue. The migration adds indexes by trigrams for the
    // search, where PostgreSQL has the extension.
    ...[
      index('loans_queue').on(table.test, table.stage, table.submittedAt, table.id),
      index('loans_queue_status').on(table.test, table.status, table.stage, table.submittedAt, table.id),
      index('loans_queue_institution').on(
        table.test,
        table.institutionId,
        table.stage,
        table.submittedAt,
        table.id,
      ),
      index('loans_queue_partner').on(table.test, table.partnerId, table.stage, table.submittedAt, table.id),
      index('loans_number').on(table.loanNumber),
      index('loans_pan').on(table.panHash),
      index('loans_id_prefix').on(sql`${table.id} text_pattern_ops`),
      index('loans_name_prefix').on(sql`${table.searchName} text_pattern_ops`),
      index('loans_email_prefix').on(sql`lower(${table.email}) text_pattern_ops`),
    ].map((one) => one.where(sql`status <> 'draft'`)),
  ],
);

/** The access tokens of loans (decision 2a). `tokenHash` is the SHA-256 in hex of the token that the client holds. */
export const loanTokens = pgTable(
  'loan_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    loanId: loanId(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at').notNull(),
    revokedAt: instant('revoked_at'),
  },
  (table) => [index('loan_tokens_loan').on(table.loanId), index('loan_tokens_created').on(table.createdAt)],
);

/**
 * Codes by which another window of a device gets a token of its own (decision 123), until they are exchanged. `codeHash`
 * is the SHA-256 in hex of the code.
 */
export const accessCodes = pgTable(
  'access_codes',
  {
    codeHash: text('code_hash').primaryKey(),
    loanId: loanId(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('access_codes_loan').on(table.loanId), index('access_codes_created').on(table.createdAt)],
);

/** `details` is the student's row as it travels; `position` is its place on the screen, from 0. */
export const students = pgTable(
  'students',
  {
    /** Made by the client. */
    id: uuid('id').notNull(),
    loanId: loanId(),
    position: integer('position').notNull(),
    institutionId: integer('institution_id'),
    institutionCourseId: integer('institution_course_id'),
    details: section('details'),
  },
  (table) => [
    primaryKey({ columns: [table.loanId, table.id] }),
    // Migration `search_students` adds one by trigrams, as the queue has them.
    index('students_name_prefix').on(sql`lower(${table.details} ->> 'student_name') text_pattern_ops`),
  ],
);

/** The unsaved input, valid or not; a row per loan and step. */
export const drafts = pgTable(
  'drafts',
  {
    loanId: loanId(),
    step: text('step').notNull(),
    version: integer('version').notNull().default(1),
    body: section('body'),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.loanId, table.step] })],
);
