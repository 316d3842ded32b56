/** The steps from the acceptance to the disbursal, in their order, with what is done and what is next. */
import type { ReceivedPayment, Servicing } from '../../../domain/values/wire.ts';

export const servicingSteps = ['sign', 'kyc', 'mandate', 'pay_advance', 'wait_for_disbursal'] as const;

export type ServicingStep = (typeof servicingSteps)[number];

export interface StepState {
  step: ServicingStep;
  /** `skipped`: the institution was paid without it, and nothing of it is to be done any more. */
  state: 'done' | 'current' | 'todo' | 'skipped';
}

/** Returns the steps, without the advance payment if nothing is due before the disbursal. */
export function stepsOf(servicing: Servicing): StepState[] {
  const { next, advance, disbursed_on: disbursedOn } = servicing;
  const steps = servicingSteps.filter((step) => step !== 'pay_advance' || advance.state !== 'not_due');
  return steps.map((step) => {
    if (isDone(step, servicing)) return { step, state: 'done' };
    if (step === next) return { step, state: 'current' };
    const isDue = disbursedOn === null || step === 'pay_advance';
    return { step, state: isDue ? 'todo' : 'skipped' };
  });
}

function isDone(step: ServicingStep, { agreement, kyc, mandate, advance, ...servicing }: Servicing): boolean {
  switch (step) {
    case 'sign':
      return agreement.state === 'signed' || agreement.state === 'countersigned';
    case 'kyc':
      return kyc.state === 'verified';
    case 'mandate':
      return mandate.state === 'registered';
    case 'pay_advance':
      return advance.state === 'paid';
    case 'wait_for_disbursal':
      return servicing.disbursed_on !== null;
  }
}

/**
 * Returns whether a change is due without an action of the parent, such as a check of a payment by staff. Identity
 * checks are not finished after the disbursal, and a loan that has ended needs no mandate.
 */
export const isServicingPending = ({ kyc, mandate, next, payments }: Servicing): boolean =>
  (kyc.state === 'requested' && next !== 'repay' && next !== 'none') ||
  (mandate.state === 'requested' && next !== 'none') ||
  mandate.withdrawal_requested ||
  next === 'wait_for_disbursal' ||
  next === 'wait_for_cancellation' ||
  payments.some(({ state }) => state === 'held' || state === 'refunding') ||
  payments.some(isReceiptPending);

/** Says whether the receipt of a payment is about to be written. */
export const isReceiptPending = ({ state, receipt, method }: ReceivedPayment): boolean =>
  state === 'captured' && receipt === null && !isLendersCollection(method);

/** Says whether the lender has collected it by itself: it writes the receipts then, and the hour is not known. */
export const isLendersCollection = (method: string): method is 'mandate' | 'lender' =>
  method === 'mandate' || method === 'lender';

/** Returns whether instalments are still to be paid. */
export const isRepaying = ({ stage }: Servicing): boolean => stage === 'disbursed' || stage === 'repaying';
