/** What an application says, flat by dotted name, and what another one says otherwise. */
import { addressLines, applicantForm } from './applicant.ts';
import { at, type Wire } from './check.ts';
import { withoutHidden } from './shown.ts';
import { studentFieldName } from './fields/names.ts';
import { studentForm } from './student.ts';
import type { Loan } from './wire.ts';

/** Values by dotted name; what was not said, or is hidden, is left out. */
export type Fields = Readonly<Record<string, string | number | boolean>>;

export type Change = {
  field: string;
  /** Null where it did not say it. */
  before: string | number | boolean | null;
  after: string | number | boolean | null;
};

/**
 * Everything that an application says, in the order of the screens: students by their ids, and documents by the
 * hash of their content.
 * @param documents the hashes by the documents' types
 */
export function fieldsOf(loan: Loan, documents: Readonly<Record<string, string>>): Fields {
  const { institution_id, institution_name, students, order_value } = loan.el_details;
  const receipts = Object.entries(documents).map(([type, hash]) => [`documents.${type}`, hash]);
  const rows = students.flatMap((row) =>
    Object.keys(studentForm.fields).map((field) => [studentFieldName(row.id, field), at(row, field)]),
  );
  return said({
    'el_details.institution_id': institution_id,
    'el_details.institution_name': institution_name,
    ...Object.fromEntries(receipts),
    ...Object.fromEntries(rows),
    'el_details.order_value': order_value,
    ...applicantOf(loan),
  });
}

const permanentAddress = 'personal_details.address.permanent.';

/** A permanent address that is the residence is said once. */
function applicantOf(loan: Loan): Wire {
  const names = [...Object.keys(applicantForm.fields), ...addressLines];
  const shown = withoutHidden(applicantForm, Object.fromEntries(names.map((name) => [name, at(loan, name)])));
  const isSame = shown['personal_details.same_as_aadhaar'] === 1;
  return Object.fromEntries(
    Object.entries(shown).filter(([name]) => !isSame || !name.startsWith(permanentAddress)),
  );
}

const said = (wire: Wire): Fields =>
  Object.fromEntries(
    Object.entries(wire).filter(
      (pair): pair is [string, Fields[string]] =>
        pair[1] !== '' && ['string', 'number', 'boolean'].includes(typeof pair[1]),
    ),
  );

/** What `after` says otherwise than `before`, in the order of `after`; what it does not say any more comes last. */
export function changesBetween(before: Fields, after: Fields): Change[] {
  const names = [...Object.keys(after), ...Object.keys(before).filter((name) => !Object.hasOwn(after, name))];
  return names
    .filter((name) => before[name] !== after[name])
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }));
}
