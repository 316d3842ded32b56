/** Amounts with Indian grouping: whole rupees (section 9: rounded up), and exact ones in paise. */
import { createContext, type ReactNode, use } from 'react';
import './money.css';

let rupeeFormat: Intl.NumberFormat | undefined;

/** Formats '₹1,25,000' for 125000 rupees; a fraction is rounded up to the next rupee. */
export function formatRupees(rupees: number): string {
  rupeeFormat ??= new Intl.NumberFormat('en-IN', {
    style: 'currency',
    currency: 'INR',
    maximumFractionDigits: 0,
  });
  return rupeeFormat.format(Math.ceil(rupees));
}

/** @param props.rupees beside amounts of which one has paise, a whole number */
export function Money({ rupees, large = false }: { rupees: number; large?: boolean }) {
  const text = use(HasPaise) ? formatPaise(rupees * 100) : formatRupees(rupees);
  return <span className={large ? 'number money-large' : 'number'}>{text}</span>;
}

/** Formats '₹6,300.00' for 630000 paise, as in messages and documents. */
export function formatPaise(paise: number): string {
  const rest = paise % 100;
  return `${formatRupees((paise - rest) / 100)}.${String(rest).padStart(2, '0')}`;
}

/** @param props.paise whole paise, not below 0 */
export function Paise({ paise, large = false }: { paise: number; large?: boolean }) {
  return <span className={large ? 'number money-large' : 'number'}>{usePaiseFormat()(paise)}</span>;
}

export type PaiseFormat = (paise: number) => string;

/**
 * Returns the format of amounts shown together (decision 9): with paise if one of them has some.
 * @param shown a response, whose members that end in `paise` are amounts; the rows of a schedule do not count
 */
export const paiseFormat = (shown: unknown): PaiseFormat => formatOf(hasPaise(shown));

const formatOf =
  (withPaise: boolean): PaiseFormat =>
  (paise) =>
    // Amounts are never rounded, even if the scope's other amounts are whole rupees.
    withPaise || paise % 100 !== 0 ? formatPaise(paise) : formatRupees(paise / 100);

function hasPaise(shown: unknown): boolean {
  if (typeof shown !== 'object' || shown === null) return false;
  return Object.entries(shown).some(([name, value]: [string, unknown]) =>
    typeof value === 'number'
      ? name.endsWith('paise') && value % 100 !== 0
      : name !== 'schedule' && hasPaise(value),
  );
}

/** True if the scope's amounts have paise; undefined outside a scope: each amount then has the form of its unit. */
const HasPaise = createContext<boolean | undefined>(undefined);

/** Gives the amounts of a page or a card one form: that of `paiseFormat`. */
export const AmountScope = ({ shown, children }: { shown: unknown; children: ReactNode }) => (
  <HasPaise value={hasPaise(shown)}>{children}</HasPaise>
);

/** Returns the format of the scope; outside one, amounts have paise. */
export const usePaiseFormat = (): PaiseFormat => formatOf(use(HasPaise) ?? true);
