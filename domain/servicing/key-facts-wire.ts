/** The facts of a key facts statement as a page gets them from the server. */
import type { KeyFactsStatement } from '../values/wire.ts';
import type { KeyFactsInput } from './key-facts.ts';
import { termsOf } from './terms-wire.ts';

export const keyFactsInputOf = (wire: KeyFactsStatement['facts']): KeyFactsInput => ({
  proposalNumber: wire.proposal_number,
  issuedOn: wire.issued_on,
  validUntil: wire.valid_until,
  borrowerName: wire.borrower_name,
  institutionName: wire.institution_name,
  lenderName: wire.lender_name,
  platformName: wire.platform_name,
  terms: termsOf(wire.terms),
  officers: wire.officers,
  isTransferable: wire.transferable,
  partnerLender: wire.partner_lender && {
    name: wire.partner_lender.name,
    sharePercent: wire.partner_lender.share_percent,
    blendedRate: wire.partner_lender.blended_rate,
  },
  recoveryAgent: wire.recovery_agent,
  ...(wire.loan_number !== null && { loanNumber: wire.loan_number }),
  students: wire.students.map(({ name, class_name: className, roll_number: rollNumber }) => ({
    name,
    className,
    rollNumber,
  })),
});
