/** Loans and payments for property tests, as fast-check draws them. */
import fc from 'fast-check';
import { addDays, monthsAfter } from '../../domain/values/dates.ts';
import type { CountedPayment } from '../../domain/servicing/invoices.ts';
import type { Amount, ContingentCharge, LoanCharge, LoanTerms } from '../../domain/servicing/terms.ts';

const upTo = (max: number, min = 0) => fc.integer({ min, max });

/** Percent text of up to two decimals. */
const percent = (most: number) => upTo(most * 100).map((hundredths) => String(hundredths / 100));

const amount = (mostPercent: number, mostPaise: number): fc.Arbitrary<Amount> =>
  fc.oneof(
    percent(mostPercent).map((text) => ({ percent: text })),
    upTo(mostPaise).map((paise) => ({ paise })),
  );

const charge: fc.Arbitrary<LoanCharge> = fc.record({
  kind: fc.constantFrom('processing', 'insurance', 'valuation', 'other'),
  label: fc.constant('Charge'),
  payee: fc.constantFrom('lender', 'third_party'),
  amount: amount(5, 30_000),
  gstPercent: fc.constantFrom('0', '18'),
  collected: fc.constantFrom('deducted', 'up_front', 'with_instalments'),
});

const latePayment: fc.Arbitrary<ContingentCharge> = fc.record({
  kind: fc.constant('late_payment'),
  text: fc.constant('For an instalment that is paid late'),
  amount: amount(10, 60_000),
  graceDays: upTo(10),
});

export const day = (first: string, days: number): fc.Arbitrary<string> =>
  upTo(days).map((count) => addDays(first, count));

/** Terms without problems: 5,000 to 3,000,000 rupees, one month to five years, with any kind of interest and charges. */
export const randomTerms: fc.Arbitrary<LoanTerms> = fc
  .record({
    sanctionedAmount: upTo(300_000_000, 500_000),
    tenureMonths: fc.oneof({ weight: 3, arbitrary: upTo(12, 1) }, upTo(60, 1)),
    kind: fc.constantFrom('reducing', 'flat_yearly', 'flat_total'),
    rate: percent(60),
    disbursalOn: day('2026-01-01', 1500),
    brokenDays: fc.oneof(fc.constant(0), upTo(92)),
    advance: fc.oneof(fc.constant(0), upTo(4)),
    charges: fc.array(charge, { maxLength: 3 }),
    contingentCharges: fc.array(latePayment, { maxLength: 1 }),
    coolingOffDays: upTo(30, 1),
    keepsProcessingFee: fc.boolean(),
    instalmentRounding: fc.constantFrom('paisa', 'rupee'),
  })
  .map(({ kind, rate, brokenDays, advance, ...terms }): LoanTerms => ({
    ...terms,
    interest: { kind, rate },
    rateType: 'fixed',
    disbursalKind: 'at_once',
    firstDueOn: addDays(monthsAfter(terms.disbursalOn, 1), brokenDays),
    // More of them, at a high rate, would exceed the loan.
    advanceInstalments: Math.min(advance, Math.floor(terms.tenureMonths / 3)),
    apr: '0',
    instalment: 1,
  }));

/** Returns payments around the term of a loan, some of them refunded in part or whole, each under a new id. */
export const randomPayments = (
  terms: LoanTerms,
  amounts: readonly number[],
): fc.Arbitrary<CountedPayment[]> =>
  fc
    .array(
      fc.record({
        amount: fc.oneof(fc.constantFrom(...amounts), upTo(2 * Math.max(...amounts), 1)),
        on: day(terms.disbursalOn, 31 * terms.tenureMonths),
        refundedPercent: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, upTo(100)),
      }),
      { maxLength: terms.tenureMonths + 4 },
    )
    .map((payments) =>
      payments.map(({ amount, on, refundedPercent }, index): CountedPayment => ({
        id: `payment ${index}`,
        amount,
        on,
        refunded: Number((BigInt(amount) * BigInt(refundedPercent)) / 100n),
      })),
    );
