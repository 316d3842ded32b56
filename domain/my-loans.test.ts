import { describe, expect, it } from 'vitest';
import { currentStepOf, mostUrgentLoan } from './my-loans.ts';
import type { MyLoan } from './wire.ts';

const loan = (loan_id: string, next: MyLoan['next']): MyLoan => ({
  loan_id,
  loan_number: '4821 0073 9155',
  product: 'EL',
  date: '2026-07-20',
  institution_name: null,
  applied_amount: null,
  sanctioned_amount: null,
  servicing_stage: null,
  emi_amount: null,
  tenure: null,
  lender: null,
  status: 'draft',
  stage: 'in_progress',
  next,
  step: 'students',
  editable: true,
  pending_documents: 0,
  lender_url: null,
  students: [],
});

describe('the loan to go on with', () => {
  it('is one whose reviewer asks, before one that is not finished', () => {
    const loans = [loan('A', 'wait'), loan('B', 'continue'), loan('C', 'answer_queries')];
    expect(mostUrgentLoan(loans)?.loan_id).toBe('C');
  });

  it('is the first of several that are alike', () => {
    expect(mostUrgentLoan([loan('A', 'none'), loan('B', 'documents'), loan('C', 'documents')])?.loan_id).toBe(
      'B',
    );
  });

  it('is none where there is no loan', () => {
    expect(mostUrgentLoan([])).toBeNull();
  });
});

it('a decided loan is at no step', () => {
  expect(
    ['draft', 'submitted', 'pending', 'approved', 'rejected'].map((status) =>
      currentStepOf(status as 'draft'),
    ),
  ).toEqual(['applied', 'checked', 'lender', null, null]);
});
