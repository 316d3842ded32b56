/** Parses a row of the institutions' file: an EMI option with its course and its institution, checked cell by cell. */
import { limits } from '../../domain/values/limits.ts';
import type { courses, emiOptions, institutions } from '../db/schema/institutions.ts';

export type InstitutionRow = typeof institutions.$inferInsert;
export type CourseRow = typeof courses.$inferInsert;
export type OptionRow = typeof emiOptions.$inferInsert;

/** `course` and `option` are absent where the row leaves their cells empty. */
export type ImportRow = { institution: InstitutionRow; course?: CourseRow; option?: OptionRow };

/** The header of the file, in this order or any other. */
export const importColumns = [
  'institution_id',
  'institution_name',
  'prefferd_lenders',
  'commercial_type',
  'institution_subvention',
  'fee_validation',
  'receipt_upload',
  'course_id',
  'course_title',
  'fee',
  'admission_fee',
  'transport_fee',
  'other_fee',
  'tenure_id',
  'emi_tenure',
  'parent_pf',
  'parent_pf_amount',
  'parent_interest',
  'advance_emi',
  'membership_fee',
  'option_subvention',
  'fibe_id',
  'is_disabled',
] as const;

type Column = (typeof importColumns)[number];
export type Cells = Record<Column, string>;

const idMax = 2_147_483_647;
const nameMaxLength = 300;

/** @returns the row, or the reasons why it is refused */
export function readRow(cells: Cells): { row: ImportRow } | { reasons: string[] } {
  const { reasons, refuse, text, whole, rupees, percent, flag } = cellReader(cells);
  const row: ImportRow = {
    institution: {
      id: whole('institution_id', 1, idMax),
      name: text('institution_name'),
      prefferdLenders:
        readLenders(cells.prefferd_lenders) ?? refuse('prefferd_lenders', 'is not a list such as 11 15', []),
      commercialType:
        readCommercialType(cells.commercial_type) ??
        refuse('commercial_type', 'is not HYBRID or STANDARD', 'STANDARD'),
      subvention: percent('institution_subvention'),
      feeValidation: flag('fee_validation'),
      receiptUpload: flag('receipt_upload'),
    },
  };
  if (cells.course_id.trim()) {
    row.course = {
      id: whole('course_id', 1, idMax),
      institutionId: row.institution.id,
      title: text('course_title'),
      fee: rupees('fee'),
      admissionFee: rupees('admission_fee'),
      transportFee: rupees('transport_fee'),
      otherFee: rupees('other_fee'),
    };
  }
  if (cells.tenure_id.trim()) {
    if (!row.course) refuse('tenure_id', 'is in a row without a course', undefined);
    row.option = {
      id: whole('tenure_id', 1, idMax),
      courseId: row.course?.id ?? 0,
      emiTenure: whole('emi_tenure', limits.planMonths.first, limits.planMonths.last),
      parentPf: percent('parent_pf'),
      parentPfAmount: rupees('parent_pf_amount'),
      parentInterest: percent('parent_interest'),
      advanceEmi: whole('advance_emi', 0, limits.planMonths.last, 0),
      membershipFee: rupees('membership_fee'),
      subvention: percent('option_subvention'),
      fibeId: cells.fibe_id.trim() ? whole('fibe_id', 1, idMax) : null,
      isDisabled: flag('is_disabled'),
    };
    if ((row.option.advanceEmi ?? 0) > row.option.emiTenure)
      refuse('advance_emi', 'is more than emi_tenure', 0);
  }
  return reasons.length > 0 ? { reasons } : { row };
}

/** Readers of one row's cells: each gives a value of its kind, and adds a reason where the cell has none. */
function cellReader(cells: Cells) {
  const reasons: string[] = [];
  const refuse = <T>(column: Column, why: string, instead: T): T => {
    reasons.push(`${column} ${why}`);
    return instead;
  };
  const whole = (column: Column, least: number, most: number, empty?: number): number => {
    const value = cells[column].trim();
    if (value === '' && empty !== undefined) return empty;
    if (!/^\d{1,10}$/.test(value)) return refuse(column, 'is not a whole number', least);
    const number = Number(value);
    return number >= least && number <= most
      ? number
      : refuse(column, `is not from ${least} to ${most}`, least);
  };
  return {
    reasons,
    refuse,
    whole,
    rupees: (column: Column): number => whole(column, 0, limits.amountMax, 0),
    text(column: Column): string {
      const value = cells[column].normalize('NFC').replace(/\s+/g, ' ').trim();
      if (value === '') return refuse(column, 'is empty', '');
      if (value.length > nameMaxLength)
        return refuse(column, `is longer than ${nameMaxLength} characters`, '');
      return /[\p{Cc}\p{Surrogate}]/u.test(value)
        ? refuse(column, 'holds a character that cannot be shown', '')
        : value;
    },
    percent(column: Column): string {
      const value = cells[column].trim() || '0';
      return /^(100(\.0+)?|\d{1,2}(\.\d{1,6})?)$/.test(value)
        ? value.replace(/^0+(?=\d)/, '')
        : refuse(column, 'is not a percentage from 0 to 100, such as 2.5', '0');
    },
    flag(column: Column): boolean {
      const value = cells[column].trim().toLowerCase() || 'false';
      if (value !== 'true' && value !== 'false') refuse(column, 'is not true or false', false);
      return value === 'true';
    },
  };
}

function readLenders(cell: string): number[] | undefined {
  const parts = cell.split(/[\s;]+/).filter(Boolean);
  return parts.every((part) => /^\d{1,6}$/.test(part)) ? parts.map(Number) : undefined;
}

const readCommercialType = (cell: string): 'HYBRID' | 'STANDARD' | undefined => {
  const value = cell.trim() || 'STANDARD';
  return value === 'HYBRID' || value === 'STANDARD' ? value : undefined;
};
