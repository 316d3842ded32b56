/** The words of a lender about an approved loan. */
import { figuresOf } from '../../domain/servicing/figures.ts';
import { withDisbursalOn } from '../../domain/servicing/schedule.ts';
import type { LoanTerms } from '../../domain/servicing/terms.ts';
import type { LenderDisbursal, LenderSteps } from '../../server/adapters/lender.ts';

/** The state of a lender at which nothing has happened. */
export const noLenderSteps = {
  offer: null,
  countersigned: null,
  disbursal: null,
  cancelled: null,
  refused: false,
  collections: [],
} as const satisfies LenderSteps;

/** The payout of an offer as its terms have it. */
export const disbursalOf = (
  terms: LoanTerms,
  on: string,
  changes: Partial<LenderDisbursal> = {},
): LenderDisbursal => ({
  on,
  amountPaise: figuresOf(withDisbursalOn(terms, on)).netDisbursed,
  proposalNumber: 'P1',
  accountNumber: 'A1',
  utr: 'UTR1',
  ...changes,
});
