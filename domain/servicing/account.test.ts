/** The account of a loan, its statement, its quote and its book, beside another calculation that shares no code with them. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isNightly } from '../../tests/support/nightly.ts';
import { day, randomPayments, randomTerms } from '../../tests/support/random-loans.ts';
import { referenceAccount } from '../../tests/support/reference-account.ts';
import { balanceOf, bookOf } from './book.ts';
import { figuresOf } from './figures.ts';
import { foreclosureQuote } from './foreclosure.ts';
import { allocatePayments } from './invoices.ts';
import { repaymentPlan } from './prepayment.ts';
import { scheduleOf } from './schedule.ts';

const minuteMs = 60_000;

const someLife = randomTerms.chain((terms) => {
  const amounts = [...new Set(scheduleOf(terms).map(({ instalment }) => instalment))];
  return fc.record({
    terms: fc.constant(terms),
    payments: randomPayments(terms, amounts),
    purposes: fc.infiniteStream(
      fc.constantFrom('instalment', 'instalment', undefined, undefined, 'prepay_fewer', 'prepay_smaller'),
    ),
    today: day(terms.disbursalOn, 32 * terms.tenureMonths),
  });
});

it(
  'the account equals that of an independent calculation: invoices, quote and balances',
  () => {
    fc.assert(
      fc.property(someLife, ({ terms, payments: all, purposes, today }) => {
        const payments = all
          .filter(({ on }) => on <= today)
          .map((payment) => ({ ...payment, purpose: purposes.next().value }));
        const { schedule } = repaymentPlan(terms, payments);
        const expected = referenceAccount(terms, payments, today);

        const ledger = allocatePayments({ terms, schedule }, payments, today);
        const invoices = ledger.invoices.map(({ kind, number, dueOn, amount, paid, paidOn }) => ({
          ...{ kind, number, dueOn, amount, paid, paidOn },
        }));
        const key = ({ kind, number }: (typeof invoices)[number]) => `${kind} ${number}`;
        const byKey = (rows: typeof invoices) => rows.toSorted((a, b) => key(a).localeCompare(key(b)));
        expect(byKey(invoices)).toEqual(byKey(expected.invoices));
        const { received, credit, outstanding } = ledger;
        expect(expected).toMatchObject({ received, credit, outstanding });

        expect(foreclosureQuote({ terms, schedule }, payments, today)).toMatchObject(expected.quote);

        if (outstanding === 0) return;
        const facts = {
          ...{ terms, ledger, uncounted: [], exit: null },
          disbursal: { on: terms.disbursalOn, reference: null, amount: figuresOf(terms).netDisbursed },
          payments: payments.map(({ id, on, amount, refunded }) => ({
            ...{ id, on, reference: id, amount: amount - refunded },
          })),
        };
        const book = bookOf(facts, today);
        expect({
          principal: balanceOf(book, 'principal'),
          interest: balanceOf(book, 'interest'),
          charges: balanceOf(book, 'charges'),
          credit: 0 - balanceOf(book, 'credit'),
        }).toEqual(expected.book);
      }),
      { numRuns: isNightly ? 10_000 : 250 },
    );
  },
  15 * minuteMs,
);
