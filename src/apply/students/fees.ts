/** The parts of the total, in whole rupees. */
import { type FeeField, feeFields, isAmount, sumRupees } from '../../../domain/lending/fees.ts';
import { type StudentValues, studentToWire } from '../../../domain/forms/student.ts';

export type FeeParts = Record<FeeField, number>;

/** Sums the fees; a fee that is hidden (decision 10), not typed yet or no amount counts 0. */
export function feeParts(students: readonly StudentValues[]): FeeParts {
  const rows = students.map(studentToWire);
  const sums = feeFields.map((fee) => [fee, sumRupees(rows.map((row) => row[fee] ?? 0).filter(isAmount))]);
  return Object.fromEntries(sums) as FeeParts;
}

export const totalOf = (parts: FeeParts): number => sumRupees(Object.values(parts));
