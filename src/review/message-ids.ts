/** The desk's messages for the contract's codes. */
import type { QueryReason } from '../../domain/lending/reasons.ts';
import type { QueueStage, LoanStatus } from '../../domain/values/wire.ts';
import type { MessageId } from '../../locales/index.ts';
import type { ReviewCounts } from '../../machines/desk/acts.ts';
import type { PillTone } from '../ui/pill.tsx';

export const stageMessages = {
  to_review: 'review.stage.to_review',
  answered: 'review.stage.answered',
  sent_back: 'review.stage.sent_back',
  with_lender: 'review.stage.with_lender',
  approved: 'review.stage.approved',
  rejected: 'review.stage.rejected',
} as const satisfies Record<QueueStage, MessageId>;

export const stageTones: Record<QueueStage, PillTone> = {
  to_review: 'waiting',
  answered: 'waiting',
  sent_back: 'running',
  with_lender: 'running',
  approved: 'good',
  rejected: 'bad',
};

/** Drafts never come to the desk. */
export const statusMessages = {
  submitted: 'review.status.submitted',
  with_lender: 'review.status.with_lender',
  approved: 'review.status.approved',
  rejected: 'review.status.rejected',
  pending: 'review.status.pending',
  in_progress: 'review.status.in_progress',
  under_review: 'review.status.under_review',
} as const satisfies Record<Exclude<LoanStatus, 'draft'>, MessageId>;

export const reasonMessages = {
  unclear: 'review.reason.unclear',
  incomplete: 'review.reason.incomplete',
  mismatch: 'review.reason.mismatch',
  wrong_person: 'review.reason.wrong_person',
  unreadable: 'review.reason.unreadable',
  wrong_document: 'review.reason.wrong_document',
  outdated: 'review.reason.outdated',
  other: 'review.reason.other',
} as const satisfies Record<QueryReason, MessageId>;

export const countMessages = {
  flags: 'review.bar.flags',
  accepted: 'review.bar.accepted',
  askedAgain: 'review.bar.askedAgain',
  withdrawn: 'review.bar.withdrawn',
} as const satisfies Record<keyof ReviewCounts, MessageId>;
