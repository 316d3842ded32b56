/** The tables of the review: queries, submissions and the timeline. */
import {
  bigserial,
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
import type { FieldValues } from '../../../domain/forms/changes.ts';
import type { Loan, QueryState, AgreedPlan, TimelineAct } from '../../../domain/values/wire.ts';
import { equalsText, instant, json, section, textReference, uuidReference } from './columns.ts';
import { contents } from './documents.ts';
import { lastingLoanId, loanId } from './loans.ts';

/** The questions of reviewers about single fields (decision 23); the life cycle is machines/query.ts. */
export const queries = pgTable(
  'queries',
  {
    id: uuid('id').primaryKey(),
    loanId: loanId(),
    /** Section 3's dotted name. */
    field: text('field').notNull(),
    /** A code of domain/lending/reasons.ts. */
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
    uniqueIndex('queries_one_open').on(table.loanId, table.field).where(equalsText(table.state, 'raised')),
  ],
);

/** The terms that an applicant agrees to with a submission. */
export type Agreement = {
  terms_version?: string;
  privacy_version?: string;
  /** The sentence of the form. */
  words: string;
  /** The language in which the texts were read. */
  language: Loan['language'];
  /** Null for a submission whose option or institution is not known any more. */
  plan: AgreedPlan | null;
};

/** The values and documents of each submission; a trigger lets only an erasure change them. */
export const submissions = pgTable(
  'submissions',
  {
    id: uuid('id').primaryKey(),
    loanId: lastingLoanId(),
    /** Counts from 1. */
    number: integer('number').notNull(),
    submittedAt: instant('submitted_at').notNull(),
    /**
     * True for a row that no applicant submitted: it keeps what a reviewer saw, and has the time of the submission that
     * it supplements.
     */
    supplement: boolean('supplement').notNull().default(false),
    /** Values by dotted name, students by id, documents as `documents.TYPE` with the hash of their content. */
    fields: section('fields'),
    /** The documents' other data, by type, with copies of the contents' rows. */
    documents: section('documents'),
    agreed: jsonb('agreed').$type<Agreement>().notNull(),
  },
  (table) => [uniqueIndex('submissions_number').on(table.loanId, table.number)],
);

/** The contents that a submission has, by their documents' types. */
export const submissionContents = pgTable(
  'submission_contents',
  {
    submissionId: uuidReference('submission_id', () => submissions.id, 'cascade'),
    type: text('type').notNull(),
    key: textReference('key', () => contents.key),
  },
  (table) => [
    primaryKey({ columns: [table.submissionId, table.type] }),
    index('submission_contents_key').on(table.key),
  ],
);

/** The acts on an application, with actor, time, old and new value; a trigger lets only an erasure change them. */
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
    /** The act, such as `query.raised`. */
    act: text('act').$type<TimelineAct>().notNull(),
    /** The dotted name that it happened to. */
    field: text('field'),
    before: json('before'),
    after: json('after'),
    details: section('details'),
  },
  (table) => [index('timeline_loan').on(table.loanId, table.id)],
);
