/** The answer of a call where no token of the loan is in force (decision 2a). */
import type { Outcome } from '../values/outcome.ts';

/** The code of the 404 that a call gets which no token opens the loan for: whether there is a loan, it does not say. */
export const loanAccessCode = 'app.reentry.why';

/** Returns whether a call's failure leaves re-entry as the only way to open the loan (decision 2a). */
export const needsReentry = (outcome: Outcome<unknown>): boolean =>
  outcome.kind === 'refused' &&
  outcome.status === 404 &&
  outcome.errors.some(({ code }) => code === loanAccessCode);
