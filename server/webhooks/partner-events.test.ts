import { expect, it } from 'vitest';
import { partnerEventOf, partnerEventTypes } from './partner-events.ts';

it.each([
  ['offered', 'accepted', undefined],
  ['advance_paid', 'disbursed', 'loan.disbursed'],
  ['cancelled', 'disbursed', 'loan.disbursed'],
  ['disbursed', 'repaying', undefined],
  ['repaying', 'closed', undefined],
  ['accepted', 'cancelled', 'loan.ended'],
  ['disbursed', 'cancelled', 'loan.ended'],
  ['kyc_verified', 'refused', 'loan.ended'],
  // An offer that was never accepted has not begun.
  [undefined, 'offered', undefined],
  ['offered', 'expired', undefined],
  ['offered', 'refused', undefined],
  ['expired', 'refused', undefined],
])('reports the change from %s to %s as %s', (before, after, event) => {
  expect(partnerEventOf({ act: 'servicing.stage', before, after })).toBe(event);
});

it('reports an answer of a lender only where it changed the status', () => {
  const answered = (details: object) =>
    partnerEventOf({ act: 'lender.answered', after: 'approved', details: { ...details } });
  expect(answered({ lender_id: 15, status: 'approved' })).toBe('application.approved');
  expect(answered({ lender_id: 15, status: 'rejected' })).toBe('application.rejected');
  expect(answered({ lender_id: 15 })).toBeUndefined();
});

it('reports no other acts on the application', () => {
  for (const act of ['document.uploaded', 'consent.given', 'payment.counted', 'case.opened'] as const)
    expect(partnerEventOf({ act })).toBeUndefined();
});

it('each type has a subject and an event', () => {
  for (const type of partnerEventTypes) expect(type).toMatch(/^(application|loan)\.[a-z_]+$/);
});
