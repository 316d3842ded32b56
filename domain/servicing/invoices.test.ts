import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { day, randomPayments, randomTerms } from '../../tests/support/random-loans.ts';
import {
  allocatePayments,
  dueBy,
  type Invoice,
  invoicesIn,
  isRepaid,
  nextInvoice,
  payableOfInstalment,
  type CountedPayment,
  type ScheduledLoan,
} from './invoices.ts';
import { scheduleOf } from './schedule.ts';
import type { LoanTerms } from './terms.ts';
import { someLoanTerms } from './testing.ts';

const scheduled = (terms: LoanTerms): ScheduledLoan => ({ terms, schedule: scheduleOf(terms) });

/** Three instalments of 10,000 rupees, due on the 5th from July to September. */
const loan = (changes: Partial<LoanTerms> = {}): ScheduledLoan =>
  scheduled(
    someLoanTerms({
      sanctionedAmount: 3_000_000,
      tenureMonths: 3,
      interest: { kind: 'flat_total', rate: '0' },
      charges: [],
      ...changes,
    }),
  );

const payment = (id: string, on: string, amount: number, refunded = 0): CountedPayment => ({
  id,
  on,
  amount,
  refunded,
});

const statesOf = (invoices: readonly Invoice[]) => invoices.map(({ state }) => state);

describe('payments', () => {
  it('pay the oldest instalment first', () => {
    const payments = [payment('a', '2026-07-05', 1_000_000), payment('b', '2026-08-01', 400_000)];
    const ledger = allocatePayments(loan(), payments, '2026-08-05');
    expect(ledger).toMatchObject({ received: 1_400_000, credit: 0, outstanding: 1_600_000 });
    expect(ledger.invoices).toMatchObject([
      { number: 1, state: 'paid', paid: 1_000_000, paidOn: '2026-07-05' },
      { number: 2, state: 'part_paid', paid: 400_000, paidOn: null },
      { number: 3, state: 'unpaid', paid: 0, paidOn: null },
    ]);
    expect(nextInvoice(ledger.invoices, '2026-08-05')?.number).toBe(2);
    expect(isRepaid(ledger)).toBe(false);
  });

  it('pay the next instalments with what is left over, and leave a credit at the end', () => {
    const ledger = allocatePayments(loan(), [payment('a', '2026-07-01', 3_000_500)], '2026-07-01');
    expect(statesOf(ledger.invoices)).toEqual(['paid', 'paid', 'paid']);
    expect(ledger).toMatchObject({ credit: 500, outstanding: 0 });
    expect(isRepaid(ledger)).toBe(true);
    expect(nextInvoice(ledger.invoices, '2026-07-01')).toBeNull();
  });

  it('pay the amount due before the disbursal first', () => {
    const terms = loan({ advanceInstalments: 1, charges: [upFrontFee] });
    const paid = [payment('a', '2026-06-03', 1_060_000), payment('b', '2026-06-03', 1_060_000)];
    expect(allocatePayments(terms, paid.slice(0, 1), '2026-06-05').invoices).toMatchObject([
      {
        kind: 'up_front',
        number: 0,
        dueOn: '2026-06-05',
        principal: 1_000_000,
        charges: 60_000,
        state: 'paid',
      },
      { kind: 'instalment', number: 2, dueOn: '2026-07-05', state: 'unpaid' },
      { kind: 'instalment', number: 3, dueOn: '2026-08-05', state: 'unpaid' },
    ]);
    expect(allocatePayments(terms, paid, '2026-06-05').invoices).toMatchObject([
      { number: 0, paid: 1_060_000 },
      { number: 2, state: 'paid' },
      { number: 3, state: 'part_paid', paid: 60_000 },
    ]);
  });

  it('for instalments pay the amount due before the disbursal last, so that none becomes late', () => {
    const terms = loan({ advanceInstalments: 1, charges: [upFrontFee] });
    const payments = ['2026-07-05', '2026-08-05'].map((on) => ({
      ...payment(on, on, 1_000_000),
      purpose: 'instalment' as const,
    }));
    const { invoices } = allocatePayments(terms, payments, '2026-08-20');
    expect(invoices.map(({ kind, state }) => [kind, state])).toEqual([
      ['up_front', 'overdue'],
      ['instalment', 'paid'],
      ['instalment', 'paid'],
    ]);
    const more = { ...payment('more', '2026-08-20', 60_000), purpose: 'instalment' as const };
    expect(allocatePayments(terms, [...payments, more], '2026-08-20').invoices[0]?.paid).toBe(60_000);
  });

  it('count once when they are reported twice, and not at all once refunded', () => {
    const once = payment('a', '2026-07-05', 1_000_000);
    const refunded = { ...once, refunded: 1_000_000 };
    expect(allocatePayments(loan(), [once, once], '2026-07-06').received).toBe(1_000_000);
    for (const order of [
      [once, refunded],
      [refunded, once],
    ]) {
      const { received, invoices } = allocatePayments(loan(), order, '2026-07-06');
      expect(received).toBe(0);
      expect(invoices[0]).toMatchObject({ state: 'overdue', paid: 0 });
    }
    expect(
      allocatePayments(loan(), [{ ...once, refunded: 250_000 }], '2026-07-05').invoices[0],
    ).toMatchObject({ paid: 750_000, state: 'part_paid' });
  });

  it('with the same id and different amounts are refused', () => {
    const two = [payment('a', '2026-07-05', 1_000_000), payment('a', '2026-07-05', 1_000_001)];
    expect(() => allocatePayments(loan(), two, '2026-07-06')).toThrow(RangeError);
  });
});

describe('a charge for late payment', () => {
  it('is added the day after the days of grace, and never to an instalment paid in time', () => {
    const inTime = [payment('a', '2026-07-08', 1_000_000)];
    expect(statesOf(allocatePayments(loan(), inTime, '2026-07-20').invoices)).toEqual([
      'paid',
      'unpaid',
      'unpaid',
    ]);
    expect(allocatePayments(loan(), [], '2026-07-08').invoices).toHaveLength(3);
    expect(allocatePayments(loan(), [], '2026-07-09').invoices).toMatchObject([
      { kind: 'instalment', number: 1, state: 'overdue' },
      {
        kind: 'late_payment',
        number: 1,
        dueOn: '2026-07-09',
        amount: 50_000,
        charges: 50_000,
        state: 'unpaid',
      },
      { kind: 'instalment', number: 2, state: 'unpaid' },
      { kind: 'instalment', number: 3, state: 'unpaid' },
    ]);
    const late = [payment('a', '2026-07-09', 1_000_000)];
    expect(allocatePayments(loan(), late, '2026-07-20').invoices[1]).toMatchObject({
      kind: 'late_payment',
      state: 'overdue',
      paid: 0,
    });
  });

  it('is not added where less than a rupee is missing', () => {
    const invoicesWith = (paid: number) =>
      allocatePayments(loan(), [payment('a', '2026-07-05', paid)], '2026-07-20').invoices;
    expect(invoicesWith(999_901)).toHaveLength(3);
    expect(invoicesWith(999_900)).toHaveLength(4);
  });

  it('waits for the outcome of a debit, and its days of grace begin with the outcome', () => {
    const waitingFor = (end: string | null) => ({ ...loan(), debitWaits: new Map([[1, end]]) });
    const [waits] = allocatePayments(waitingFor(null), [], '2026-07-30').invoices;
    expect(waits).toMatchObject({ state: 'unpaid', awaitsDebit: true });
    expect(dueBy(allocatePayments(waitingFor(null), [], '2026-07-30').invoices, '2026-07-30').total).toBe(0);
    const told = waitingFor('2026-07-20');
    expect(statesOf(allocatePayments(told, [], '2026-07-20').invoices)[0]).toBe('unpaid');
    expect(statesOf(allocatePayments(told, [], '2026-07-23').invoices)).toHaveLength(3);
    expect(allocatePayments(told, [], '2026-07-24').invoices).toMatchObject([
      { kind: 'instalment', number: 1, state: 'overdue', awaitsDebit: false },
      { kind: 'late_payment', number: 1, dueOn: '2026-07-24' },
      { number: 2 },
      { number: 3 },
    ]);
    // An outcome reported before the due date makes no instalment due earlier.
    expect(statesOf(allocatePayments(waitingFor('2026-07-03'), [], '2026-07-05').invoices)[0]).toBe('unpaid');
  });

  it('is not added where a debit paid in time, even if the outcome is reported late', () => {
    const told = { ...loan(), debitWaits: new Map([[1, '2026-07-25']]) };
    const ledger = allocatePayments(told, [payment('debit', '2026-07-05', 1_000_000)], '2026-07-25');
    expect(statesOf(ledger.invoices)).toEqual(['paid', 'unpaid', 'unpaid']);
    expect(ledger.invoices[0]).toMatchObject({ paidOn: '2026-07-05', awaitsDebit: false });
  });

  it('is paid before the charge of a later day, whichever of the instalments is older', () => {
    const told = { ...loan(), debitWaits: new Map([[1, '2026-08-20']]) };
    const { invoices } = allocatePayments(told, [payment('a', '2026-08-30', 2_060_000)], '2026-08-30');
    expect(invoices.filter(({ kind }) => kind === 'late_payment')).toMatchObject([
      { number: 2, dueOn: '2026-08-09', paid: 50_000 },
      { number: 1, dueOn: '2026-08-24', paid: 10_000 },
    ]);
  });

  it('is paid after due instalments and before later ones, so that it makes none late', () => {
    const payments = [
      payment('a', '2026-07-20', 1_030_000),
      payment('b', '2026-08-05', 1_000_000),
      payment('c', '2026-08-20', 30_000),
    ];
    const { invoices } = allocatePayments(loan(), payments.slice(0, 1), '2026-08-05');
    const next = (on: string) => nextInvoice(invoices, on);
    expect([next('2026-08-04'), next('2026-08-05')]).toMatchObject([
      { kind: 'late_payment', number: 1 },
      { kind: 'instalment', number: 2 },
    ]);
    expect(allocatePayments(loan(), payments, '2026-08-20').invoices).toMatchObject([
      { kind: 'instalment', number: 1, paidOn: '2026-07-20' },
      { kind: 'late_payment', number: 1, paid: 50_000, paidOn: '2026-08-20' },
      { kind: 'instalment', number: 2, paidOn: '2026-08-05' },
      { kind: 'instalment', number: 3, paid: 10_000, state: 'part_paid' },
    ]);
  });

  it('in percent is taken of the unpaid amount, and only once', () => {
    const contingentCharges = [
      { kind: 'late_payment', text: '2 % of what is late', amount: { percent: '2' } } as const,
    ];
    const payments = [payment('a', '2026-07-05', 400_000), payment('b', '2026-07-25', 100_000)];
    const { invoices } = allocatePayments(loan({ contingentCharges }), payments, '2026-08-01');
    expect(invoicesIn(invoices, 'unpaid').map(({ kind, amount, paid }) => [kind, amount, paid])).toEqual([
      ['instalment', 1_000_000, 500_000],
      ['late_payment', 12_000, 0],
      ['instalment', 1_000_000, 0],
      ['instalment', 1_000_000, 0],
    ]);
    expect(invoicesIn(invoices, 'paid')).toEqual([]);
    expect(invoicesIn(invoices, 'all')).toEqual(invoices);
  });
});

describe('the ledger of any loan and payments', () => {
  const inputs = randomTerms.chain((terms) => {
    const ours = scheduled(terms);
    const amounts = ours.schedule.map(({ instalment, charges }) => instalment + charges);
    return fc.record({
      loan: fc.constant(ours),
      payments: randomPayments(terms, amounts),
      today: day(terms.disbursalOn, 31 * terms.tenureMonths + 60),
      order: fc.infiniteStream(fc.nat()),
    });
  });

  it('does not depend on the order of payments or on repeated reports', () => {
    fc.assert(
      fc.property(inputs, ({ loan: ours, payments, today, order }) => {
        const expected = allocatePayments(ours, payments, today);
        const reported = payments.flatMap((each) => [each, { ...each, refunded: 0 }]);
        const shuffled = reported
          .map((each) => ({ each, key: order.next().value }))
          .sort((a, b) => a.key - b.key)
          .map(({ each }) => each);
        expect(allocatePayments(ours, shuffled, today)).toEqual(expected);
      }),
      { numRuns: 1000 },
    );
  });

  it('counts each paisa once', () => {
    fc.assert(
      fc.property(inputs, ({ loan: ours, payments, today }) => {
        const { invoices, received, credit, outstanding } = allocatePayments(ours, payments, today);
        const total = (of: (invoice: Invoice) => number) => invoices.reduce((sum, each) => sum + of(each), 0);
        expect(received).toBe(payments.reduce((sum, { amount, refunded }) => sum + amount - refunded, 0));
        expect(total(({ paid }) => paid) + credit).toBe(received);
        expect(total(({ amount, paid }) => amount - paid)).toBe(outstanding);
        expect(total(({ principal }) => principal)).toBe(ours.terms.sanctionedAmount);
        expect(invoices.every(({ paid, amount }) => paid >= 0 && paid <= amount)).toBe(true);
        expect(credit === 0 || outstanding === 0).toBe(true);
        for (const { amount, principal, interest, charges, paid, paidOn, state } of invoices) {
          expect(principal + interest + charges).toBe(amount);
          expect([paid === amount, paidOn !== null]).toEqual([state === 'paid', state === 'paid']);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('equals running sums of all payments where there are no late charges', () => {
    fc.assert(
      fc.property(inputs, ({ loan: ours, payments, today }) => {
        const terms = { ...ours.terms, contingentCharges: [] };
        const { invoices } = allocatePayments({ ...ours, terms }, payments, today);
        const byDay = [...payments].sort((a, b) => Number(a.on > b.on) - Number(a.on < b.on));
        let billed = 0;
        for (const { amount, paid, paidOn } of invoices) {
          const before = billed;
          billed += amount;
          let received = 0;
          let filledOn: string | null = null;
          for (const each of byDay) {
            received += each.amount - each.refunded;
            if (received >= billed) filledOn ??= each.on;
          }
          expect(paid).toBe(Math.min(amount, Math.max(0, received - before)));
          expect(paidOn).toBe(filledOn);
        }
      }),
      { numRuns: 500 },
    );
  });
});

const upFrontFee = {
  kind: 'processing',
  label: 'Processing fee',
  payee: 'lender',
  amount: { percent: '2' },
  gstPercent: '0',
  collected: 'up_front',
} as const;

describe('the next payment', () => {
  const late = { kind: 'late_payment', text: 'Late', amount: { paise: 50_000 } } as const;
  const overdue = loan({ contingentCharges: [late] });
  const payableOn = (day: string, payments: CountedPayment[] = []) => {
    const { invoices } = allocatePayments(overdue, payments, day);
    const next = nextInvoice(invoices, day);
    return { payable: next && payableOfInstalment(next, invoices, day), due: dueBy(invoices, day) };
  };

  it('is one instalment before its due date', () => {
    expect(payableOn('2026-07-04')).toEqual({ payable: 1_000_000, due: { total: 0, lateCharges: 0 } });
  });

  it('is an overdue instalment with its late charge', () => {
    expect(payableOn('2026-07-06')).toEqual({
      payable: 1_050_000,
      due: { total: 1_050_000, lateCharges: 50_000 },
    });
  });

  it('is the older of two overdue instalments, and includes all charges with the last one', () => {
    expect(payableOn('2026-08-06')).toEqual({
      payable: 1_000_000,
      due: { total: 2_100_000, lateCharges: 100_000 },
    });
    expect(payableOn('2026-08-06', [payment('a', '2026-08-06', 1_000_000)])).toEqual({
      payable: 1_100_000,
      due: { total: 1_100_000, lateCharges: 100_000 },
    });
  });

  it('leaves nothing due when it is paid', () => {
    const paid = payment('a', '2026-07-06', payableOn('2026-07-06').payable ?? 0);
    expect(payableOn('2026-07-06', [paid]).due).toEqual({ total: 0, lateCharges: 0 });
  });
});
