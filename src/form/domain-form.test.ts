import { describe, expect, it } from 'vitest';
import { applicantForm, emptyApplicant } from '../../domain/forms/applicant.ts';
import type { ValidationContext } from '../../domain/values/check.ts';
import { createLoanForm } from '../../domain/forms/create.ts';
import { formChecker } from './domain-form.tsx';

const context: ValidationContext = { today: '2026-07-01' };

describe('the checker of one table', () => {
  const checker = formChecker(createLoanForm, context);

  it('finds what is wrong with a field', () => {
    expect(checker.check('phone', { name: '', phone: '98', email: '' })).toEqual({
      field: 'phone',
      code: 'create.error.phone.invalid',
    });
  });

  it('knows nothing of a field that is in no table', () => {
    expect(checker.check('declared', {})).toBeUndefined();
    expect(checker.clean('declared')).toBeUndefined();
  });

  it('reaches nested values by dotted names', () => {
    const issue = formChecker(applicantForm, context).check(
      'personal_details.address.residence.city',
      emptyApplicant(applicantForm),
    );
    expect(issue?.code).toBe('applicant.error.residenceCity.required');
  });

  it('asks only about the fields it is told to', () => {
    const issues = checker.checkAll({ name: '', phone: '', email: '' }, (name) => name === 'email');
    expect(issues.map(({ field }) => field)).toEqual(['email']);
  });
});
