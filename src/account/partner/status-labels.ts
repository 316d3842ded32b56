/** Statuses in the order of a loan's life, with their messages. */
import type { LoanStatus } from '../../../domain/wire.ts';
import type { MessageId } from '../../../locales/index.ts';

export const statusLabels = {
  draft: 'partner.status.draft',
  submitted: 'partner.status.submitted',
  with_lender: 'partner.status.withLender',
  under_review: 'partner.status.underReview',
  in_progress: 'partner.status.inProgress',
  pending: 'partner.status.pending',
  approved: 'partner.status.approved',
  rejected: 'partner.status.rejected',
} as const satisfies Record<LoanStatus, MessageId>;

export const statuses = Object.keys(statusLabels) as LoanStatus[];
