/** Exact amounts, in a file of its own because the first screen has whole rupees alone. */
import { formatRupees } from './Money.tsx';
import './money.css';

/** '₹6,300' for 630000 paise, '₹969.73' for 96973. */
export function formatPaise(paise: number): string {
  const rest = paise % 100;
  const rupees = formatRupees((paise - rest) / 100);
  return rest === 0 ? rupees : `${rupees}.${String(rest).padStart(2, '0')}`;
}

/** @param props.paise whole paise, not below 0 */
export function Paise({ paise, large = false }: { paise: number; large?: boolean }) {
  return <span className={large ? 'money money-large' : 'money'}>{formatPaise(paise)}</span>;
}
