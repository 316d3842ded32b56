/** Calculates the order of a saved loan. It avoids the exact arithmetic, which the first screen does not need. */
import { type Fees, studentTotal, sumRupees } from './fees.ts';
import type { Loan } from '../values/wire.ts';

/** Returns the total of all students, before any subvention. */
export const totalFee = (rows: readonly Fees[]): number => sumRupees(rows.map(studentTotal));

/** The amounts from which the plans of a loan are calculated, in whole rupees. */
export interface Order {
  institution_name: string;
  total_fee: number;
  /** The part that the loan pays. */
  order_value: number;
}

/** Returns the order of a saved loan; amounts are 0 before its students are saved. */
export const feeOrderOf = ({ el_details }: Pick<Loan, 'el_details'>): Order => ({
  institution_name: el_details.institution_name ?? '',
  total_fee: totalFee(el_details.students),
  order_value: el_details.order_value ?? 0,
});
