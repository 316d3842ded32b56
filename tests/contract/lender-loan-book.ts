/** The book of a loan at its lender, as staff read it. */
import { expect } from 'vitest';
import { bookAccounts } from '../../domain/servicing/book.ts';
import { readLenderLoans } from '../../server/servicing/desk-lender-loans.ts';
import type { App } from './app.ts';

/** Reads the book, and expects each entry to add up to nothing. */
export async function readBook({ services: { db, config, clock } }: App, { id }: { id: string }) {
  const lenderLoans = await readLenderLoans(db, id, { reader: '', config, now: clock.now() });
  const book = lenderLoans.find(({ servicing }) => servicing !== null)?.servicing?.book ?? [];
  for (const { postings_paise: postings } of book)
    expect(Object.values(postings).reduce((sum, amount) => sum + amount, 0)).toBe(0);
  const balanceOf = (account: (typeof bookAccounts)[number]) =>
    book.reduce((sum, { postings_paise: postings }) => sum + (postings[account] ?? 0), 0);
  return {
    book,
    kinds: book.map(({ kind }) => kind),
    balances: Object.fromEntries(bookAccounts.map((account) => [account, balanceOf(account)])),
  };
}
