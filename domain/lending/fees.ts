/** What the fees of the students come to (specification, section 9; decision 10). All in whole rupees. */
import { limits } from '../values/limits.ts';

/** In the order in which they are shown. */
export const feeFields = ['annual_fee', 'admission_fee_amount', 'transport_fee_amount', 'otherfees'] as const;

export type FeeField = (typeof feeFields)[number];

/** The fees of one student: wire values. */
export type Fees = Record<FeeField, number> & { new_admission: boolean; transport_fee_paid: boolean };

/** The flag that shows a fee; the other fees are always shown. */
export const feeSwitches = {
  admission_fee_amount: 'new_admission',
  transport_fee_amount: 'transport_fee_paid',
} as const;

/**
 * The sum of whole rupees.
 * @throws RangeError beyond what a JSON number holds exactly.
 */
export function sumRupees(amounts: readonly number[]): number {
  const sum = amounts.reduce((sofar, amount) => sofar + amount, 0);
  if (!Number.isSafeInteger(sum)) throw new RangeError('An amount beyond whole numbers');
  return sum;
}

/** Whether a value is an amount of whole rupees that a field can hold. */
export const isAmount = (value: number): boolean =>
  Number.isInteger(value) && value >= 0 && value <= limits.amountMax;

/** The student's total fee; a hidden fee, and one that is missing or no amount, counts 0 (decision 10). */
export const studentTotal = (row: Fees): number => {
  const switches: Partial<Record<FeeField, 'new_admission' | 'transport_fee_paid'>> = feeSwitches;
  return sumRupees(
    feeFields.map((fee) => {
      const flag = switches[fee];
      return isAmount(row[fee]) && (!flag || row[flag]) ? row[fee] : 0;
    }),
  );
};

/** True when the student's total is above the minimum; the minimum itself is refused (decision 10). */
export const isAboveMinimumFee = (row: Fees): boolean => studentTotal(row) > limits.minimumTotalFee;
