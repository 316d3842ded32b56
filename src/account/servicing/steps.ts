/** The steps from the acceptance to the disbursal, in their order, with what is done and what is next. */
import type { Servicing } from '../../../domain/wire.ts';

export const servicingSteps = ['sign', 'kyc', 'mandate', 'pay_advance', 'wait_for_disbursal'] as const;

export type ServicingStep = (typeof servicingSteps)[number];

export interface StepState {
  step: ServicingStep;
  state: 'done' | 'current' | 'todo';
}

/** Without the advance payment where nothing is due before the disbursal. */
export function stepsOf({ next, advance, disbursed_on: disbursedOn }: Servicing): StepState[] {
  const steps = servicingSteps.filter((step) => step !== 'pay_advance' || advance.state !== 'not_due');
  const current = steps.findIndex((step) => step === next);
  const position = disbursedOn !== null ? steps.length : current;
  return steps.map((step, index) => ({
    step,
    state: index < position ? 'done' : index === position ? 'current' : 'todo',
  }));
}

/**
 * Whether something is about to change that the parent does nothing about. After the disbursal nobody finishes an
 * identity check, and a loan that has ended needs no mandate.
 */
export const isServicingPending = ({ kyc, mandate, next, payments }: Servicing): boolean =>
  (kyc.state === 'requested' && next !== 'repay' && next !== 'none') ||
  (mandate.state === 'requested' && next !== 'none') ||
  mandate.withdrawal_requested ||
  next === 'wait_for_disbursal' ||
  isReceiptPending({ payments });

/** Whether the receipt of a payment is about to be written. */
const isReceiptPending = ({ payments }: Pick<Servicing, 'payments'>): boolean =>
  payments.some(({ state, receipt }) => state === 'captured' && receipt === null);

/** Whether instalments are still to be paid. */
export const isRepaying = ({ stage }: Servicing): boolean => stage === 'disbursed' || stage === 'repaying';
