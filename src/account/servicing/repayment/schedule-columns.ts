/** The columns of the picture of a loan's instalments: what is left to pay before each, and the years they fall in. */
import { sumPaise } from '../../../../domain/servicing/charges.ts';
import type { Invoice } from '../../../../domain/wire.ts';

export interface LeftToPay {
  /** In paise, as is the interest. */
  principal: number;
  interest: number;
}

/**
 * What is left to pay by the schedule before each instalment, that one included; payments do not change it. Equal
 * instalments are columns of one height, but what is left of them falls to the last one.
 */
export const leftBeforeEach = (
  instalments: readonly Pick<Invoice, 'principal_paise' | 'interest_paise'>[],
): LeftToPay[] =>
  instalments.map((_, index) => {
    const rest = instalments.slice(index);
    return {
      principal: sumPaise(rest.map(({ principal_paise: principal }) => principal)),
      interest: sumPaise(rest.map(({ interest_paise: interest }) => interest)),
    };
  });

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
