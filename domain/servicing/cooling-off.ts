/**
 * Cancelling a disbursed loan in its cooling-off period: the borrower returns the principal with the APR's part for the
 * days that have passed, without a penalty. Decision 87 has the calculation.
 */
import { addDays, daysBetween, type IsoDate } from '../values/dates.ts';
import { divide, exact, multiply, percentOf, roundHalfUp } from '../values/money.ts';
import { chargeAmounts, sumCharges, sumPaise } from './charges.ts';
import { advanceRows, figuresOf } from './figures.ts';
import { scheduleOf } from './schedule.ts';
import { isRecurring, type LoanCharge, type LoanTerms, type Paise } from './terms.ts';

/** Returns whether the lender may keep a charge: its own processing fee, which is taken once. */
const isKept = (charge: LoanCharge): boolean =>
  charge.kind === 'processing' && charge.payee === 'lender' && !isRecurring(charge);

/** Returns the fee, in paise with its GST, that the lender keeps when the borrower cancels in the cooling-off period. */
export const keptFee = (terms: LoanTerms): Paise =>
  terms.keepsProcessingFee ? sumCharges(chargeAmounts(terms), isKept).total : 0;

export type CoolingOffExit = {
  on: IsoDate;
  /** The days since the disbursal. */
  daysUsed: number;
  /** The amount that the lender has paid to the institution. */
  paidOut: Paise;
  /** The sum of the payments before the disbursal: instalments in advance and charges. */
  paidBefore: Paise;
  /** The sanctioned amount less the instalments that were paid in advance. */
  principal: Paise;
  /** The APR for the days used, on the principal less all charges of the start. */
  interest: Paise;
  /** The charges of the start that the borrower gets back, with their GST. */
  chargesReturned: Paise;
  /** The processing fee, with its GST, where the terms say that the lender keeps it. */
  feeKept: Paise;
  /** The sum of the payments since the disbursal. */
  paid: Paise;
  /**
   * The amount to be paid: principal and interest less the charges returned and the payments so far; at least 0. It
   * equals the amount paid out, the interest and the kept fee, less all payments before and since the disbursal.
   */
  total: Paise;
  /** The refund by the lender if the borrower has paid more than that. */
  refund: Paise;
};

/** Returns the last day on which the loan can be cancelled; the day of the disbursal is not counted. */
export const coolingOffEndsOn = (terms: LoanTerms): IsoDate =>
  addDays(terms.disbursalOn, terms.coolingOffDays);

/**
 * @param on the day on which the borrower pays
 * @param paidSince the sum of all payments by the end of that day, less what is due before the disbursal
 * @returns null before the disbursal, and once the period is over.
 * @throws RangeError for terms with problems, see `termsProblems`.
 */
export function coolingOffExit(terms: LoanTerms, on: IsoDate, paidSince: Paise): CoolingOffExit | null {
  if (on < terms.disbursalOn || on > coolingOffEndsOn(terms)) return null;
  const { apr, flows, netDisbursed, upFront } = figuresOf(terms);
  const charges = chargeAmounts(terms);
  const received = flows[0]?.amount ?? 0;
  const daysUsed = daysBetween(terms.disbursalOn, on);
  const principal =
    terms.sanctionedAmount -
    sumPaise(advanceRows(terms, scheduleOf(terms)).map(({ instalment }) => instalment));
  const interest = roundHalfUp(
    divide(multiply(percentOf(exact(received), apr), exact(daysUsed)), exact(365)),
  );
  const feeKept = keptFee(terms);
  const chargesReturned = sumCharges(charges, (charge) => !isRecurring(charge)).total - feeKept;
  const due = principal + interest - chargesReturned - paidSince;
  return {
    on,
    daysUsed,
    paidOut: netDisbursed,
    paidBefore: upFront,
    principal,
    interest,
    chargesReturned,
    feeKept,
    paid: paidSince,
    total: Math.max(0, due),
    refund: Math.max(0, -due),
  };
}
