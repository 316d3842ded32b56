/** The lists of a day of the sandbox's lenders and provider of payments, with what a person has made wrong in them. */
import type { DayEntry, DayPage } from '../adapters/day-list.ts';

/** The faults that a person can add to the day list of a loan or an order. */
export const listFaultLabels = {
  list_without: 'Leave it out of the list of its day',
  list_more: 'List ₹100 more',
  list_foreign: 'List another one besides, of nobody',
  list_cut: 'Cut the list of its day',
  list_rightly: 'List it rightly again',
} as const;

export type ListFault = keyof typeof listFaultLabels;

export const isListFault = (name: string): name is ListFault => Object.hasOwn(listFaultLabels, name);

const wrong: Partial<Record<ListFault, (one: DayEntry) => DayEntry[]>> = {
  list_without: () => [],
  list_more: (one) => [{ ...one, amountPaise: one.amountPaise + 10_000 }],
  list_foreign: (one) => [one, { ...one, id: `${one.id}-2`, reference: 'unknown' }],
};

/** @param records the entries of each loan or order on the day */
export function dayPageOf(records: readonly { entries: DayEntry[]; fault: ListFault | null }[]): DayPage {
  const entries = records.flatMap(({ entries: right, fault }) =>
    right.flatMap((one) => (fault && wrong[fault]?.(one)) ?? [one]),
  );
  const isCut = records.some(({ entries: right, fault }) => fault === 'list_cut' && right.length > 0);
  return { kind: 'page', entries: isCut ? entries.slice(1) : entries, next: null, total: entries.length };
}
