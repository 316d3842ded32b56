/** What the fees of the students come to (specification, section 9; decisions 10 to 12). All in whole rupees. */
import { limits } from './limits.ts';
import { ceilRupees, exact, percentOf, subtract, sumRupees } from './money.ts';

/** The fees of one student, as they travel. */
export interface Fees {
  annual_fee: number;
  otherfees: number;
  admission_fee_amount: number;
  transport_fee_amount: number;
  new_admission: boolean;
  transport_fee_paid: boolean;
}

/** The flag that shows a fee; the other fees are always shown. */
export const feeSwitches = {
  admission_fee_amount: 'new_admission',
  transport_fee_amount: 'transport_fee_paid',
} as const;

/** A fee that was not typed yet, or not well, counts 0. */
const counted = (fee: number) => (Number.isSafeInteger(fee) ? fee : 0);

/** The student's total fee; a hidden fee counts 0 (decision 11a). */
export const studentTotal = (row: Fees): number =>
  sumRupees([
    counted(row.annual_fee),
    counted(row.otherfees),
    ...(['admission_fee_amount', 'transport_fee_amount'] as const).map((fee) =>
      row[feeSwitches[fee]] ? counted(row[fee]) : 0,
    ),
  ]);

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

/** True when the student's total is above the minimum; the minimum itself is refused (decision 10). */
export const reachesMinimum = (row: Fees): boolean => studentTotal(row) > limits.minimumTotalFee;
