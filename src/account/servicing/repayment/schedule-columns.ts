/** The columns of the picture of a loan's instalments: how many are paid, and the years they fall in. */
import type { Invoice } from '../../../../domain/values/wire.ts';

/** How many instalments are paid, of how many. Those before the first that is billed are in the advance payment. */
export function countInstalments(invoices: readonly Pick<Invoice, 'kind' | 'number' | 'state'>[]): {
  paid: number;
  count: number;
} {
  const billed = invoices.filter(({ kind }) => kind === 'instalment');
  const inAdvance = (billed[0]?.number ?? 1) - 1;
  const isAdvancePaid = invoices.some(({ kind, state }) => kind === 'up_front' && state === 'paid');
  const paid = billed.filter(({ state }) => state === 'paid').length;
  return { paid: paid + (isAdvancePaid ? inAdvance : 0), count: billed.length + inAdvance };
}

/** The calendar years of the instalments, each with how many of them fall in it. */
export function yearsOf(instalments: readonly Pick<Invoice, 'due_on'>[]): { year: string; count: number }[] {
  const years = new Map<string, number>();
  for (const { due_on: dueOn } of instalments) {
    const year = dueOn.slice(0, 4);
    years.set(year, (years.get(year) ?? 0) + 1);
  }
  return [...years].map(([year, count]) => ({ year, count }));
}
