/**
 * The life cycle of a lender loan after its first offer (decision 89). The server calls `nextStage` with each event
 * that the rows of the lender loan say has happened, in the order of the stages, until none is allowed; so events that
 * come late, twice or in another order end in the same stage.
 */
import { setup, transition } from 'xstate';
import type { LenderLoanStage } from '../../domain/values/wire.ts';

export type LenderLoanEvent =
  /** Another offer than all that have expired. */
  | { type: 'offer.received' }
  | { type: 'offer.accepted' }
  /** The change of the accepted offer that its lender has proposed: its agreement is not signed yet. */
  | { type: 'change.accepted' }
  /** The last offer that could be accepted has expired. */
  | { type: 'offer.expired' }
  /** The customer and the lender have signed. */
  | { type: 'signatures.completed' }
  | { type: 'kyc.verified' }
  | { type: 'mandate.registered' }
  /** The advance is paid, or none is due. */
  | { type: 'advance.paid' }
  /** It was refunded, or the customer's bank has taken it back. */
  | { type: 'advance.reversed' }
  /** The lender may pay out in every stage, even after the customer has cancelled; the loan exists then. */
  | { type: 'loan.disbursed' }
  | { type: 'cooling_off.ended' }
  | { type: 'loan.repaid' }
  /** A payment of a loan that was repaid has gone back, so that something is owed again. */
  | { type: 'repayment.reversed' }
  /**
   * The loan is cancelled before the disbursal once the lender has confirmed that it does not pay out; after it once the
   * exit amount was paid within the cooling-off period.
   */
  | { type: 'loan.cancelled' }
  | { type: 'lender.refused' };

/**
 * The lender may refuse before the disbursal, or disburse although a step is not known here, and the customer may
 * cancel. Offers in the meantime are proposals, which change no stage.
 */
const beforeDisbursal = {
  'loan.cancelled': 'cancelled',
  'lender.refused': 'refused',
  'loan.disbursed': 'disbursed',
} as const;

const afterSignatures = { ...beforeDisbursal, 'change.accepted': 'accepted' } as const;

export const lenderLoanMachine = setup({ types: { events: {} as LenderLoanEvent } }).createMachine({
  id: 'lenderLoan',
  initial: 'offered',
  states: {
    offered: {
      on: {
        'offer.accepted': 'accepted',
        'offer.expired': 'expired',
        'loan.cancelled': 'cancelled',
        'lender.refused': 'refused',
      },
    },
    accepted: { on: { ...beforeDisbursal, 'signatures.completed': 'agreement_signed' } },
    agreement_signed: { on: { ...afterSignatures, 'kyc.verified': 'kyc_verified' } },
    kyc_verified: { on: { ...afterSignatures, 'mandate.registered': 'mandate_registered' } },
    mandate_registered: { on: { ...afterSignatures, 'advance.paid': 'advance_paid' } },
    advance_paid: { on: { ...afterSignatures, 'advance.reversed': 'mandate_registered' } },
    disbursed: {
      on: { 'cooling_off.ended': 'repaying', 'loan.repaid': 'closed', 'loan.cancelled': 'cancelled' },
    },
    // An exit amount that was paid in time may be reported after the cooling-off period.
    repaying: { on: { 'loan.repaid': 'closed', 'loan.cancelled': 'cancelled' } },
    closed: { on: { 'repayment.reversed': 'repaying' } },
    // The lender may have paid out, or the payment by which the loan was left is returned.
    cancelled: { on: { 'loan.disbursed': 'disbursed' } },
    // The lender may offer again.
    expired: {
      on: { 'offer.received': 'offered', 'lender.refused': 'refused', 'loan.disbursed': 'disbursed' },
    },
    refused: { on: { 'loan.disbursed': 'disbursed' } },
  } satisfies Record<LenderLoanStage, object>,
});

/** Returns the stage after an event, or null where the event is not allowed in that stage. */
export function nextStage(stage: LenderLoanStage, event: LenderLoanEvent): LenderLoanStage | null {
  const before = lenderLoanMachine.resolveState({ value: stage });
  return before.can(event) ? transition(lenderLoanMachine, before, event)[0].value : null;
}

/** Says that some event leads from a stage to the other. */
export const isStageAfter = (stage: LenderLoanStage, next: LenderLoanStage): boolean =>
  [...lenderLoanMachine.getStateNodeById(`lenderLoan.${stage}`).transitions.values()]
    .flat()
    .some(({ target }) => target?.some(({ key }) => key === next));
