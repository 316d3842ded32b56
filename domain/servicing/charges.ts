/** Calculates the charges of a loan: each amount is rounded to the nearest paisa, and so is the GST on it. */
import { exact, percentOf, roundHalfUp } from '../values/money.ts';
import { type Amount, isRecurring, type LoanCharge, type LoanTerms, type Paise } from './terms.ts';

/** `total` is `net` and `gst`. */
export type ChargeTotal = { net: Paise; gst: Paise; total: Paise };

/** The amounts of a charge taken once; a recurring one is taken again with each instalment. */
export type ChargeAmount = ChargeTotal & { charge: LoanCharge };

/** Returns an amount, or a percentage of `base`, in paise. @throws RangeError when the percent is no decimal text. */
export const amountOf = (amount: Amount, base: Paise): Paise =>
  'paise' in amount ? amount.paise : percentageOf(base, amount.percent);

/** Returns the amounts in the order of the terms. */
export const chargeAmounts = (terms: LoanTerms): ChargeAmount[] =>
  terms.charges.map((charge) => {
    const net = amountOf(charge.amount, terms.sanctionedAmount);
    const gst = percentageOf(net, charge.gstPercent);
    return { charge, net, gst, total: net + gst };
  });

/** Returns the sum of the charges that meet a condition, each multiplied by `times(charge)`, by default 1. */
export function sumCharges(
  amounts: readonly ChargeAmount[],
  includes: (charge: LoanCharge) => boolean,
  times: (charge: LoanCharge) => number = () => 1,
): ChargeTotal {
  const sum: ChargeTotal = { net: 0, gst: 0, total: 0 };
  for (const { charge, net, gst, total } of amounts.filter((amount) => includes(amount.charge))) {
    sum.net += net * times(charge);
    sum.gst += gst * times(charge);
    sum.total += total * times(charge);
  }
  return sum;
}

/** Returns the charges that come with each instalment due after the disbursal. */
export const recurringCharges = (terms: LoanTerms): Paise =>
  sumCharges(chargeAmounts(terms), isRecurring).total;

const percentageOf = (base: Paise, percent: string): Paise => roundHalfUp(percentOf(exact(base), percent));

/** Returns the sum of whole paise. */
export const sumPaise = (amounts: readonly Paise[]): Paise =>
  amounts.reduce((sofar, amount) => sofar + amount, 0);
