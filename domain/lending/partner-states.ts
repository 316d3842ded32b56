/** The states in which a partner sees its applications, in the order of a loan's life, with the ids of their names. */
import type { PartnerState } from '../values/wire.ts';

export const partnerStateMessages = {
  draft: 'partner.status.draft',
  submitted: 'partner.status.submitted',
  with_lender: 'partner.status.withLender',
  under_review: 'partner.status.underReview',
  in_progress: 'partner.status.inProgress',
  pending: 'partner.status.pending',
  approved: 'partner.status.approved',
  rejected: 'partner.status.rejected',
  disbursed: 'partner.status.disbursed',
  ended: 'partner.status.ended',
} as const satisfies Record<PartnerState, string>;

export const partnerStates = Object.keys(partnerStateMessages) as PartnerState[];
