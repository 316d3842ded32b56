import { describe, expect, it } from 'vitest';
import { type LoanProgress, mostUrgentLoan, nextAct, stepsDone } from './next-act.ts';
import type { MyLoan } from '../values/wire.ts';

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
  instalment_paise: null,
  tenure: null,
  lender: null,
  lender_name: null,
  next_payment: null,
  status: 'draft',
  stage: 'in_progress',
  next,
  step: 'students',
  editable: true,
  pending_documents: 0,
  documents_asked_now: 0,
  lender_url: null,
  students: [],
});

describe('the most urgent loan', () => {
  it('is one with open questions rather than an unfinished one', () => {
    const loans = [loan('A', 'wait'), loan('B', 'continue'), loan('C', 'answer_queries')];
    expect(mostUrgentLoan(loans)?.loan_id).toBe('C');
  });

  it('is the first of equally urgent loans', () => {
    expect(mostUrgentLoan([loan('A', 'none'), loan('B', 'documents'), loan('C', 'documents')])?.loan_id).toBe(
      'B',
    );
  });

  it('is null where there is no loan', () => {
    expect(mostUrgentLoan([])).toBeNull();
  });
});

describe('the next act for a loan', () => {
  const progress: LoanProgress = {
    status: 'approved',
    isQueried: false,
    isRefused: false,
    areConsentsWithdrawn: false,
    lacksDocuments: false,
    offers: 'accepted',
    step: 'sign',
    paysFeeAlone: false,
  };
  it.each<[next: MyLoan['next'], changes: Partial<LoanProgress>]>([
    ['continue', { status: 'draft', lacksDocuments: true }],
    ['answer_queries', { status: 'pending', isQueried: true }],
    ['correct', { status: 'submitted', isRefused: true, lacksDocuments: true }],
    ['submit_again', { status: 'submitted', areConsentsWithdrawn: true, lacksDocuments: true }],
    ['documents', { status: 'pending', lacksDocuments: true }],
    ['wait', { status: 'with_lender', lacksDocuments: true }],
    ['wait', { status: 'in_progress' }],
    ['none', { status: 'rejected', lacksDocuments: true }],
    ['lender_portal', { offers: 'none', step: null }],
    ['choose_offer', { offers: 'open', step: null, lacksDocuments: true }],
    ['sign', { lacksDocuments: true }],
    ['kyc', { step: 'kyc' }],
    ['mandate', { step: 'mandate' }],
    ['pay_advance', { step: 'pay_advance' }],
    ['pay_fee', { step: 'pay_advance', paysFeeAlone: true }],
    ['documents', { step: 'wait_for_disbursal', lacksDocuments: true }],
    ['wait', { step: 'wait_for_disbursal' }],
    ['repay', { step: 'repay' }],
    ['none', { offers: 'ended', step: 'none', lacksDocuments: true }],
  ])('is %s with %o', (next, changes) => {
    expect(nextAct({ ...progress, ...changes })).toBe(next);
  });
});

it('a draft has completed no step, and a repaid loan has completed all', () => {
  const done = (status: MyLoan['status'], servicing_stage: MyLoan['servicing_stage'] = null) =>
    stepsDone({ status, servicing_stage });
  expect(
    ([['draft'], ['submitted'], ['pending'], ['approved'], ['rejected']] as const).map(([one]) => done(one)),
  ).toEqual([0, 1, 2, 4, 4]);
  expect([done('approved', 'accepted'), done('approved', 'repaying'), done('approved', 'closed')]).toEqual([
    4, 5, 6,
  ]);
});
