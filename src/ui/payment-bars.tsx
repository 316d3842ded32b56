/** Draws a payment plan as bars: one for the payment now and one for each month after it. */
import type { ReactNode } from 'react';
import './payment-bars.css';

export interface PaymentBarsProps {
  /** The payments in one unit, that of today first. */
  payments: readonly number[];
  /** Below the first bar. */
  start: ReactNode;
  /** Below the last one. */
  end: ReactNode;
}

/** Read out in words beside it: it is hidden from screen readers. */
export function PaymentBars({ payments, start, end }: PaymentBarsProps) {
  const highest = Math.max(...payments, 1);
  return (
    <div className="payments" aria-hidden="true">
      <div className="payments-bars">
        {payments.map((amount, month) => (
          // The month is what the bar is about.
          <span key={month} style={{ height: `${(amount / highest) * 100}%` }} />
        ))}
      </div>
      <p className="payments-ends">
        <span>{start}</span>
        {payments.length > 1 && <span>{end}</span>}
      </p>
    </div>
  );
}
