import { describe, expect, it } from 'vitest';
import type { LoanStatus } from '../domain/values/wire.ts';
import { type LoanEvent, loanStatusMachine, nextLoanStatus } from './loan.ts';

const verdicts = {
  'lender.answered.approved': 'approved',
  'lender.answered.rejected': 'rejected',
  'lender.answered.pending': 'pending',
  'lender.answered.in_progress': 'in_progress',
  'lender.answered.under_review': 'under_review',
} as const;

/** A loan's whole life, written by hand: what each status allows, and nothing else. */
const life: Record<LoanStatus, Partial<Record<LoanEvent['type'], LoanStatus>>> = {
  draft: { 'application.submitted': 'submitted' },
  submitted: {
    'application.submitted': 'submitted',
    'queries.answered': 'submitted',
    'push.started': 'with_lender',
  },
  with_lender: {
    'push.abandoned': 'submitted',
    'lender.silent': 'submitted',
    'lender.failed': 'submitted',
    ...verdicts,
  },
  approved: {},
  rejected: {},
  pending: {
    ...verdicts,
    'queries.answered': 'submitted',
    'consent.withdrawn': 'submitted',
    'lender.failed': 'submitted',
  },
  in_progress: {
    ...verdicts,
    'queries.answered': 'submitted',
    'consent.withdrawn': 'submitted',
    'lender.failed': 'submitted',
  },
  under_review: {
    ...verdicts,
    'queries.answered': 'submitted',
    'consent.withdrawn': 'submitted',
    'lender.failed': 'submitted',
  },
};

const statuses = Object.keys(life) as LoanStatus[];
const events = [...new Set(statuses.flatMap((status) => Object.keys(life[status])))] as LoanEvent['type'][];

describe("a loan's life", () => {
  it('has these statuses and events', () => {
    expect(Object.keys(loanStatusMachine.states).sort()).toEqual([...statuses].sort());
    expect(loanStatusMachine.events.filter((event) => !event.startsWith('xstate.')).sort()).toEqual(
      [...events].sort(),
    );
  });

  it.each(statuses)('allows in %s exactly the listed events', (status) => {
    const allowed = events.map((type) => [type, nextLoanStatus(status, { type })]);
    const written = events.map((type) => [type, life[status][type] ?? null]);
    expect(allowed).toEqual(written);
  });
});
