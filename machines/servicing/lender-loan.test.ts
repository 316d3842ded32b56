import { describe, expect, it } from 'vitest';
import type { LenderLoanStage } from '../../domain/values/wire.ts';
import { type LenderLoanEvent, lenderLoanMachine, nextStage } from './lender-loan.ts';

const beforeDisbursal = {
  'loan.cancelled': 'cancelled',
  'lender.refused': 'refused',
  'loan.disbursed': 'disbursed',
} as const;

const afterSignatures = { ...beforeDisbursal, 'change.accepted': 'accepted' } as const;

/** The whole life of a lender loan, written by hand: what each stage allows, and nothing else. */
const life: Record<LenderLoanStage, Partial<Record<LenderLoanEvent['type'], LenderLoanStage>>> = {
  offered: {
    'offer.accepted': 'accepted',
    'offer.expired': 'expired',
    'loan.cancelled': 'cancelled',
    'lender.refused': 'refused',
  },
  accepted: { ...beforeDisbursal, 'signatures.completed': 'agreement_signed' },
  agreement_signed: { ...afterSignatures, 'kyc.verified': 'kyc_verified' },
  kyc_verified: { ...afterSignatures, 'mandate.registered': 'mandate_registered' },
  mandate_registered: { ...afterSignatures, 'advance.paid': 'advance_paid' },
  advance_paid: { ...afterSignatures, 'advance.reversed': 'mandate_registered' },
  disbursed: { 'cooling_off.ended': 'repaying', 'loan.repaid': 'closed', 'loan.cancelled': 'cancelled' },
  repaying: { 'loan.repaid': 'closed', 'loan.cancelled': 'cancelled' },
  closed: { 'repayment.reversed': 'repaying' },
  cancelled: { 'loan.disbursed': 'disbursed' },
  expired: { 'offer.received': 'offered', 'lender.refused': 'refused', 'loan.disbursed': 'disbursed' },
  refused: { 'loan.disbursed': 'disbursed' },
};

const stages = Object.keys(life) as LenderLoanStage[];
const events = [...new Set(stages.flatMap((stage) => Object.keys(life[stage])))] as LenderLoanEvent['type'][];

describe('the life of a lender loan', () => {
  it('has these stages and events', () => {
    expect(Object.keys(lenderLoanMachine.states).sort()).toEqual([...stages].sort());
    expect(lenderLoanMachine.events.filter((event) => !event.startsWith('xstate.')).sort()).toEqual(
      [...events].sort(),
    );
  });

  it.each(stages)('allows in %s exactly the listed events', (stage) => {
    const allowed = events.map((type) => [type, nextStage(stage, { type })]);
    expect(allowed).toEqual(events.map((type) => [type, life[stage][type] ?? null]));
  });
});
