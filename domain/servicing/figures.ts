/** The figures of a loan (Annex B of the key facts statement): its cost, the disbursed amount, and its APR. */
import { annualPercentageRate } from '../lending/apr.ts';
import type { IsoDate } from '../values/dates.ts';
import { type ChargeAmount, chargeAmounts, type ChargeTotal, sumCharges, sumPaise } from './charges.ts';
import { firstPeriodOf, instalmentOf, type ScheduleRow, scheduleOf } from './schedule.ts';
import { isRecurring, type LoanCharge, type LoanTerms, type Paise } from './terms.ts';

/** A payment on a day; above 0 the borrower receives it, below 0 the borrower pays it. */
export type Flow = { on: IsoDate; amount: Paise };

export type LoanFigures = {
  /** The amount of an instalment other than the last. */
  instalment: Paise;
  /** Instalments that are due after the disbursal. */
  instalments: number;
  totalInterest: Paise;
  /** The amounts of each charge taken once, in the order of the terms. */
  charges: ChargeAmount[];
  /** Over the whole term. */
  lenderCharges: ChargeTotal;
  thirdPartyCharges: ChargeTotal;
  /** The borrower's payments before the disbursal: charges and advance instalments. */
  upFront: Paise;
  /** The sanctioned amount less the charges that are deducted from it. */
  netDisbursed: Paise;
  /** The sum of the borrower's payments. Charges that are deducted are not paid again. */
  totalPaid: Paise;
  /** Interest and all charges: the payments beyond the disbursed amount. */
  cost: Paise;
  /** Decimal percent text with four decimals. */
  apr: string;
  /** The flows of the APR: the amount the borrower has at the start, net of all payments by then, and each payment. */
  flows: Flow[];
};

/** @throws RangeError for terms with problems, see `termsProblems`. */
export function figuresOf(terms: LoanTerms): LoanFigures {
  const schedule = scheduleOf(terms);
  const charges = chargeAmounts(terms);
  const flows = flowsOf(terms, schedule);
  const apr = aprOf(terms, flows);
  if (apr === null) throw new RangeError('Terms without an APR');
  const instalments = terms.tenureMonths - terms.advanceInstalments;
  const times = (charge: LoanCharge) => (isRecurring(charge) ? instalments : 1);
  const totalInterest = sumPaise(schedule.map(({ interest }) => interest));
  const netDisbursed = terms.sanctionedAmount - startCharges(terms, 'deducted');
  const cost = totalInterest + sumCharges(charges, () => true, times).total;
  return {
    instalment: instalmentOf(terms),
    instalments,
    totalInterest,
    charges,
    lenderCharges: sumCharges(charges, ({ payee }) => payee === 'lender', times),
    thirdPartyCharges: sumCharges(charges, ({ payee }) => payee === 'third_party', times),
    upFront: upFrontOf(terms, schedule),
    netDisbursed,
    totalPaid: netDisbursed + cost,
    cost,
    apr,
    flows,
  };
}

/** Charges that are taken once, at the start, in one of the two ways, GST included. */
export const startCharges = (terms: LoanTerms, collected: 'deducted' | 'up_front'): Paise =>
  sumCharges(chargeAmounts(terms), (charge) => charge.collected === collected).total;

/** Returns the rows of the instalments that are paid before the disbursal. */
export const advanceRows = (terms: LoanTerms, schedule: readonly ScheduleRow[]): ScheduleRow[] =>
  schedule.slice(0, terms.advanceInstalments);

/** Returns the borrower's payments before the disbursal. */
export const upFrontOf = (terms: LoanTerms, schedule: readonly ScheduleRow[]): Paise =>
  sumPaise(advanceRows(terms, schedule).map(({ instalment }) => instalment)) +
  startCharges(terms, 'up_front');

export function flowsOf(terms: LoanTerms, schedule: readonly ScheduleRow[]): Flow[] {
  const received = terms.sanctionedAmount - startCharges(terms, 'deducted') - upFrontOf(terms, schedule);
  const payments = schedule.slice(terms.advanceInstalments);
  return [
    { on: terms.disbursalOn, amount: received },
    ...payments.map(({ dueOn, instalment, charges }) => ({ on: dueOn, amount: -(instalment + charges) })),
  ];
}

/** Returns the APR of a loan's flows; null where there is none, as where charges are as large as the loan. */
export function aprOf(terms: LoanTerms, [start, ...payments]: readonly Flow[]): string | null {
  const amounts = payments.map(({ amount }) => -amount);
  return annualPercentageRate(start?.amount ?? 0, amounts, firstPeriodOf(terms));
}
