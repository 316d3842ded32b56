/** Amounts with Indian grouping: whole rupees (section 9: rounded up), and exact ones in paise. */
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

/** '₹6,300.00' for 630000 paise, as in messages and documents: amounts below each other have one form (decision 9). */
export function formatPaise(paise: number): string {
  const rest = paise % 100;
  return `${formatRupees((paise - rest) / 100)}.${String(rest).padStart(2, '0')}`;
}

/** @param props.paise whole paise, not below 0 */
export function Paise({ paise, large = false }: { paise: number; large?: boolean }) {
  return <span className={large ? 'money money-large' : 'money'}>{formatPaise(paise)}</span>;
}
