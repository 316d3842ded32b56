/** Draws a payment plan as bars: one for the payment now and one for each month after it. */
import type { ReactNode } from 'react';
import './payment-bars.css';

export interface PaymentBarsProps {
  /** The payments in one unit, that of today first. */
  payments: readonly number[];
  /** The text below the first bar. */
  start: ReactNode;
  /** The text below the last bar. */
  end: ReactNode;
}

/** Draws the bars, which are hidden from screen readers: the text beside them says the same. */
export function PaymentBars({ payments, start, end }: PaymentBarsProps) {
  const highest = Math.max(...payments, 1);
  return (
    <div className="payments text-muted text-small" aria-hidden="true">
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
