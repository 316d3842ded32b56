/** What a payment is for, why it is held, and both in one line. */
import type { LenderPayment } from '../../../domain/values/wire.ts';
import { formatPaise } from '../../ui/money.tsx';
import { DateTimeText } from '../values.tsx';
import { t } from '../../i18n/i18n.tsx';

type PaymentProps = { payment: LenderPayment };

export const PaymentPurpose = ({ payment: { purpose, instalment } }: PaymentProps) =>
  t('review.payment.purpose', { purpose: purpose ?? 'none', number: instalment });

export const HoldReason = ({ payment: { held_because: reason, due_paise: due } }: PaymentProps) =>
  reason && t('review.payment.reason', { reason, due: formatPaise(due ?? 0) });

/** 'Instalment 4 · 3 Apr 2027, 10:30 am · Another currency' */
export const PaymentText = ({ payment }: PaymentProps) => (
  <p className="text-muted">
    <PaymentPurpose payment={payment} /> · <DateTimeText at={payment.paid_at} />
    {payment.held_because && ' · '}
    <HoldReason payment={payment} />
  </p>
);
