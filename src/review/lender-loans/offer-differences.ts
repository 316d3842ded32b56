/** The differences between a lender's terms and those that the server computes, as the desk shows them. */
import type { IntlShape } from 'react-intl';
import type { TermsDifference } from '../../../domain/servicing/compare-terms.ts';
import { rateText } from '../../plans/rate-text.ts';
import { formatPaise } from '../../ui/money.tsx';
import { formatDate } from '../values.tsx';

export type ShownDifference = {
  /** The row of the schedule; null for a difference in the whole offer. */
  row: number | null;
  /** The last part of the member's name. */
  member: string;
  /** The value in readable form; null if there is none. */
  ours: string | null;
  stated: string | null;
};

const amounts: readonly string[] = ['instalment', 'outstanding', 'principal', 'interest'];
const dates: readonly string[] = ['dueOn', 'validUntil'];

export function shownDifference(intl: IntlShape, { member, ours, stated }: TermsDifference): ShownDifference {
  const [, row, ofRow] = /^schedule\.(\d+)\.(\w+)$/.exec(member) ?? [];
  const name = ofRow ?? member.replace(/^schedule\./, '');
  return {
    row: row === undefined ? null : Number(row),
    member: name,
    ours: valueOf(intl, name, ours),
    stated: valueOf(intl, name, stated),
  };
}

function valueOf(intl: IntlShape, name: string, text: string): string | null {
  if (text === '') return null;
  if (name === 'apr') return rateText(intl, text);
  if (amounts.includes(name) && /^\d+$/.test(text)) return formatPaise(Number(text));
  return dates.includes(name) && !Number.isNaN(Date.parse(text)) ? formatDate(intl, text) : text;
}

/** Returns whether the terms are impossible: neither side has a value to show. */
export const isImpossible = ({ ours, stated }: ShownDifference): boolean => ours === null && stated === null;
