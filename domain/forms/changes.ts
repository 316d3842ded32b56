/** An application's values, flat by dotted name, and the differences between two of them. */
import { addressLines, applicantFormOf } from './applicant.ts';
import { getPath, type Wire } from '../values/check.ts';
import { withoutHidden } from './hidden-fields.ts';
import { studentFieldName } from './fields/names.ts';
import { studentForm } from './student.ts';
import type { Loan } from '../values/wire.ts';

/** Values by dotted name, without empty and hidden ones. */
export type FieldValues = Readonly<Record<string, string | number | boolean>>;

export type Change = {
  field: string;
  /** Null where there was no value. */
  before: string | number | boolean | null;
  after: string | number | boolean | null;
};

/**
 * Returns all values of an application in the order of the screens: students by their ids, documents by the hash of
 * their content.
 * @param documents the hashes by the documents' types
 */
export function fieldValuesOf(loan: Loan, documents: Readonly<Record<string, string>>): FieldValues {
  const { institution_id, institution_name, students, order_value } = loan.el_details;
  const receipts = Object.entries(documents).map(([type, hash]) => [`documents.${type}`, hash]);
  const rows = students.flatMap((row) =>
    Object.keys(studentForm.fields).map((field) => [studentFieldName(row.id, field), getPath(row, field)]),
  );
  return withoutEmpty({
    'el_details.institution_id': institution_id,
    'el_details.institution_name': institution_name,
    ...Object.fromEntries(receipts),
    ...Object.fromEntries(rows),
    'el_details.order_value': order_value,
    ...applicantOf(loan),
  });
}

const permanentAddress = 'personal_details.address.permanent.';

/** Returns the applicant's values, without a permanent address that equals the residence. */
function applicantOf(loan: Loan): Wire {
  const form = applicantFormOf(loan);
  const names = [...Object.keys(form.fields), ...addressLines];
  const shown = withoutHidden(form, Object.fromEntries(names.map((name) => [name, getPath(loan, name)])));
  const isSame = shown['personal_details.same_as_aadhaar'] === 1;
  return Object.fromEntries(
    Object.entries(shown).filter(([name]) => !isSame || !name.startsWith(permanentAddress)),
  );
}

const withoutEmpty = (wire: Wire): FieldValues =>
  Object.fromEntries(
    Object.entries(wire).filter(
      (pair): pair is [string, FieldValues[string]] =>
        pair[1] !== '' && ['string', 'number', 'boolean'].includes(typeof pair[1]),
    ),
  );

/** Returns the fields that differ, in the order of `after`; those that only `before` has come last. */
export function changesBetween(before: FieldValues, after: FieldValues): Change[] {
  const names = [...Object.keys(after), ...Object.keys(before).filter((name) => !Object.hasOwn(after, name))];
  return names
    .filter((name) => before[name] !== after[name])
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }));
}
