/** The terms of a sanctioned loan, as a lender offers them. */
import type { IsoDate } from '../values/dates.ts';

/** Whole paise. */
export type Paise = number;

/** A fixed amount, or decimal percent text such as '2.5'. */
export type Amount = { paise: Paise } | { percent: string };

export type LoanCharge = {
  kind: 'processing' | 'insurance' | 'valuation' | 'other';
  /** The lender's name of the charge: its payee or its purpose. */
  label: string;
  payee: 'lender' | 'third_party';
  /** Percents are of the sanctioned amount. */
  amount: Amount;
  /** GST on top, in percent of the amount. */
  gstPercent: string;
  /**
   * - `deducted`: once, from what is disbursed
   * - `up_front`: once, by the borrower before the disbursal
   * - `with_instalments`: recurring, with each instalment that is due after the disbursal
   */
  collected: 'deducted' | 'up_front' | 'with_instalments';
};

export type ContingentCharge = {
  kind: 'late_payment' | 'other_penal' | 'foreclosure' | 'rate_switch' | 'other';
  /** The lender's description. */
  text: string;
  /** Percents of a late payment charge are of the instalment's unpaid part. Absent if nothing is charged. */
  amount?: Amount;
  /** The days after the due date on which an instalment is still in time, for a late payment charge. */
  graceDays?: number;
};

/** The benchmark of a floating or hybrid rate; rates and spread are percents a year. */
export type Benchmark = { name: string; rate: string; spread: string; resetMonths: number };

export type LoanTerms = {
  sanctionedAmount: Paise;
  /** Number of monthly instalments, those paid in advance included. */
  tenureMonths: number;
  interest: {
    /** Percent; a year, unless `kind` is `flat_total`. */
    rate: string;
    /**
     * - `reducing`: a year, on the principal that is outstanding
     * - `flat_yearly`: a year, on the sanctioned amount, whatever has been repaid
     * - `flat_total`: of the sanctioned amount, once for the whole term
     */
    kind: 'reducing' | 'flat_yearly' | 'flat_total';
  };
  rateType: 'fixed' | 'floating' | 'hybrid';
  /** The benchmark of a floating or hybrid rate. */
  benchmark?: Benchmark;
  /** The day of the disbursal; planned until it has happened, see `withDisbursalOn`. */
  disbursalOn: IsoDate;
  disbursalKind: 'at_once' | 'staged';
  /** The due date of the first instalment after the disbursal: a month after it or later. The others follow monthly. */
  firstDueOn: IsoDate;
  /** Instalments that the borrower pays before the disbursal. */
  advanceInstalments: number;
  charges: readonly LoanCharge[];
  contingentCharges: readonly ContingentCharge[];
  /** The number of days after the disbursal on which the borrower can cancel the loan. */
  coolingOffDays: number;
  /** Says whether the lender keeps its processing fee when the borrower cancels in the cooling-off period. */
  keepsProcessingFee: boolean;
  /** The APR stated by the lender, in percent. */
  apr: string;
  /** The rounding of all instalments but the last; a paisa if the lender states none. */
  instalmentRounding?: 'paisa' | 'rupee';
  /** The instalment stated by the lender: any but the last, without charges. */
  instalment: Paise;
};

/** The only charges that recur are those that come with each instalment. */
export const isRecurring = (charge: LoanCharge): boolean => charge.collected === 'with_instalments';
