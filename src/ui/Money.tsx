/** Amounts in Indian rupees with Indian grouping (section 9: rounded up). */
import './money.css';

let rupeeFormat: Intl.NumberFormat | undefined;

/** '₹1,25,000' for 125000 rupees; a fraction is rounded up to the next rupee. */
export function formatRupees(rupees: number): string {
  rupeeFormat ??= new Intl.NumberFormat('en-IN', {
    style: 'currency',
    currency: 'INR',
    maximumFractionDigits: 0,
  });
  return rupeeFormat.format(Math.ceil(rupees));
}

export function Money({ rupees, large = false }: { rupees: number; large?: boolean }) {
  return <span className={large ? 'money money-large' : 'money'}>{formatRupees(rupees)}</span>;
}
