import { expect, it } from 'vitest';
import type { Servicing } from '../../../domain/values/wire.ts';
import { issuedDocument, paymentOf, servicingOf } from '../../../tests/e2e/support/servicing.ts';
import { isServicingPending, servicingSteps, stepsOf } from './steps.ts';

const statesOf = (changes: Partial<Servicing>) => stepsOf(servicingOf(changes)).map(({ state }) => state);

const base = servicingOf();
const done = {
  agreement: { state: 'signed', document: null },
  kyc: { ...base.kyc, state: 'verified' },
  mandate: { ...base.mandate, state: 'registered' },
  advance: { ...base.advance, state: 'paid' },
} as const satisfies Partial<Servicing>;

it('steps count as done in any order', () => {
  expect(statesOf({ next: 'sign' })).toEqual(['current', 'todo', 'todo', 'todo', 'todo']);
  expect(statesOf({ next: 'sign', kyc: done.kyc })).toEqual(['current', 'done', 'todo', 'todo', 'todo']);
  expect(statesOf({ ...done, next: 'wait_for_disbursal' })).toEqual([
    ...['done', 'done', 'done', 'done'],
    'current',
  ]);
});

it('a step missing at the disbursal is shown as skipped, and an advance payment stays due', () => {
  const paid = { next: 'repay', disbursed_on: '2027-01-05' } as const;
  expect(statesOf({ ...done, ...paid })).toEqual(servicingSteps.map(() => 'done'));
  expect(statesOf({ ...paid, agreement: done.agreement })).toEqual([
    ...['done', 'skipped', 'skipped', 'todo', 'done'],
  ]);
});

it('the advance payment is not a step where none is due', () => {
  const advance = { amount_paise: 0, state: 'not_due', order_id: null } as const;
  expect(stepsOf(servicingOf({ advance })).map(({ step }) => step)).not.toContain('pay_advance');
});

it('the loan is polled while another party has to act', () => {
  const { kyc, mandate } = servicingOf();
  expect(isServicingPending(servicingOf())).toBe(false);
  expect(isServicingPending(servicingOf({ kyc: { ...kyc, state: 'requested' } }))).toBe(true);
  expect(isServicingPending(servicingOf({ mandate: { ...mandate, state: 'requested' } }))).toBe(true);
  expect(isServicingPending(servicingOf({ next: 'wait_for_disbursal' }))).toBe(true);
});

it('an unfinished check does not keep the loan polled after the disbursal', () => {
  const { kyc, mandate } = servicingOf();
  const open = { kyc: { ...kyc, state: 'requested' }, mandate: { ...mandate, state: 'requested' } } as const;
  expect(isServicingPending(servicingOf({ kyc: open.kyc, next: 'repay' }))).toBe(false);
  expect(isServicingPending(servicingOf({ mandate: open.mandate, next: 'repay' }))).toBe(true);
  expect(isServicingPending(servicingOf({ ...open, next: 'none' }))).toBe(false);
});

it('the loan is polled until each counted payment has a receipt and none is held', () => {
  const receipt = issuedDocument('receipt');
  const pending = (...payments: Servicing['payments']) => isServicingPending(servicingOf({ payments }));
  expect(pending(paymentOf({ receipt: null }))).toBe(true);
  expect(pending(paymentOf({ receipt }))).toBe(false);
  expect(pending(paymentOf({ state: 'held' }))).toBe(true);
  expect(pending(paymentOf({ state: 'refunded' }))).toBe(false);
});
