/** Shows in one line what a payment is for and why it is held, and its amount. */
import type { LenderPayment } from '../../../domain/values/wire.ts';
import { formatPaise } from '../../ui/money.tsx';
import { DateTimeText } from '../values.tsx';
import { t } from '../../i18n/i18n.tsx';
import './lender-loans.css';

/** Formats an amount: '₹6,300.00', and 'USD 63.00' of another currency. */
export function formatPaymentAmount({
  amount_paise: amount,
  currency,
}: Pick<LenderPayment, 'amount_paise' | 'currency'>): string {
  if (currency === 'INR') return formatPaise(amount);
  const rest = amount % 100;
  return `${currency} ${(amount - rest) / 100}.${String(rest).padStart(2, '0')}`;
}

type PaymentProps = { payment: LenderPayment };

export const PaymentPurpose = ({ payment: { purpose, instalment } }: PaymentProps) =>
  t('review.payment.purpose', { purpose: purpose ?? 'none', number: instalment });

export const HoldReason = ({ payment: { held_because: reason } }: PaymentProps) =>
  reason && t('review.payment.reason', { reason });

/** Says by how much what is held or was counted differs from what was due, or how much went back twice, in rupees. */
export function PaymentDifference({ payment }: PaymentProps) {
  const { state, decision, currency, due_paise: due, amount_paise: paid } = payment;
  if (decision === 'refunded_twice' && state === 'refunded') return <Difference paise={-paid} />;
  const isCompared = state === 'held' || decision === 'count';
  return isCompared && currency === 'INR' && due !== null && <Difference paise={paid - due} />;
}

/** '−₹100.00'; nothing where there is no difference, or it is not known. */
export function Difference({ paise }: { paise: number }) {
  if (!paise) return null;
  return (
    <strong className="lender-loan-differs number">
      {paise < 0 ? '−' : '+'}
      {formatPaise(Math.abs(paise))}
    </strong>
  );
}

/** 'Instalment 4 · 3 Apr 2027, 10:30 am · Another currency' */
export const PaymentText = ({ payment }: PaymentProps) => (
  <p className="text-muted">
    <PaymentPurpose payment={payment} /> · <DateTimeText at={payment.paid_at} />
    {payment.held_because && ' · '}
    <HoldReason payment={payment} /> <PaymentDifference payment={payment} />
  </p>
);
