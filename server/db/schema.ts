/**
 * The tables, one schema for the embedded database and for PostgreSQL.
 * Rupees are whole numbers (bigint), percents are decimal text, and dates of life (ISO 'YYYY-MM-DD') are in the
 * jsonb sections exactly as they travel on the wire.
 */
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  bigserial,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { FieldValues } from '../../domain/changes.ts';
import { embeddedLenderId } from '../../domain/lenders.ts';
import type {
  AddressProof,
  DocumentContent,
  FieldOnRequest,
  LenderLoanStage,
  LenderResult,
  Loan,
  LoanStatus,
  Presentation,
  QueryState,
} from '../../domain/wire.ts';
import type { QueueStage } from '../../domain/review-wire.ts';
import type { components } from '../../openapi/generated.ts';
import type { LenderId } from '../adapters/lenders.ts';
import type { ProviderName } from '../adapters/provider.ts';

/** What a jsonb column may hold. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue };

/** A section of the loan (`personal_details`, …) with section 3's names, as it travels on the wire. */
export type Section = { [name: string]: JsonValue };

type JobPayloadColumn = { [name: string]: string | number };

type DocumentScan = DocumentContent['scan'];

const rupees = (name: string) => bigint(name, { mode: 'number' });
const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
/** Drizzle's own jsonb reads a text of digits, such as a pincode, as a number. */
const json = customType<{ data: JsonValue }>({
  dataType: () => 'jsonb',
  toDriver: (value) => JSON.stringify(value),
});
const section = (name: string) => jsonb(name).$type<Section>().notNull().default({});
const loanId = () =>
  text('loan_id')
    .notNull()
    .references((): AnyPgColumn => loans.id, { onDelete: 'cascade' });

/** A row that history refers to: the loan cannot be deleted while it exists. */
const lastingLoanId = () =>
  text('loan_id')
    .notNull()
    .references((): AnyPgColumn => loans.id, { onDelete: 'restrict' });

/** Who brings applicants: a school group or a portal. Loans belong to it, and so do any number of API keys. */
export const partners = pgTable('partners', {
  /** Public. */
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  createdAt: instant('created_at').notNull(),
});

/** A partner's key: `keyHash` is its SHA-256 in hex, by which it is found, `keyId` its public name. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: uuid('id').primaryKey(),
    keyId: text('key_id').notNull().unique(),
    /** A trigger gives a key of the version before a partner of its own. */
    partnerId: text('partner_id')
      .notNull()
      .references(() => partners.id),
    keyHash: text('key_hash').notNull().unique(),
    label: text('name').notNull(),
    /** Origins that may frame the page (`https://school.example`). */
    origins: text('origins')
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    createdAt: instant('created_at').notNull(),
    revokedAt: instant('revoked_at'),
  },
  (table) => [index('api_keys_partner').on(table.partnerId)],
);

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

/** A customer who is signed in on one device; its tokens are in `customer_tokens`. */
export const customerSessions = pgTable(
  'customer_sessions',
  {
    id: uuid('id').primaryKey(),
    customerId: uuid('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    /** Browser and system, as the device named them. */
    device: text('device').notNull(),
    /** With a refresh token it makes the next one; alone it opens nothing. */
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
    sessionId: uuid('session_id')
      .notNull()
      .references(() => customerSessions.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<'access' | 'refresh'>().notNull(),
    createdAt: instant('created_at').notNull(),
    /** When the next refresh token took its place; it is kept to recognize one that was stolen. */
    replacedAt: instant('replaced_at'),
  },
  (table) => [index('customer_tokens_session').on(table.sessionId)],
);

export const institutions = pgTable('institutions', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
  prefferdLenders: integer('prefferd_lenders')
    .array()
    .notNull()
    .default(sql`'{}'::integer[]`),
  commercialType: text('commercial_type').$type<'HYBRID' | 'STANDARD'>().notNull(),
  subvention: text('subvention').notNull().default('0'),
  feeValidation: boolean('fee_validation').notNull().default(false),
  receiptUpload: boolean('receipt_upload').notNull().default(false),
});

export const courses = pgTable(
  'courses',
  {
    id: integer('id').primaryKey(),
    institutionId: integer('institution_id')
      .notNull()
      .references(() => institutions.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    fee: rupees('fee').notNull(),
    admissionFee: rupees('admission_fee').notNull().default(0),
    transportFee: rupees('transport_fee').notNull().default(0),
    otherFee: rupees('other_fee').notNull().default(0),
  },
  (table) => [index('courses_institution').on(table.institutionId)],
);

/** `id` is the tenure id that the applicant chooses. Tenures are months. */
export const emiOptions = pgTable(
  'emi_options',
  {
    id: integer('id').primaryKey(),
    courseId: integer('course_id')
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    emiTenure: integer('emi_tenure').notNull(),
    parentPf: text('parent_pf').notNull().default('0'),
    parentPfAmount: rupees('parent_pf_amount').notNull().default(0),
    parentInterest: text('parent_interest').notNull().default('0'),
    advanceEmi: integer('advance_emi').notNull().default(0),
    membershipFee: rupees('membership_fee').notNull().default(0),
    subvention: text('subvention').notNull().default('0'),
    fibeId: integer('fibe_id'),
    isDisabled: boolean('is_disabled').notNull().default(false),
  },
  (table) => [index('emi_options_course').on(table.courseId)],
);

export const loans = pgTable(
  'loans',
  {
    /** A random UUID, so that it cannot be guessed. */
    id: text('id').primaryKey(),
    /** A trigger gives a loan of the version before the partner of its key. */
    partnerId: text('partner_id')
      .notNull()
      .references(() => partners.id),
    /** The key that created it, for the record. */
    apiKeyId: uuid('api_key_id')
      .notNull()
      .references(() => apiKeys.id),
    /** The customer who owns it; null until one has created or claimed it. */
    customerId: uuid('customer_id').references(() => customers.id, { onDelete: 'set null' }),
    /** The `Idempotency-Key` that created it; several loans of a partner may have none. */
    idempotencyKey: text('idempotency_key'),
    status: text('status').$type<LoanStatus>().notNull().default('draft'),
    test: boolean('test').notNull().default(false),
    language: text('language').$type<Loan['language']>().notNull().default('en'),
    /** Where it was begun, which decides on its fields (decision 81). */
    presentation: text('presentation').$type<Presentation>().notNull().default('embedded'),
    /** What the lender asked for besides when the loan was begun (decision 82). */
    askedFields: text('asked_fields')
      .array()
      .$type<FieldOnRequest[]>()
      .notNull()
      .default(sql`'{}'::text[]`),
    /** The institution of the page's address; set, the picker is locked to it. */
    lockedInstituteId: integer('locked_institute_id'),
    institutionId: integer('institution_id'),
    institutionName: text('institution_name'),
    courseId: integer('course_id'),
    /** Whole rupees, the server's own figure (decision 12). */
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
    lenderIds: integer('lender_ids')
      .array()
      .$type<LenderId[]>()
      .notNull()
      .default(sql`'{}'::integer[]`),
    /** The lender whose answer decides the loan: `lenderResult` is its answer, and `status` its verdict (decision 90). */
    lenderId: integer('lender_id').$type<LenderId>().notNull().default(embeddedLenderId),
    lenderResult: jsonb('lender_result').$type<LenderResult>(),
    /** When it was last submitted; what waits longest is reviewed first. */
    submittedAt: instant('submitted_at'),
    /** Counts the writes of the row, from 1. */
    version: integer('version').notNull().default(1),
    /** The versions from the first to the last differ in status alone; both null before a first such change. */
    sameContentFrom: integer('same_content_from'),
    sameContentTo: integer('same_content_to'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** When its personal data were erased (server/retention/erase-loan.ts); nobody opens or changes it any more. */
    erasedAt: instant('erased_at'),
    /** How many queries wait for an answer, and for a decision; a trigger on `queries` keeps both. */
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
    /** What `loanNumber` of domain/loan-number.ts makes of the id; null where the id is no UUID. */
    loanNumber: bigint('loan_number', { mode: 'number' }).generatedAlwaysAs(
      sql`case when id ~ '^[0-9a-f]{8}-[0-9a-f]{4}-'
  then ('x' || left(replace(id, '-', ''), 12))::bit(48)::bigint % 1000000000000 end`,
    ),
  },
  (table) => [
    uniqueIndex('loans_partner_idempotency').on(table.partnerId, table.idempotencyKey),
    // Servers of the version before name it in their statements.
    uniqueIndex('loans_idempotency').on(table.apiKeyId, table.idempotencyKey),
    index('loans_customer')
      .on(table.customerId, table.createdAt)
      .where(sql`${table.customerId} is not null`),
    index('loans_partner')
      .on(table.partnerId, table.test, table.createdAt)
      .where(sql`${table.erasedAt} is null`),
    index('loans_claimable')
      .on(table.mobile)
      .where(sql`${table.customerId} is null`),
    index('loans_retention')
      .on(table.status, table.createdAt)
      .where(sql`${table.erasedAt} is null`),
    // The queue and each of its filters, in the order of the queue. Migration `queue` adds indexes by trigrams for the
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
      index('loans_id_prefix').on(sql`${table.id} text_pattern_ops`),
      index('loans_name_prefix').on(sql`${table.searchName} text_pattern_ops`),
    ].map((one) => one.where(sql`status <> 'draft'`)),
  ],
);

/** What opens one loan (decision 2a). `tokenHash` is the SHA-256 in hex of the token that the client holds. */
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
  (table) => [primaryKey({ columns: [table.loanId, table.id] })],
);

/** What was typed and not yet saved, valid or not; one per loan and step. */
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

/**
 * Which installation this database is: one row. The object store has the same id in an object, so that a server never
 * works with the store of another database (server/installation.ts).
 */
export const installation = pgTable('installation', {
  /** Always 1: there is one row. */
  row: integer('row').primaryKey().default(1),
  id: uuid('id').notNull(),
  mode: text('mode').$type<'sandbox' | 'production'>().notNull(),
  /** When the id was written to the object store; null before. */
  storeMarkedAt: instant('store_marked_at'),
  createdAt: instant('created_at').notNull(),
});

/** Which servers the schema still serves (server/db/migrate.ts). */
export const schemaCompatibility = pgTable('schema_compatibility', {
  /** Always 1: there is one row. */
  row: integer('row').primaryKey().default(1),
  /** The journal's `when` of the last migration of the oldest server version that works. */
  oldestServer: bigint('oldest_server', { mode: 'number' }).notNull(),
});

/**
 * The contents of documents, one row for each object below `documents/` (server/documents/object-keys.ts): the row is
 * written before the object and deleted after it. No reference to the loan: the row outlives it until the object is
 * deleted.
 */
export const contents = pgTable(
  'contents',
  {
    key: text('key').primaryKey(),
    loanId: text('loan_id').notNull(),
    type: text('type').notNull(),
    /** In hex. */
    sha256: text('sha256').notNull(),
    /** In bytes. */
    size: bigint('size', { mode: 'number' }).notNull(),
    contentType: text('content_type').notNull(),
    /** The password of a locked PDF, encrypted with `key` as the place (server/encryption/keyring.ts). */
    password: text('password'),
    scan: text('scan').$type<DocumentScan>().notNull(),
    /** `deleting`: the object is about to be deleted; `deleted`: it is, and the row is kept for a document's. */
    object: text('object').$type<'stored' | 'deleting' | 'deleted'>().notNull().default('stored'),
    /** Until when one process alone deletes the object. */
    deletingUntil: instant('deleting_until'),
    uploadedAt: instant('uploaded_at').notNull(),
    /** Since when no document and no submission refers to it; null where one does. */
    unreferencedSince: instant('unreferenced_since'),
  },
  (table) => [
    index('contents_loan').on(table.loanId),
    index('contents_unreferenced')
      .on(table.unreferencedSince)
      .where(sql`${table.unreferencedSince} is not null`),
    index('contents_deleting')
      .on(table.deletingUntil)
      .where(sql`${table.object} = 'deleting'`),
  ],
);

/**
 * The current content of each document of a loan. In the database the table has copies of `size`, `content_type`,
 * `etag` and `password` besides, which a trigger fills for servers of the version before.
 */
export const documents = pgTable(
  'documents',
  {
    loanId: loanId(),
    type: text('type').notNull(),
    key: text('key')
      .notNull()
      .unique()
      .references(() => contents.key),
    /** What it is, where its type can be one of several things. */
    proof: text('proof').$type<AddressProof>(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.loanId, table.type] })],
);

/** The queue of the virus scan: contents that wait for it or had it, by their keys. What it found is `contents.scan`. */
export const scans = pgTable(
  'scans',
  {
    key: text('key').primaryKey(),
    loanId: loanId(),
    state: text('state').$type<DocumentScan>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** When it is tried again, for as long as it waits. */
    dueAt: instant('due_at').notNull(),
  },
  (table) => [
    index('scans_loan').on(table.loanId),
    index('scans_due')
      .on(table.dueAt)
      .where(sql`${table.state} = 'waiting'`),
  ],
);

/** One for each loan and lender: its reference is stored before the first call (decision 27). */
export const lenderLoans = pgTable(
  'lender_loans',
  {
    loanId: loanId(),
    lenderId: integer('lender_id').notNull(),
    reference: text('reference').notNull().unique(),
    /** The lender's answer to what was submitted last, repeated without a call; null where it has to be pushed. */
    result: jsonb('result').$type<LenderResult>(),
    /** The push in flight, and the end of its lease. */
    holder: uuid('holder'),
    heldUntil: instant('held_until'),
    /** The latest step after the approval (machines/servicing/lender-loan.ts); null before a first offer. */
    stage: text('stage').$type<LenderLoanStage>(),
    stageChangedAt: instant('stage_changed_at'),
    /** The offer that was accepted, in `offers`; null while none is. */
    offerId: uuid('offer_id'),
    acceptedAt: instant('accepted_at'),
    /** The day in India on which the lender paid the institution. */
    disbursedOn: text('disbursed_on'),
    /** Of the loan, in the lender's books. */
    accountNumber: text('account_number'),
    /** The day on which the next instalment is due. */
    nextDueOn: text('next_due_on'),
    /** When the customer asked to cancel; null where nobody did. */
    cancelledAt: instant('cancelled_at'),
    /** When the lender refused after its approval. */
    refusedAt: instant('refused_at'),
    /** When time alone changes the stage next. */
    advanceAt: instant('advance_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.loanId, table.lenderId] }),
    index('lender_loans_held')
      .on(table.heldUntil)
      .where(sql`${table.holder} is not null`),
    index('lender_loans_advance')
      .on(table.advanceAt)
      .where(sql`${table.advanceAt} is not null`),
    index('lender_loans_without_offer')
      .on(table.createdAt)
      .where(sql`stage is null and result ->> 'status' = 'APPROVED'`),
    uniqueIndex('lender_loans_one_accepted')
      .on(table.loanId)
      .where(
        sql`stage in ('accepted', 'agreement_signed', 'kyc_verified', 'mandate_registered', 'advance_paid', 'disbursed', 'repaying')`,
      ),
  ],
);

/** Each submission to the lender. At most one of a lender loan is unanswered. */
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
      .where(sql`${table.state} = 'unanswered'`),
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

/** What a reviewer asked about one field (decision 23); its life cycle is machines/query.ts. */
export const queries = pgTable(
  'queries',
  {
    id: uuid('id').primaryKey(),
    loanId: loanId(),
    /** Section 3's dotted name. */
    field: text('field').notNull(),
    /** A code of domain/reasons.ts. */
    reason: text('reason').notNull(),
    message: text('message').notNull(),
    /** Counts how often the same field was asked about in one go, from 1. */
    round: integer('round').notNull().default(1),
    /** The values of the field and of its dependants when the query was raised, by dotted name. */
    askedAbout: jsonb('asked_about').$type<FieldValues>(),
    state: text('state').$type<QueryState>().notNull().default('raised'),
    /** The reviewer's id. */
    raisedBy: text('raised_by').notNull(),
    raisedAt: instant('raised_at').notNull(),
    answeredAt: instant('answered_at'),
    /** The applicant's written reason; null where a changed value answered. */
    answer: text('answer'),
    /** The reviewer who accepted, asked again or withdrew. */
    decidedBy: text('decided_by'),
    decidedAt: instant('decided_at'),
  },
  (table) => [
    index('queries_loan').on(table.loanId),
    uniqueIndex('queries_one_open')
      .on(table.loanId, table.field)
      .where(sql`${table.state} = 'raised'`),
  ],
);

/** What an applicant agrees to with a submission. */
export type Agreement = {
  terms_version?: string;
  privacy_version?: string;
  /** The sentence of the form; absent where a server of a version before has stored the row. */
  words?: string;
  /** The language in which the texts were read. */
  language: Loan['language'];
  /** Null for a submission whose option or institution is not known any more. */
  plan: components['schemas']['AgreedPlan'] | null;
};

/** What an application said when it was submitted, and its documents; changed by an erasure alone (a trigger sees to it). */
export const submissions = pgTable(
  'submissions',
  {
    id: uuid('id').primaryKey(),
    loanId: lastingLoanId(),
    /** Counts from 1. */
    number: integer('number').notNull(),
    submittedAt: instant('submitted_at').notNull(),
    /**
     * Whether nobody submitted it: it keeps what a reviewer had before them, and has the moment of the submission that
     * it adds to.
     */
    supplement: boolean('supplement').notNull().default(false),
    /** Values by dotted name, students by id, documents as `documents.TYPE` with the hash of their content. */
    fields: section('fields'),
    /** What the documents were besides their contents, by type, with copies of the contents' rows. */
    documents: section('documents'),
    /** What the applicant agreed to; null in a row of a release that did not store it. */
    agreed: jsonb('agreed').$type<Agreement>(),
  },
  (table) => [uniqueIndex('submissions_number').on(table.loanId, table.number)],
);

/** The contents that a submission has, by their documents' types; a trigger fills it from `submissions.documents`. */
export const submissionContents = pgTable(
  'submission_contents',
  {
    submissionId: uuid('submission_id')
      .notNull()
      .references(() => submissions.id, { onDelete: 'cascade' }),
    type: text('type').notNull(),
    key: text('key')
      .notNull()
      .references(() => contents.key),
  },
  (table) => [
    primaryKey({ columns: [table.submissionId, table.type] }),
    index('submission_contents_key').on(table.key),
  ],
);

/** Every act on an application, with who, when, old and new value; changed by an erasure alone (a trigger sees to it). */
export const timeline = pgTable(
  'timeline',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    loanId: lastingLoanId(),
    at: instant('at').notNull(),
    actor: text('actor').$type<'applicant' | 'reviewer' | 'lender' | 'system'>().notNull(),
    /** The reviewer's id. */
    actorId: text('actor_id'),
    /** The reviewer's name then. */
    actorName: text('actor_name'),
    /** What happened, such as `query.raised`. */
    act: text('act').$type<components['schemas']['TimelineAct']>().notNull(),
    /** The dotted name that it happened to. */
    field: text('field'),
    before: json('before'),
    after: json('after'),
    details: section('details'),
  },
  (table) => [index('timeline_loan').on(table.loanId, table.id)],
);

/** The record of the messages to people; a job for each delivers it (server/outbox/). */
export const messages = pgTable(
  'messages',
  {
    /** Also the key that the provider knows a repeat by. */
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
    /** Of `issued_documents`: the attachments of a mail, which are read when it is sent. */
    documentIds: uuid('document_ids').array().notNull().default([]),
    /** `waiting` and `handing` are of servers of the version before; their messages are queued anew. */
    state: text('state').$type<'queued' | 'sent' | 'failed' | 'waiting' | 'handing'>().notNull(),
    /** These four are of servers of the version before, too. */
    attempts: integer('attempts').notNull().default(0),
    dueAt: instant('due_at'),
    holder: uuid('holder'),
    heldUntil: instant('held_until'),
    createdAt: instant('created_at').notNull(),
    settledAt: instant('settled_at'),
  },
  (table) => [
    index('messages_loan').on(table.loanId),
    index('messages_created').on(table.createdAt),
    index('messages_recipient').on(table.recipient, table.template, table.createdAt),
    index('messages_due')
      .on(table.dueAt)
      .where(sql`${table.state} in ('waiting', 'handing')`),
  ],
);

/** What is to happen later (server/jobs/). A job that is done has no row any more. */
export const jobs = pgTable(
  'jobs',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').notNull(),
    channel: text('channel').notNull(),
    /** Of jobs that are due, higher ones are run first. */
    priority: integer('priority').notNull().default(0),
    /** What it is about, in ids; see server/jobs/kinds.ts. */
    payload: jsonb('payload').$type<JobPayloadColumn>().notNull(),
    /** At most one job has it. */
    dedupeKey: text('dedupe_key').unique(),
    /** Counts how often it was enqueued under its dedupe key, from 1. */
    revision: integer('revision').notNull().default(1),
    /** By the clock of the product. */
    runAt: instant('run_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** The runner that has claimed it, and until when, by the database's clock. */
    holder: uuid('holder'),
    leaseUntil: instant('lease_until'),
    /** Set where it has failed for good; it is kept until it is run again by command. */
    failedAt: instant('failed_at'),
    /** The kind of the latest error, never its text. */
    lastError: text('last_error'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('jobs_due')
      .on(table.channel, table.priority.desc().nullsFirst(), table.runAt)
      .where(sql`${table.failedAt} is null`),
    index('jobs_holder').on(table.holder),
  ],
);

/**
 * One-time passwords, with how often they were requested and guessed (server/otp/). No reference to what they open: a
 * subject that nobody has is treated the same. The view `reentries` shows it to servers of the version before.
 */
export const oneTimePasswords = pgTable(
  'one_time_passwords',
  {
    /** The oldest key of the partner whose loan it opens; nil where it is no loan. */
    apiKeyId: uuid('api_key_id').notNull(),
    /** What it opens: a loan's id, or what a customer does with a mobile number. */
    subject: text('subject').notNull(),
    /** Salt and scrypt of the password; null where there is none to compare with. */
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

export type ConversationState = components['schemas']['ConversationState'];
export type ConversationKind = components['schemas']['ConversationKind'];
export type GrievanceOutcome = components['schemas']['GrievanceOutcome'];

/**
 * What somebody asks support or complains of, with the answers. It is the house partner's: staff see it who see that
 * partner's loans.
 */
export const conversations = pgTable(
  'conversations',
  {
    id: uuid('id').primaryKey(),
    /** Null where nobody was signed in. */
    customerId: uuid('customer_id').references(() => customers.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    mobile: text('mobile').notNull(),
    email: text('email').notNull(),
    language: text('language').$type<Loan['language']>().notNull(),
    state: text('state').$type<ConversationState>().notNull().default('open'),
    startedAt: instant('started_at').notNull(),
    /** Of the latest message, and of closing. */
    updatedAt: instant('updated_at').notNull(),
    kind: text('kind').$type<ConversationKind>().notNull().default('query'),
    // What follows is null for a query.
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
    index('conversations_customer')
      .on(table.customerId, table.startedAt)
      .where(sql`${table.customerId} is not null`),
    index('conversations_mobile').on(table.mobile, table.startedAt),
    index('conversations_email').on(table.email, table.startedAt),
    index('conversations_updated').on(table.updatedAt),
  ],
);

/** Each message of a conversation. */
export const conversationMessages = pgTable(
  'conversation_messages',
  {
    id: uuid('id').primaryKey(),
    conversationId: uuid('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    at: instant('at').notNull(),
    author: text('author').$type<'customer' | 'staff'>().notNull(),
    /** The reviewer's id; null where the customer wrote it. */
    reviewerId: text('reviewer_id'),
    /** The reviewer's name then. */
    reviewerName: text('reviewer_name'),
    text: text('text').notNull(),
    /** What the answer has settled its grievance as. */
    outcome: text('outcome').$type<GrievanceOutcome>(),
  },
  (table) => [index('conversation_messages_conversation').on(table.conversationId, table.at)],
);

/** What staff answer again and again; nothing of a person. */
export const standardAnswers = pgTable('standard_answers', {
  id: uuid('id').primaryKey(),
  title: text('title').notNull(),
  text: text('text').notNull(),
  language: text('language').$type<Loan['language']>().notNull(),
  /** Who changed it last. */
  reviewerId: text('reviewer_id').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

/** Who wants to hear when a product is there. */
export const productInterests = pgTable(
  'product_interests',
  {
    id: uuid('id').primaryKey(),
    product: text('product').$type<components['schemas']['ComingProduct']>().notNull(),
    channel: text('channel').$type<'sms' | 'email'>().notNull(),
    /** Ten digits of a mobile number, or a mail address in small letters. */
    address: text('address').notNull(),
    /** Of the words that were agreed to (domain/contact.ts), in this language. */
    consentVersion: text('consent_version').notNull(),
    language: text('language').$type<Loan['language']>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('product_interests_address').on(table.product, table.address),
    index('product_interests_created').on(table.createdAt),
  ],
);

/** The sandbox lenders' own rows, apart from the loans' (decision 28). */
export const sandboxLenderLoans = pgTable('sandbox_lender_loans', {
  reference: text('reference').primaryKey(),
  lenderId: integer('lender_id').notNull().default(embeddedLenderId),
  request: jsonb('request').$type<Section>().notNull(),
  answer: jsonb('answer').$type<Section>(),
  /** What its person has done about an approved loan (server/sandbox/lender-servicing.ts). */
  servicing: jsonb('servicing').$type<Section>(),
  calls: integer('calls').notNull().default(0),
  createdAt: instant('created_at').notNull(),
});

/** What the sandbox's providers of SMS and mail were handed, as they would have sent it (decision 28b). */
export const sandboxMessages = pgTable('sandbox_messages', {
  id: uuid('id').primaryKey(),
  channel: text('channel').$type<'sms' | 'email'>().notNull(),
  recipient: text('recipient').notNull(),
  subject: text('subject'),
  text: text('text').notNull(),
  attachments: jsonb('attachments').$type<SandboxAttachment[]>().notNull().default([]),
  receivedAt: instant('received_at').notNull(),
});

/** What the sandbox's mail provider stores of an attachment. */
export type SandboxAttachment = { fileName: string; contentType: string; bytes: number; sha256: string };

/** The books of the sandbox's providers of identity checks, mandates and payments, apart from the loans'. */
export const sandboxProviderRecords = pgTable(
  'sandbox_provider_records',
  {
    provider: text('provider').$type<ProviderName>().notNull(),
    reference: text('reference').notNull(),
    /** What was asked for. */
    request: jsonb('request').$type<Section>().notNull(),
    /** What became of it. */
    record: jsonb('record').$type<Section>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.reference] })],
);

/**
 * What callers cost in a minute, added up over all processes; a subject is a hash. Rows are minutes old at most, so
 * losing them in a crash costs nothing.
 */
export const rateCounts = pgTable(
  'rate_counts',
  {
    subject: text('subject').notNull(),
    /** Minutes since the epoch. */
    minute: integer('minute').notNull(),
    points: integer('points').notNull(),
  },
  (table) => [primaryKey({ columns: [table.subject, table.minute] })],
);
