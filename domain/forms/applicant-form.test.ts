import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applicantFormOf,
  widerFieldsOf,
  applicantForm,
  applicantFromWire,
  formOfStep,
  applicantToWire,
  emptyApplicant,
} from './applicant.ts';
import { formSteps } from '../pages/steps.ts';
import { checkInputs, checkWire, type Wire } from '../values/check.ts';
import { fieldValuesOf } from './changes.ts';
import { applicantFields } from './fields/applicant.ts';
import { lenderRequestableFields } from './fields/consumer.ts';
import { flaggableFields } from '../loan/flaggable.ts';
import { withoutHidden } from './hidden-fields.ts';
import { sectionsOf } from '../loan/loan-sections.ts';
import { stepValues } from './step-values.ts';
import { aLoan } from '../testing.ts';
import type { Loan } from '../values/wire.ts';

const context = { today: '2026-11-20', applicantMobile: '9840012345' };

const embedded = aLoan();
const consumer: Loan = {
  ...embedded,
  presentation: 'consumer',
  personal_details: {
    ...embedded.personal_details,
    mother_maiden_name: 'Lakshmi',
    loan_purpose: 'School fees',
    years_at_current_address: 4,
    years_in_current_city: 9,
  },
  employment_details: {
    ...embedded.employment_details,
    total_work_experience: 12,
    current_work_experience: 10,
  },
  income_details: { ...embedded.income_details, monthly_obligations: 0 },
};
const asked: Loan = {
  ...consumer,
  asked_fields: ['personal_details.religion', 'personal_details.caste'],
};
const table = applicantFormOf(consumer);
const wire = applicantToWire(table, applicantFromWire(table, consumer)) as Wire;
const codes = (changes: Wire, loan: Loan = consumer) => {
  const form = applicantFormOf(loan);
  return checkWire(form, withoutHidden(form, { ...wire, ...changes }), context).map(({ code }) => code);
};

it('each field and each rule of the applicant form belongs to exactly one step', () => {
  const form = applicantFormOf(asked);
  const parts = formSteps.map((step) => formOfStep(form, step));
  const names = parts.flatMap(({ fields }) => Object.keys(fields));
  expect(names.toSorted()).toEqual(Object.keys(form.fields).toSorted());
  expect(parts.flatMap(({ rules }) => rules)).toEqual(form.rules);
  expect(Object.keys(formOfStep(form, 'students').fields)).toEqual([]);
});

describe('a loan of the embedded flow', () => {
  it('has the fields and rules of the embedded flow and no others', () => {
    expect(applicantFormOf(embedded)).toBe(applicantForm);
    expect(applicantFormOf({ ...asked, presentation: 'embedded' })).toBe(applicantForm);
    expect(applicantForm.fields).toBe(applicantFields);
    expect(Object.values(applicantFields).filter((row) => 'follows' in row)).toEqual([]);
  });

  it('ignores saved fields that only the consumer app asks for', () => {
    const saved: Loan = { ...consumer, presentation: 'embedded' };
    for (const name of widerFieldsOf(asked)) {
      expect(flaggableFields(saved)).not.toContain(name);
      expect(sectionsOf(saved).flatMap(({ fields }) => fields)).not.toContain(name);
      expect(fieldValuesOf(saved, {})).not.toHaveProperty([name]);
      expect(stepValues.applicant.toWire(stepValues.applicant.saved(saved, null), saved)).not.toHaveProperty([
        name,
      ]);
    }
  });
});

describe('a loan of the consumer app', () => {
  it('keeps the fields of the embedded flow in order and adds its own between them', () => {
    const names = Object.keys(table.fields);
    expect(names.filter((name) => name in applicantFields)).toEqual(Object.keys(applicantFields));
    expect(names.indexOf('personal_details.mother_maiden_name')).toBe(
      names.indexOf('personal_details.applicant_father_name') + 1,
    );
    expect(names.filter((name) => !(name in applicantFields))).toEqual(widerFieldsOf(consumer));
  });

  it('returns the same form object each time, so that a page does not restart it', () => {
    expect(applicantFormOf({ ...consumer })).toBe(table);
  });

  it('is read, flagged and compared with its own fields', () => {
    const name = 'personal_details.mother_maiden_name';
    expect(flaggableFields(consumer)).toContain(name);
    expect(sectionsOf(consumer).find(({ id }) => id === 'person')?.fields).toContain(name);
    expect(fieldValuesOf(consumer, {})).toHaveProperty([name], 'Lakshmi');
    expect(stepValues.applicant.toWire(stepValues.applicant.saved(consumer, null), consumer)).toHaveProperty(
      [name],
      'Lakshmi',
    );
  });

  it('asks for religion and caste only where the lender asks for them', () => {
    expect(lenderRequestableFields).toEqual(['personal_details.religion', 'personal_details.caste']);
    expect(widerFieldsOf(consumer).filter((name) => lenderRequestableFields.includes(name))).toEqual([]);
    expect(widerFieldsOf(asked).filter((name) => lenderRequestableFields.includes(name))).toEqual(
      lenderRequestableFields,
    );
    expect(codes({})).toEqual([]);
    expect(codes({}, asked)).toEqual(['consumer.error.religion.required', 'consumer.error.caste.required']);
    expect(codes({ 'personal_details.religion': 'Jain', 'personal_details.caste': 'B2' }, asked)).toEqual([
      'consumer.error.caste.invalid',
    ]);
  });

  it('asks an employee about work experience and a business owner about the business', () => {
    const missing = (type: string) =>
      checkInputs(
        table,
        { ...emptyApplicant(table), employment_details: { employment_type: type } },
        context,
      ).map(({ code }) => code);
    const work = ['consumer.error.totalExperience.required', 'consumer.error.currentExperience.required'];
    const business = ['consumer.error.businessVintage.required', 'consumer.error.netAnnualIncome.required'];
    expect(missing('Salaried').filter((code) => [...work, ...business].includes(code))).toEqual(work);
    expect(missing('Self Employed').filter((code) => [...work, ...business].includes(code))).toEqual(
      business,
    );
  });

  it.each([
    ['personal_details.mother_maiden_name', '', 'consumer.error.motherMaidenName.required'],
    ['personal_details.mother_maiden_name', 'Lakshmi 2', 'consumer.error.motherMaidenName.invalid'],
    ['personal_details.loan_purpose', ' ', 'consumer.error.loanPurpose.required'],
    ['personal_details.loan_purpose', 'x'.repeat(101), 'common.error.tooLong'],
    ['personal_details.address.residence.landmark', 'x'.repeat(101), 'common.error.tooLong'],
    ['personal_details.years_at_current_address', null, 'consumer.error.yearsAtAddress.required'],
    ['personal_details.years_at_current_address', 0.5, 'consumer.error.yearsAtAddress.required'],
    ['personal_details.years_in_current_city', 100, 'consumer.error.yearsInCity.required'],
    ['personal_details.years_in_current_city', 3, 'consumer.error.yearsInCity.invalid'],
    ['employment_details.total_work_experience', null, 'consumer.error.totalExperience.required'],
    ['employment_details.current_work_experience', 13, 'consumer.error.currentExperience.invalid'],
    ['income_details.monthly_obligations', undefined, 'consumer.error.monthlyObligations.required'],
    ['income_details.monthly_obligations', Number.NaN, 'app.amount.invalid'],
    ['income_details.total_monthly_income', 0.5, 'app.amount.invalid'],
  ])('refuses %s %j with %s', (name, value, code) => expect(codes({ [name]: value })).toEqual([code]));

  it.each([
    ['personal_details.address.residence.landmark', 'Opposite the bus stand'],
    ['personal_details.years_in_current_city', 4],
    ['employment_details.current_work_experience', 12],
    ['income_details.total_monthly_income', 60_000],
    ['income_details.monthly_obligations', 0],
  ])('accepts %s %j', (name, value) => expect(codes({ [name]: value })).toEqual([]));

  it.each(widerFieldsOf(asked))('answers any invalid value of %s with a message of the app', (name) => {
    fc.assert(
      fc.property(fc.anything(), (junk) => {
        for (const code of codes({ [name]: junk }, asked))
          expect(code).toMatch(/^(consumer|common)\.error\.|^app\.amount\.invalid$|^problem\.shape$/);
      }),
      { numRuns: 30 },
    );
  });

  it('reads from the loan what was typed', () => {
    const typed = applicantFromWire(table, consumer);
    expect(applicantFromWire(table, consumer)).toMatchObject({
      personal_details: { years_at_current_address: '4', address: { residence: { landmark: '' } } },
      income_details: { monthly_obligations: '0', total_monthly_income: '' },
    });
    expect(applicantToWire(table, typed)).not.toHaveProperty(['personal_details.address.residence.landmark']);
  });
});
