import { describe, expect, it } from 'vitest';
import { lockOf } from './lock.ts';
import type { LoanStatus, Query, QueryState } from '../values/wire.ts';

const query = (state: QueryState): Query => ({
  id: state,
  field: 'personal_details.pan',
  reason: 'unclear',
  message: 'Please look again',
  round: 1,
  state,
  raised_at: '2026-11-20T10:00:00Z',
  answered_at: null,
  answer: null,
});
const modeOf = (status: LoanStatus, ...states: QueryState[]) =>
  lockOf({ status, queries: states.map(query) }).mode;

describe('the lock of a loan', () => {
  it('opens the flagged fields while a question is open, also after earlier answers', () => {
    expect(modeOf('pending', 'raised')).toBe('queried');
    expect(modeOf('submitted', 'accepted', 'asked_again', 'raised')).toBe('queried');
  });

  it('locks the loan after an answer, even before the lender has it', () => {
    for (const state of ['answered', 'accepted', 'asked_again'] as const) {
      expect(modeOf('submitted', state)).toBe('locked');
      expect(modeOf('pending', state)).toBe('locked');
    }
  });

  it('ignores a withdrawn question that had no answer', () => {
    expect(modeOf('submitted', 'withdrawn')).toBe('open');
    expect(modeOf('pending', 'withdrawn')).toBe('locked');
  });

  it('locks the loan where a withdrawn question was answered before', () => {
    const answered: Query = { ...query('withdrawn'), answered_at: '2026-11-20T11:00:00Z' };
    expect(lockOf({ status: 'submitted', queries: [answered] }).mode).toBe('locked');
  });

  it('leaves a loan without questions open until the lender has it', () => {
    expect(modeOf('draft')).toBe('open');
    expect(modeOf('submitted')).toBe('open');
    expect(modeOf('with_lender')).toBe('locked');
  });
});
