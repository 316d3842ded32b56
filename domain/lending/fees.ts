/** The sums of the students' fees (specification, section 9; decision 10), in whole rupees. */
import { limits } from '../values/limits.ts';
import type { Course } from '../values/wire.ts';

/** The fees, in the order in which they are shown. All code that counts, shows or fills fees reads them from here. */
const fees = {
  annual_fee: { ofCourse: 'fee' },
  admission_fee_amount: { ofCourse: 'admission_fee', shownBy: 'new_admission', paid: 'admission_fee_paid' },
  transport_fee_amount: { ofCourse: 'transport_fee', shownBy: 'transport_fee_paid' },
  otherfees: { ofCourse: 'other_fee' },
} as const;

export type FeeField = keyof typeof fees;
export type FeeSwitch = Extract<(typeof fees)[FeeField], { shownBy: string }>['shownBy'];

interface Fee {
  /** The member of a course that says how much it asks for; absent where none does. */
  ofCourse?: Exclude<keyof Course, 'title'>;
  /** The switch that shows the fee; a hidden fee counts 0 (decision 10). Fees that have no switch are always shown. */
  shownBy?: FeeSwitch;
  /** The flag that follows the switch. */
  paid?: 'admission_fee_paid';
}

export const studentFees: Readonly<Record<FeeField, Fee>> = fees;
export const feeFields = Object.keys(fees) as FeeField[];

/** The fees of one student: wire values. */
export type Fees = Record<FeeField, number> & Record<FeeSwitch, boolean>;

/** Returns the fees that a course asks for; 0 for the ones it does not name. */
export const feesOfCourse = (course: Course): Record<FeeField, number> =>
  Object.fromEntries(
    feeFields.map((fee) => {
      const { ofCourse } = studentFees[fee];
      return [fee, (ofCourse && course[ofCourse]) ?? 0];
    }),
  ) as Record<FeeField, number>;

/** Returns the sum of whole rupees. @throws RangeError beyond what a JSON number holds exactly. */
export function sumRupees(amounts: readonly number[]): number {
  const sum = amounts.reduce((sofar, amount) => sofar + amount, 0);
  if (!Number.isSafeInteger(sum)) throw new RangeError('An amount beyond whole numbers');
  return sum;
}

/** Returns whether a value is an amount of whole rupees that a field can hold. */
export const isAmount = (value: number): boolean =>
  Number.isInteger(value) && value >= 0 && value <= limits.amountMax;

/** Returns the student's total fee; hidden, missing and invalid fees count 0 (decision 10). */
export const studentTotal = (row: Fees): number =>
  sumRupees(
    feeFields.map((fee) => {
      const { shownBy } = studentFees[fee];
      return isAmount(row[fee]) && (!shownBy || row[shownBy]) ? row[fee] : 0;
    }),
  );

/** Returns whether the student's total is above the minimum; the minimum itself is refused (decision 10). */
export const isAboveMinimumFee = (row: Fees): boolean => studentTotal(row) > limits.minimumTotalFee;
