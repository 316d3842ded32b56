/** The book of a loan: collections, reversals, and the balance after an exit. */
import { expect, it } from 'vitest';
import { cancel, disbursedLoan, pay } from './approved-loans.ts';
import { describeOnPostgres } from './both-databases.ts';
import { lenderCollections } from './lender-collections.ts';
import { readBook } from './lender-loan-book.ts';

describeOnPostgres('the book of a loan', (given) => {
  const { goTo, collects, servicingOf, announcedLoan } = lenderCollections(given);

  it('has an entry for each paid debit, and another for its reversal', async () => {
    const { loan, first, debit } = await announcedLoan();
    const { kinds: before, balances } = await readBook(given.app, loan);
    expect(before).toEqual(['disbursed', 'billed', 'paid']);
    const principal = balances.principal ?? 0;
    goTo(first.due_on, 12);
    await collects(loan, { ...debit, state: 'returned', reason: 'insufficient_funds' });
    expect((await readBook(given.app, loan)).kinds).toEqual([...before, 'billed']);
    const again = { ...debit, id: `${debit.id}-2`, state: 'collected' as const };
    await collects(loan, again);
    const paid = await readBook(given.app, loan);
    expect(paid.book.at(-1)).toMatchObject({ kind: 'paid', reference: again.id });
    expect(paid.balances).toMatchObject({
      principal: principal - first.principal_paise,
      interest: 0,
      held: 0,
    });
    await collects(loan, { ...again, state: 'reversed' });
    const reversed = await readBook(given.app, loan);
    expect(reversed.kinds).toEqual([...before, 'billed', 'held', 'refunded']);
    expect(reversed.balances).toMatchObject({
      principal,
      interest: first.interest_paise,
      held: 0,
      credit: 0,
    });
    expect((await servicingOf(loan)).outstanding_paise).toBe(principal);
  });

  it('records an impossible collection as held, and has no debt once the loan was left', async () => {
    const loan = await disbursedLoan(given.app);
    const entry = { id: `D-${loan.id}`, instalment: 1, on: '2062-01-05', amountPaise: 900, reason: null };
    await collects(loan, { ...entry, state: 'collected' });
    await cancel(given.app, loan);
    const { cooling_off: exit } = await servicingOf(loan);
    if (!exit) throw new Error('There is no exit');
    await pay(given.app, loan, 'cooling_off', exit.exit_paise);
    const { kinds, balances } = await readBook(given.app, loan);
    expect(kinds).toEqual(['disbursed', 'billed', 'paid', 'paid', 'held', 'left']);
    const income = -exit.interest_paise - exit.fee_kept_paise;
    expect(balances).toMatchObject({
      principal: 0,
      interest: 0,
      charges: 0,
      credit: 0,
      income,
      money: 900 - income,
    });
    expect((await servicingOf(loan)).stage).toBe('cancelled');
  });
});
