/** Amounts of payments, which may be in another currency. */
import type { LenderPayment } from '../../../domain/values/wire.ts';
import { formatPaise } from '../../ui/money.tsx';

/** '₹6,300.00', and 'USD 63.00' of another currency. */
export function formatPaymentAmount({
  amount_paise: amount,
  currency,
}: Pick<LenderPayment, 'amount_paise' | 'currency'>): string {
  if (currency === 'INR') return formatPaise(amount);
  const rest = amount % 100;
  return `${currency} ${(amount - rest) / 100}.${String(rest).padStart(2, '0')}`;
}
