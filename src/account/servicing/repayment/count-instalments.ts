import type { Invoice } from '../../../../domain/values/wire.ts';

/** Counts the paid instalments and all instalments. Those before the first billed one are in the advance payment. */
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
