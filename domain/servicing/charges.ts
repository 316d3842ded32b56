/** What the charges of a loan come to: each amount to the nearest paisa, the GST on top of it again. */
import { exact, percentOf, roundHalfUp } from '../values/money.ts';
import { type Amount, isRecurring, type LoanCharge, type LoanTerms, type Paise } from './terms.ts';

/** `total` is `net` and `gst`. */
export type ChargeTotal = { net: Paise; gst: Paise; total: Paise };

/** A charge as it is taken once; a recurring one is taken again with each instalment. */
export type ChargeAmount = ChargeTotal & { charge: LoanCharge };

/**
 * An amount, or a percentage of `base`, in paise.
 * @throws RangeError when the percent is no decimal text.
 */
export const amountOf = (amount: Amount, base: Paise): Paise =>
  'paise' in amount ? amount.paise : percentageOf(base, amount.percent);

/** In the order of the terms. */
export const chargeAmounts = (terms: LoanTerms): ChargeAmount[] =>
  terms.charges.map((charge) => {
    const net = amountOf(charge.amount, terms.sanctionedAmount);
    const gst = percentageOf(net, charge.gstPercent);
    return { charge, net, gst, total: net + gst };
  });

/** What of a loan's charges meets a condition, each taken `times(charge)` times; once without it. */
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

/** What is charged with each instalment that is due after the disbursal. */
export const recurringCharges = (terms: LoanTerms): Paise =>
  sumCharges(chargeAmounts(terms), isRecurring).total;

const percentageOf = (base: Paise, percent: string): Paise => roundHalfUp(percentOf(exact(base), percent));

/** The sum of whole paise. */
export const sumPaise = (amounts: readonly Paise[]): Paise =>
  amounts.reduce((sofar, amount) => sofar + amount, 0);
