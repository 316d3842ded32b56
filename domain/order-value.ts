/** The fee that a loan is about (specification, section 9; decisions 11 and 12), in whole rupees. */
import { type Fees, studentTotal, sumRupees } from './fees.ts';
import { ceilRupees, exact, percentOf, subtract } from './money.ts';
import type { Loan } from './wire.ts';

/** The total of all students, before any subvention. */
export const loanTotal = (rows: readonly Fees[]): number => sumRupees(rows.map(studentTotal));

/**
 * The fee that a loan is about: the total, less the institution's subvention percent when it is HYBRID, rounded
 * up once (decisions 11 and 12).
 */
export function orderValue(
  rows: readonly Fees[],
  institution: { commercial_type?: string; subvention?: string },
): number {
  const total = exact(loanTotal(rows));
  const borne = institution.commercial_type === 'HYBRID' ? (institution.subvention ?? '0') : '0';
  return ceilRupees(subtract(total, percentOf(total, borne)));
}

/** What the plans of a loan are calculated on, in whole rupees. */
export interface Order {
  institution_name: string;
  /** All fees of all students. */
  total_fee: number;
  /** The part that the loan pays. */
  order_value: number;
}

/** The order of a loan as it is saved; amounts are 0 before its students are. */
export const orderOf = ({ el_details }: Pick<Loan, 'el_details'>): Order => ({
  institution_name: el_details.institution_name ?? '',
  total_fee: loanTotal(el_details.students),
  order_value: el_details.order_value ?? 0,
});
