/** The fee that a loan is about (specification, section 9; decision 10), in whole rupees. */
import type { Fees } from './fees.ts';
import { totalFee } from './loan-order.ts';
import { ceilRupees, exact, percentOf, subtract } from '../values/money.ts';

/** Takes the subvention percent of a HYBRID institution off the total and rounds up once (decision 10). */
export function orderValue(
  rows: readonly Fees[],
  institution: { commercial_type?: string; subvention?: string },
): number {
  const total = exact(totalFee(rows));
  const borne = institution.commercial_type === 'HYBRID' ? (institution.subvention ?? '0') : '0';
  return ceilRupees(subtract(total, percentOf(total, borne)));
}
