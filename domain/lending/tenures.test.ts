import { describe, expect, it } from 'vitest';
import type { EmiOption } from '../values/wire.ts';
import { isTenureUnavailable, availableTenureIds } from './tenures.ts';

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

it('offers what is not disabled', () => {
  expect(availableTenureIds([option(1), option(2, true), option(3)])).toEqual([1, 3]);
});

describe('the chosen plan', () => {
  it('is gone when the course offers it no longer, or not at the moment', () => {
    expect(isTenureUnavailable([option(1)], '2')).toBe(true);
    expect(isTenureUnavailable([option(1, true)], '1')).toBe(true);
    expect(isTenureUnavailable([option(1)], '1')).toBe(false);
  });

  it('is not gone while nobody knows what is offered, or nothing is chosen', () => {
    expect(isTenureUnavailable(null, '1')).toBe(false);
    expect(isTenureUnavailable([option(1)], '')).toBe(false);
  });
});
