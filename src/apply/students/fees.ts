/** What the total consists of, in whole rupees. */
import { sumRupees } from '../../../domain/money.ts';
import { type StudentValues, studentToWire } from '../../../domain/student.ts';

export const feeKinds = ['annual', 'admission', 'transport', 'other'] as const;

export type FeeKind = (typeof feeKinds)[number];
export type FeeParts = Record<FeeKind, number>;

/** A hidden fee counts 0 (decision 11a), and so does one that was not typed yet. */
export function feeParts(students: readonly StudentValues[]): FeeParts {
  const rows = students.map(studentToWire);
  const sum = (name: 'annual_fee' | 'admission_fee_amount' | 'transport_fee_amount' | 'otherfees') =>
    sumRupees(rows.map((row) => row[name] ?? 0));
  return {
    annual: sum('annual_fee'),
    admission: sum('admission_fee_amount'),
    transport: sum('transport_fee_amount'),
    other: sum('otherfees'),
  };
}

export const totalOf = (parts: FeeParts): number => sumRupees(Object.values(parts));
