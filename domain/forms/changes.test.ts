import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changesBetween, type FieldValues, fieldValuesOf } from './changes.ts';
import { applicantFormOf } from './applicant.ts';
import { fieldNames, parseStudentFieldName, rowOf } from './fields/catalogue.ts';
import { lenderRequestableFields } from './fields/consumer.ts';
import type { Loan } from '../values/wire.ts';
import { aLoan, aStudent } from '../testing.ts';

const name = fc.constantFrom('a', 'b', 'c', 'documents.fee_receipt', 'el_details.students.s1.dob');
const value = fc.oneof(fc.string(), fc.integer(), fc.boolean());
const anyFields: fc.Arbitrary<FieldValues> = fc.dictionary(name, value, { noNullPrototype: true });

describe('the field values of an application', () => {
  it('are flat, with students named by id and documents by a hash of their content', () => {
    const fields = fieldValuesOf(aLoan([aStudent('s1'), aStudent('s2', { student_roll_no: '7' })]), {
      fee_receipt: 'abc',
    });
    expect(fields).toMatchObject({
      'el_details.institution_id': 203,
      'el_details.institution_name': 'Tamarind Hill Public School',
      'el_details.order_value': 39_000,
      'documents.fee_receipt': 'abc',
      'el_details.students.s1.student_roll_no': '1204',
      'el_details.students.s2.student_roll_no': '7',
      'el_details.students.s2.new_admission': false,
      'personal_details.pan': 'ABCDE1234F',
      'personal_details.address.permanent.address': '4 Hill Road',
      'loan_details.emi_tenure': 3,
      'bank_details.bank_account_no': '001234567890',
    });
  });

  it('leave out empty fields, hidden fields and fields that change only with time', () => {
    const loan = aLoan([aStudent('s1', { student_roll_no: '' })]);
    loan.income_details.household_income = 30_000;
    const fields = fieldValuesOf(loan, {});
    for (const absent of [
      'el_details.students.s1.student_roll_no',
      'el_details.students.s1.type_of_institute',
      'employment_details.business_constitution',
      'employment_details.employment_experience',
      'income_details.household_income',
      'documents.fee_receipt',
    ])
      expect(fields).not.toHaveProperty([absent]);
    loan.personal_details.same_as_aadhaar = 1;
    loan.personal_details.address.permanent.address_line_1 = 'B';
    const names = Object.keys(fieldValuesOf(loan, {}));
    expect(names.filter((one) => one.includes('permanent'))).toEqual([]);
    expect(names).toContain('personal_details.address.residence.city');
  });
});

describe('every field of the catalogue that somebody fills in', () => {
  const isFilledIn = (name: string) => {
    const row = rowOf(name);
    return row !== undefined && !row.derived && row.kind !== 'document';
  };
  const asConsumer = { presentation: 'consumer', asked_fields: lenderRequestableFields } as Partial<Loan>;
  /** The loans show, together, each field that can be hidden. */
  const loans = [
    aLoan([aStudent('s1')], {
      ...asConsumer,
      income_details: { monthly_income: 20_000, household_income: 1 },
    }),
    aLoan([aStudent('s1')], {
      ...asConsumer,
      employment_details: { ...aLoan().employment_details, employment_type: 'Self Employed' },
    }),
  ];

  it('counts as a change of the application when its value changes', () => {
    const missing = fieldNames
      .filter(isFilledIn)
      .filter((name) => !loans.some((loan) => isHeard(loan, name.replace('*', 's1'))));
    expect(missing, 'a submission does not have them: domain/forms/changes.ts').toEqual([]);
  });

  it('is a field of the form that the server checks and stores', () => {
    const [loan = aLoan()] = loans;
    const asked = fieldNames.filter((name) => isFilledIn(name) && !parseStudentFieldName(name));
    const elsewhere = asked.filter((name) => !(name in applicantFormOf(loan).fields));
    expect(elsewhere.filter((name) => !name.includes('.address_line_'))).toEqual([
      'el_details.institution_id',
    ]);
  });
});

/** Says whether another value of a field is a change of the application. */
function isHeard(loan: Loan, name: string): boolean {
  const after = structuredClone(loan);
  const student = parseStudentFieldName(name);
  const row: object | undefined = student ? after.el_details.students[0] : after;
  const path = (student?.field ?? name).split('.');
  const last = path.pop() ?? name;
  const inner = path.reduce<object>((outer, key) => Reflect.get(outer, key) ?? {}, row ?? {});
  const before = Reflect.get(inner, last);
  Reflect.set(inner, last, typeof before === 'boolean' ? !before : 'another');
  return changesBetween(fieldValuesOf(loan, {}), fieldValuesOf(after, {})).some(
    ({ field }) => field === name,
  );
}

describe('the changes between two applications', () => {
  it('list each changed field with both values, in the order of the screens', () => {
    const before = aLoan([aStudent('s1'), aStudent('s2')]);
    const after = aLoan([aStudent('s1'), aStudent('s2', { student_roll_no: '' })]);
    after.personal_details.pan = 'ABCDE0003F';
    expect(
      changesBetween(fieldValuesOf(before, { fee_receipt: 'a' }), fieldValuesOf(after, { fee_receipt: 'b' })),
    ).toEqual([
      { field: 'documents.fee_receipt', before: 'a', after: 'b' },
      { field: 'personal_details.pan', before: 'ABCDE1234F', after: 'ABCDE0003F' },
      { field: 'el_details.students.s2.student_roll_no', before: '1204', after: null },
    ]);
  });

  it('are empty between equal applications', () => {
    fc.assert(
      fc.property(anyFields, (fields) => {
        expect(changesBetween(fields, { ...fields })).toEqual([]);
      }),
    );
  });

  it('turn the first application into the second', () => {
    fc.assert(
      fc.property(anyFields, anyFields, (before, after) => {
        const led: Record<string, unknown> = { ...before };
        for (const change of changesBetween(before, after)) {
          expect(led[change.field] ?? null).toBe(change.before);
          if (change.after === null) delete led[change.field];
          else led[change.field] = change.after;
        }
        expect(led).toEqual(after);
      }),
    );
  });

  it('are the same in the other direction, with both values swapped', () => {
    fc.assert(
      fc.property(anyFields, anyFields, (one, other) => {
        const turned = changesBetween(other, one).map((change) => ({
          field: change.field,
          before: change.after,
          after: change.before,
        }));
        const sorted = (changes: { field: string }[]) =>
          changes.toSorted((a, b) => a.field.localeCompare(b.field));
        expect(sorted(turned)).toEqual(sorted(changesBetween(one, other)));
      }),
    );
  });
});
