/** When a plan is paid, looked at rather than read: a bar for what is paid now and one for each month after it. */
import './payment-bars.css';

/** Whole rupees, the payment of today first. Read out in words beside it: it is hidden from screen readers. */
export function PaymentBars({ payments }: { payments: readonly number[] }) {
  const highest = Math.max(...payments, 1);
  return (
    <div className="payments" aria-hidden="true">
      {payments.map((rupees, month) => (
        // The month is what the bar is about.
        <span key={month} style={{ height: `${(rupees / highest) * 100}%` }} />
      ))}
    </div>
  );
}
