import { describe, expect, it } from 'vitest';
import { emptyApplicant } from '../../../domain/applicant.ts';
import type { EmiOption } from '../../../domain/wire.ts';
import { isGone, offersOf, withOfferedPlan } from './plan.ts';

const option = (id: number, is_disabled = false): EmiOption => ({
  id,
  emi_tenure: 6,
  parent_pf: '1.1',
  parent_pf_amount: 0,
  parent_interest: '0',
  advance_emi: 1,
  membership_fee: 0,
  subvention: '0',
  fibe_id: null,
  is_disabled,
});

const withTenure = (emi_tenure_id: string) => ({
  ...emptyApplicant,
  loan_details: { emi_tenure_id, emi_tenure: '6' },
});

describe('the chosen plan', () => {
  it('is gone when the course offers it no longer, or not at the moment', () => {
    expect(isGone([option(1)], '2')).toBe(true);
    expect(isGone([option(1, true)], '1')).toBe(true);
    expect(isGone([option(1)], '1')).toBe(false);
  });

  it('is not gone while nobody knows what is offered, or nothing is chosen', () => {
    expect(isGone(null, '1')).toBe(false);
    expect(isGone([option(1)], '')).toBe(false);
  });

  it('counts as not chosen once it is gone, and leaves everything else alone', () => {
    const values = withTenure('2');
    const { loan_details, ...others } = withOfferedPlan(values, [option(1)]);
    expect(loan_details).toEqual({ emi_tenure_id: '', emi_tenure: '' });
    expect({ ...others, loan_details: values.loan_details }).toEqual(values);
    expect(withOfferedPlan(values, [option(2)])).toBe(values);
  });

  it('is calculated on the order value, and for Others on its own rule', () => {
    const down = (institutionName: string) =>
      offersOf([option(1)], { fee: 30000, institutionName })[0]?.plan.emi_down_payment;
    expect(down('Green Valley School')).toBe(5000);
    expect(down('Others')).toBe(330);
  });
});
