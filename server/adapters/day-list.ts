/**
 * The list of a day at a lender or at the provider of payments, `listDay` of `openapi/lender.yaml`: what was paid, collected
 * or disbursed on it, and what was paid before and has gone back on it, or come again as a dispute was won.
 */
import { z } from 'zod/mini';
import type { IsoDate } from '../../domain/values/dates.ts';
import type { JsonCall } from './json-http.ts';
import { type ProviderReply, readingOf } from './provider.ts';
import { day as dayOfCentury, paise, textUpTo } from './provider-schemas.ts';

const states = [
  ...(['captured', 'failed', 'refunded', 'disputed'] as const),
  ...(['disbursed', 'collected', 'returned', 'reversed'] as const),
];

/** A movement of money in its current state. */
export type DayEntry = {
  /** The permanent id of the entry; that of a disbursal is the loan's reference. */
  id: string;
  /** The reference names the order, or the loan at the lender. */
  reference: string;
  /** The amount left after a partial refund; the full amount after a full refund. */
  amountPaise: number;
  currency: string;
  state: (typeof states)[number];
  /** The day in India on which it was made. */
  on: IsoDate;
  /** The id of the account that a payment has gone to; null or absent where none is named. */
  payee?: string | null | undefined;
};

export type DayPage = { kind: 'page'; entries: DayEntry[]; next: string | null; total: number };

/** @param after the cursor of the page; null for the first one */
export type ListDay = (
  day: IsoDate,
  after: string | null,
  signal: AbortSignal,
) => Promise<ProviderReply<DayPage>>;

const entrySchema = z.object({
  ...{ id: textUpTo(100), reference: textUpTo(100), amount_paise: paise, state: z.enum(states) },
  currency: z._default(z.string().check(z.regex(/^[A-Z]{3}$/)), 'INR'),
  ...{ on: dayOfCentury, payee: z.nullish(textUpTo(200)) },
});

const pageSchema = z.object({
  entries: z.array(entrySchema).check(z.maxLength(1000)),
  next: z.nullable(textUpTo(500)),
  total: z.int().check(z.nonnegative()),
});

export const httpDayList =
  (call: JsonCall): ListDay =>
  async (day, after, signal) => {
    const query = new URLSearchParams({ day, ...(after !== null && { after }) });
    return readingOf(await call(`entries?${query}`, signal), pageSchema, ({ entries, ...page }) => ({
      ...{ kind: 'page', ...page },
      entries: entries.map(({ amount_paise: amountPaise, id, reference, ...entry }) => ({
        ...{ ...entry, amountPaise, reference, id: entry.state === 'disbursed' ? reference : id },
      })),
    }));
  };

/** An incomplete list; `total` is null if a page is missing. */
export type CutList = { day: IsoDate; received: number; total: number | null };

/** Reads all pages. A list that has fewer or more entries than it says is not believed. */
export async function readDay(
  listDay: ListDay,
  day: IsoDate,
  signal: AbortSignal,
): Promise<DayEntry[] | CutList> {
  const entries: DayEntry[] = [];
  for (let after: string | null = null; ;) {
    const page = await listDay(day, after, signal);
    if (page.kind !== 'page') return { day, received: entries.length, total: null };
    entries.push(...page.entries);
    after = page.next;
    if (after !== null && page.entries.length > 0 && entries.length < page.total) continue;
    const isWhole = after === null && entries.length === page.total;
    return isWhole ? entries : { day, received: entries.length, total: page.total };
  }
}
