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

it('offers only tenures that are not disabled', () => {
  expect(availableTenureIds([option(1), option(2, true), option(3)])).toEqual([1, 3]);
});

describe('the chosen plan', () => {
  it('is unavailable when the course no longer offers it or has disabled it', () => {
    expect(isTenureUnavailable([option(1)], '2')).toBe(true);
    expect(isTenureUnavailable([option(1, true)], '1')).toBe(true);
    expect(isTenureUnavailable([option(1)], '1')).toBe(false);
  });

  it('is not unavailable while the offered plans are unknown or none is chosen', () => {
    expect(isTenureUnavailable(null, '1')).toBe(false);
    expect(isTenureUnavailable([option(1)], '')).toBe(false);
  });
});
