/** The tables of staff: accounts, sessions, attempts to sign in, and what staff have read and have open. */
import { bigserial, boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { StaffRole } from '../../../domain/values/wire.ts';
import { instant, noTexts, textReference, uuidReference } from './columns.ts';
import { loans } from './loans.ts';
import { partners } from './partners.ts';

/** Staff who review. `email` is in small letters; `passwordHash` is argon2id in its own notation. */
export const reviewers = pgTable('reviewers', {
  id: uuid('id').primaryKey(),
  email: text('email').notNull().unique(),
  name: text('name').notNull(),
  passwordHash: text('password_hash').notNull(),
  role: text('role').$type<StaffRole>().notNull().default('reviewer'),
  /** The secret of the authenticator app, encrypted; null without a second factor. */
  totpSecret: text('totp_secret'),
  /** The step of the app's code that was used last, counted from the epoch; no earlier one is taken. */
  totpLastStep: integer('totp_last_step'),
  /** The SHA-256 in hex of each recovery code that is left. */
  recoveryHashes: text('recovery_hashes').array().notNull().default(noTexts),
  createdAt: instant('created_at').notNull(),
  disabledAt: instant('disabled_at'),
  /** The SHA-256 in hex of the invitation's token; null where the account has no open invitation. */
  invitationHash: text('invitation_hash').unique(),
  invitationExpiresAt: instant('invitation_expires_at'),
  /** The secret that the invitation offers to an authenticator app, encrypted; it counts once it is accepted. */
  invitedTotpSecret: text('invited_totp_secret'),
});

/** The partners whose applications a reviewer sees; an administrator sees all without a row. */
export const staffPartners = pgTable(
  'staff_partners',
  {
    reviewerId: uuidReference('reviewer_id', () => reviewers.id, 'cascade'),
    partnerId: textReference('partner_id', () => partners.id, 'cascade'),
  },
  (table) => [primaryKey({ columns: [table.reviewerId, table.partnerId] })],
);

/** Sessions of staff. `tokenHash` is the SHA-256 in hex of what the cookie holds; a use now and then rotates it. */
export const staffSessions = pgTable(
  'staff_sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    reviewerId: uuidReference('reviewer_id', () => reviewers.id, 'cascade'),
    /** The tokens of one sign-in; they end together. */
    sessionId: uuid('session_id').notNull(),
    /** The time of the sign-in; kept through rotations. */
    signedInAt: instant('signed_in_at').notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at').notNull(),
    /** Set when another token took its place; calls under way may still use it for a moment. */
    replacedAt: instant('replaced_at'),
  },
  (table) => [index('staff_sessions_reviewer').on(table.reviewerId)],
);

/**
 * Failed sign-ins in a row, whether anybody has the mail address that was typed or not. `emailHash` is the SHA-256 in hex
 * of the mail address, for those behind it a second one of the network address or the device.
 */
export const signInFailures = pgTable('sign_in_failures', {
  emailHash: text('email_hash').primaryKey(),
  failures: integer('failures').notNull(),
  lastAt: instant('last_at').notNull(),
  lockedUntil: instant('locked_until'),
});

/** Browsers in which a reviewer has signed in before. `tokenHash` is the SHA-256 in hex of what the cookie holds. */
export const staffDevices = pgTable(
  'staff_devices',
  {
    tokenHash: text('token_hash').primaryKey(),
    reviewerId: uuidReference('reviewer_id', () => reviewers.id, 'cascade'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('staff_devices_reviewer').on(table.reviewerId)],
);

/** The reads of personal data by staff; rows do not reference loans, so that they outlive them. */
export const accessLog = pgTable(
  'access_log',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    at: instant('at').notNull(),
    reviewerId: uuid('reviewer_id').notNull(),
    /** The name that the reviewer had then. */
    reviewerName: text('reviewer_name').notNull(),
    operation: text('operation').notNull(),
    loanId: text('loan_id'),
    /** The document's type and the hash of its content. */
    subject: text('subject'),
  },
  (table) => [
    index('access_log_at').on(table.at),
    index('access_log_loan').on(table.loanId, table.at),
    index('access_log_reviewer').on(table.reviewerId, table.operation, table.at),
  ],
);

/** The audit trail of the admin commands that change something. */
export const adminActs = pgTable(
  'admin_acts',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    at: instant('at').notNull(),
    /** The account at the machine where the command was given. */
    operator: text('operator').notNull(),
    command: text('command').notNull(),
    /** The id of what it was about; null where it has none. */
    subject: text('subject'),
    isDone: boolean('is_done').notNull(),
  },
  (table) => [index('admin_acts_at').on(table.at)],
);

/** An event in the account of a member of staff. */
export type StaffEvent = 'invited' | 'invitation_accepted' | 'password_changed' | 'access_reset' | 'disabled';

/** The audit trail of the accounts of staff; no reference to an account, so that a row outlives it. */
export const staffEvents = pgTable(
  'staff_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    at: instant('at').notNull(),
    reviewerId: uuid('reviewer_id').notNull(),
    /** The name that the reviewer had then. */
    reviewerName: text('reviewer_name').notNull(),
    event: text('event').$type<StaffEvent>().notNull(),
  },
  (table) => [
    index('staff_events_at').on(table.at),
    index('staff_events_reviewer').on(table.reviewerId, table.at),
  ],
);

/** The reviewers who have an application open on the desk. */
export const reviewViews = pgTable(
  'review_views',
  {
    loanId: textReference('loan_id', () => loans.id, 'cascade'),
    reviewerId: uuidReference('reviewer_id', () => reviewers.id, 'cascade'),
    seenAt: instant('seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.loanId, table.reviewerId] })],
);
