import { describe, expect, it } from 'vitest';
import { applicantFormOf, applicantFromDraft } from './applicant.ts';
import { applicantOfEarlier, studentsOfEarlier } from './earlier-application.ts';
import { studentsFromDraft } from './student.ts';
import { aLoan, aStudent } from '../testing.ts';

const institution = { id: 203, name: 'Tamarind Hill Public School' };
const facts = { presentation: 'consumer', asked_fields: ['personal_details.religion'] } as const;
const loan = { ...facts, asked_fields: [...facts.asked_fields], name: 'Meenakshi S', institution };
const from = '2025-06-01';

describe('the students of an earlier application', () => {
  const draft = studentsOfEarlier(
    aLoan([aStudent('s1'), aStudent('s2', { student_name: 'Yazhini M', new_admission: true })]),
    loan,
    { from, today: '2026-11-23' },
  );

  it('keep their personal data, and their courses, fees and year are asked again', () => {
    expect(draft.students.map(({ student_name }) => student_name)).toEqual(['Kavin M', 'Yazhini M']);
    expect(draft.students[0]).toMatchObject({
      ...{ dob: '2016-04-09', student_roll_no: '1204', academic_year: '2026', institution_id: '203' },
      ...{ institution_course_id: '', course_name: '', annual_fee: '', new_admission: false },
    });
    expect(draft.students[1]?.new_admission).toBe(false);
    expect(draft.students.map(({ id }) => id)).not.toContain('s1');
  });

  it('form a valid draft of the students step', () => {
    const { carried, ...values } = draft;
    expect(studentsFromDraft(draft, aLoan())).toEqual(values);
    expect(carried).toEqual({ from, unchecked: [] });
  });
});

describe('the applicant of an earlier application', () => {
  const draft = applicantOfEarlier(
    aLoan([], {
      personal_details: { ...aLoan().personal_details, loan_purpose: 'School fees', religion: 'None' },
    }),
    loan,
    from,
  );

  it('keeps the personal data, the address, the income and the bank account', () => {
    const { address, ...person } = aLoan().personal_details;
    expect(draft.personal_details).toMatchObject({
      ...{ pan: person.pan, dob: person.dob, alternate_mobile: person.alternate_mobile },
      address: { residence: { pincode: address.residence.pincode } },
    });
    expect(draft.bank_details.bank_account_no).toBe('001234567890');
    expect(draft.income_details.monthly_income).toBe('48000');
  });

  it('takes the name from the profile and leaves the purpose, the religion and the plan empty', () => {
    expect(draft.personal_details).toMatchObject({ name: 'Meenakshi S', loan_purpose: '', religion: '' });
    expect(draft.loan_details).toEqual({ emi_tenure_id: '', emi_tenure: '' });
  });

  it('lists each section except the plan as unchecked', () => {
    const sections = ['person', 'bank', 'residence', 'permanent', 'employment', 'office'];
    expect(draft.carried).toEqual({ from, unchecked: sections });
  });

  it('leaves hidden fields empty, since nobody could check them', () => {
    const { personal_details, income_details } = aLoan();
    const earlier = aLoan([], {
      personal_details: { ...personal_details, same_as_aadhaar: 1 },
      income_details: { ...income_details, household_income: 90_000 },
    });
    const hidden = applicantOfEarlier(earlier, loan, from);
    expect(hidden.personal_details.address.permanent).toMatchObject({ address: '', pincode: '' });
    expect(hidden.income_details.household_income).toBe('');
    expect(hidden.carried.unchecked).not.toContain('permanent');
  });

  it('forms a valid draft of the applicant step, without consents', () => {
    const { carried: _, ...values } = draft;
    expect(applicantFromDraft(applicantFormOf(loan), draft)).toEqual(values);
    expect(JSON.stringify(draft)).not.toMatch(/consent|terms/i);
  });
});
