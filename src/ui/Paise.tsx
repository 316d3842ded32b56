/** Exact amounts, in a file of its own because the first screen has whole rupees alone. */
import { formatRupees } from './Money.tsx';
import './money.css';

/** '₹6,300.00' for 630000 paise, as in messages and documents: amounts below each other have one form (decision 9). */
export function formatPaise(paise: number): string {
  const rest = paise % 100;
  return `${formatRupees((paise - rest) / 100)}.${String(rest).padStart(2, '0')}`;
}

/** @param props.paise whole paise, not below 0 */
export function Paise({ paise, large = false }: { paise: number; large?: boolean }) {
  return <span className={large ? 'money money-large' : 'money'}>{formatPaise(paise)}</span>;
}
