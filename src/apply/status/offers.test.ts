import { expect, it } from 'vitest';
import type { EmiOption, Loan } from '../../../domain/wire.ts';
import { offerOf } from './offers.ts';

const option: EmiOption = {
  id: 1,
  emi_tenure: 6,
  parent_pf: '1.1',
  parent_pf_amount: 0,
  parent_interest: '0',
  advance_emi: 1,
  membership_fee: 0,
  subvention: '0',
  fibe_id: null,
  is_disabled: false,
};

it('calculates a plan on the order value, and for Others by its own rule', () => {
  const down = (institution_name: string) =>
    offerOf(option, { el_details: { order_value: 30000, institution_name } } as Loan).plan.emi_down_payment;
  expect(down('Green Valley School')).toBe(5000);
  expect(down('Others')).toBe(330);
});
