import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isNightly } from '../../tests/support/nightly.ts';
import { day, randomPayments, randomTerms } from '../../tests/support/random-loans.ts';
import { addDays } from '../values/dates.ts';
import { balanceOf, bookAccounts, type BookEntry, type BookFacts, bookOf } from './book.ts';
import { sumPaise } from './charges.ts';
import { coolingOffExit } from './cooling-off.ts';
import { figuresOf } from './figures.ts';
import { foreclosedSchedule, foreclosureQuote } from './foreclosure.ts';
import { allocatePayments, type CountedPayment, unpaidOf } from './invoices.ts';
import { scheduleOf } from './schedule.ts';
import type { LoanTerms } from './terms.ts';
import { someLoanTerms } from './testing.ts';

const minuteMs = 60_000;

const net = ({ amount, refunded }: CountedPayment) => amount - refunded;

/** Returns the facts of a disbursed loan on a day; a refunded part of a payment is an uncounted move. */
function factsOf(
  terms: LoanTerms,
  payments: readonly CountedPayment[],
  today: string,
  changes: Partial<BookFacts> & { foreclosedOn?: string } = {},
): BookFacts {
  const planned = scheduleOf(terms);
  const { foreclosedOn, ...others } = changes;
  const schedule = foreclosedOn === undefined ? planned : foreclosedSchedule(terms, planned, foreclosedOn);
  return {
    terms,
    ledger: allocatePayments({ terms, schedule }, payments, today),
    disbursal: { on: terms.disbursalOn, reference: 'UTR1', amount: figuresOf(terms).netDisbursed },
    payments: payments.map((payment) => ({ ...payment, reference: payment.id, amount: net(payment) })),
    uncounted: payments
      .filter(({ refunded }) => refunded > 0)
      .flatMap(({ id, on, refunded }) => [
        { kind: 'held', reference: id, on, amount: refunded },
        { kind: 'disputed', reference: `disp_${id}`, on: addDays(on, 1), amount: refunded },
        { kind: 'dispute_won', reference: `disp_${id}`, on: addDays(on, 2), amount: refunded },
        { kind: 'refunded', reference: id, on: addDays(on, 3), amount: refunded },
      ]),
    exit: null,
    ...others,
  };
}

const owed = (book: readonly BookEntry[]) =>
  sumPaise((['principal', 'interest', 'charges'] as const).map((account) => balanceOf(book, account)));

const someLoan = randomTerms.chain((terms) => {
  const amounts = [...new Set(scheduleOf(terms).map(({ instalment }) => instalment))];
  return fc.record({
    terms: fc.constant(terms),
    payments: randomPayments(terms, amounts),
    today: day(terms.disbursalOn, 32 * terms.tenureMonths),
  });
});

describe('the book of a loan', () => {
  it(
    'has entries that add up to zero and the same balances as invoices and quotes',
    () => {
      fc.assert(
        fc.property(someLoan, ({ terms, payments: all, today }) => {
          const payments = all.filter(({ on }) => on <= today);
          const facts = factsOf(terms, payments, today);
          const book = bookOf(facts, today);
          for (const { postings } of book) expect(sumPaise(Object.values(postings))).toBe(0);
          const { invoices, outstanding } = facts.ledger;
          const quote = foreclosureQuote({ terms, schedule: scheduleOf(terms) }, payments, today);
          const received = sumPaise(payments.map(net));
          expect(received).toBe(facts.ledger.received);
          const comes = ({ kind }: { kind: string }) => kind === 'held' || kind === 'dispute_won';
          const later = facts.uncounted.filter(({ on }) => on > today);
          const held = 0 - sumPaise(later.map((move) => (comes(move) ? move.amount : -move.amount)));
          expect(balanceOf(book, 'money')).toBe(received + held - (facts.disbursal?.amount ?? 0));
          expect(0 - balanceOf(book, 'held')).toBe(held);
          if (outstanding === 0) {
            expect(owed(book)).toBe(0);
            expect(0 - balanceOf(book, 'credit')).toBe(facts.ledger.credit);
            return;
          }
          const due = invoices.filter(({ dueOn }) => dueOn <= today);
          const notDue = invoices.filter(({ dueOn }) => dueOn > today);
          expect(owed(book)).toBe(
            sumPaise(due.map(unpaidOf)) + sumPaise(notDue.map(({ principal }) => principal)),
          );
          expect(Math.max(0, balanceOf(book, 'principal') + balanceOf(book, 'credit'))).toBe(
            quote?.parts.principal,
          );
        }),
        { numRuns: isNightly ? 10_000 : 300 },
      );
    },
    15 * minuteMs,
  );

  it(
    'has zero balances once the loan is foreclosed',
    () => {
      fc.assert(
        fc.property(someLoan, ({ terms, payments: all, today }) => {
          const payments = all.filter(({ on }) => on < today);
          const schedule = scheduleOf(terms);
          const quote = foreclosureQuote({ terms, schedule }, payments, today);
          if (!quote || quote.total === 0) return;
          const paid = [...payments, { id: 'last', amount: quote.total, refunded: 0, on: today }];
          const facts = factsOf(terms, paid, today, { foreclosedOn: today });
          const book = bookOf(facts, addDays(today, 10));
          for (const account of ['principal', 'interest', 'charges', 'credit', 'held'] as const)
            expect([account, balanceOf(book, account)]).toEqual([account, 0]);
        }),
        { numRuns: isNightly ? 5000 : 100 },
      );
    },
    15 * minuteMs,
  );

  it(
    'holds as credit what was paid beyond the exit amount',
    () => {
      fc.assert(
        fc.property(someLoan, fc.nat(), ({ terms, payments: all }, days) => {
          const exitedOn = addDays(terms.disbursalOn, days % (terms.coolingOffDays + 1));
          const payments = all.filter(({ on }) => on <= exitedOn);
          const advance = {
            id: 'advance',
            amount: figuresOf(terms).upFront,
            refunded: 0,
            on: terms.disbursalOn,
          };
          const since = sumPaise(payments.map(net));
          const exit = coolingOffExit(terms, exitedOn, since);
          if (!exit) throw new Error('The period is over');
          const facts = factsOf(terms, [advance, ...payments], exitedOn);
          const leaving = { id: 'exit', reference: 'exit', on: exitedOn, amount: exit.total };
          const later = { id: 'later', reference: 'later', on: addDays(exitedOn, 9), amount: 700 };
          const left = { ...facts, payments: [...facts.payments, leaving, later], exit };
          const book = bookOf(left, addDays(exitedOn, 400));
          for (const { postings } of book) expect(sumPaise(Object.values(postings))).toBe(0);
          expect(owed(book)).toBe(0);
          expect(0 - balanceOf(book, 'credit')).toBe(exit.refund + 700);
          expect(0 - balanceOf(book, 'income')).toBe(exit.interest + exit.feeKept);
        }),
        { numRuns: isNightly ? 5000 : 150 },
      );
    },
    15 * minuteMs,
  );

  it('has an entry for each event in the order of the days', () => {
    const terms = someLoanTerms();
    const [first, second] = scheduleOf(terms);
    if (!first || !second) throw new Error('No schedule');
    const payments = [
      { id: 'A', amount: first.instalment, refunded: 0, on: first.dueOn },
      { id: 'B', amount: 5000, refunded: 0, on: addDays(first.dueOn, 2) },
    ];
    const held = { kind: 'held' as const, reference: 'C', on: addDays(first.dueOn, 3), amount: 900 };
    const facts = { ...factsOf(terms, payments, second.dueOn), uncounted: [held] };
    const { netDisbursed } = figuresOf(terms);
    expect(bookOf(facts, second.dueOn)).toEqual([
      {
        ...{ on: terms.disbursalOn, kind: 'disbursed', reference: 'UTR1', invoice: null },
        postings: {
          ...{ money: -netDisbursed, principal: terms.sanctionedAmount },
          income: netDisbursed - terms.sanctionedAmount,
        },
      },
      {
        ...{ on: first.dueOn, kind: 'billed', reference: null, invoice: { kind: 'instalment', number: 1 } },
        postings: { interest: first.interest, income: -first.interest },
      },
      {
        ...{ on: first.dueOn, kind: 'paid', reference: 'A', invoice: null },
        postings: { money: first.instalment, principal: -first.principal, interest: -first.interest },
      },
      {
        ...{ on: addDays(first.dueOn, 2), kind: 'paid', reference: 'B', invoice: null },
        postings: { money: 5000, credit: -5000 },
      },
      {
        ...{ on: addDays(first.dueOn, 3), kind: 'held', reference: 'C', invoice: null },
        postings: { money: 900, held: -900 },
      },
      {
        ...{ on: second.dueOn, kind: 'billed', reference: null, invoice: { kind: 'instalment', number: 2 } },
        postings: { credit: 5000, interest: second.interest - 5000, income: -second.interest },
      },
    ]);
  });

  it('posts the difference where another amount was disbursed', () => {
    const terms = someLoanTerms();
    const amount = figuresOf(terms).netDisbursed - 12_300;
    const facts = factsOf(terms, [], terms.disbursalOn, {
      disbursal: { on: terms.disbursalOn, reference: null, amount },
    });
    const book = bookOf(facts, terms.disbursalOn);
    expect(balanceOf(book, 'difference')).toBe(-12_300);
    expect(sumPaise(bookAccounts.map((account) => balanceOf(book, account)))).toBe(0);
  });

  it('holds a payment before the disbursal as credit', () => {
    const terms = someLoanTerms();
    const payments = [{ id: 'A', amount: 1000, refunded: 0, on: addDays(terms.disbursalOn, -2) }];
    const book = bookOf(factsOf(terms, payments, terms.disbursalOn, { disbursal: null }), terms.disbursalOn);
    expect(book.map(({ kind, postings }) => [kind, postings])).toEqual([
      ['paid', { money: 1000, credit: -1000 }],
    ]);
  });
});
