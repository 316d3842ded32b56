/** The offers of the second lender: their terms, and the figures that follow from those. */
import { addDays, addMonths, daysBetween } from './days.ts';
import { decimal, type Fraction, fraction, minus, over, plus, power, rounded, times } from './fractions.ts';

type Amount = { paise: number } | { percent: string };

type Charge = {
  kind: 'processing' | 'insurance' | 'valuation' | 'other';
  label: string;
  payee: 'lender' | 'third_party';
  amount: Amount;
  gst_percent: string;
  collected: 'deducted' | 'up_front' | 'with_instalments';
};

type Interest = { rate: string; kind: 'reducing' | 'flat_yearly' | 'flat_total' };

/** The amounts that an offer is calculated from. */
export type Basis = {
  sanctioned_amount_paise: number;
  tenure_months: number;
  interest: Interest;
  rate_type: 'fixed' | 'floating';
  benchmark?: { name: string; rate: string; spread: string; reset_months: number };
  disbursal_on: string;
  disbursal_kind: 'at_once';
  first_due_on: string;
  advance_instalments: number;
  charges: Charge[];
  contingent_charges: { kind: string; text: string; amount?: Amount; grace_days?: number }[];
  cooling_off_days: number;
  keeps_processing_fee: boolean;
  instalment_rounding?: 'paisa' | 'rupee';
};

export type Terms = Basis & { apr: string; instalment_paise: number };

export type Row = {
  number: number;
  due_on: string;
  outstanding_paise: number;
  principal_paise: number;
  interest_paise: number;
  instalment_paise: number;
};

/** Says what one charge comes to, with its GST, in paise. */
function chargePaise(charge: Charge, sanctioned: number): number {
  const net =
    'paise' in charge.amount
      ? charge.amount.paise
      : rounded(times(fraction(sanctioned), decimal(charge.amount.percent), fraction(1, 100)));
  return net + rounded(times(fraction(net), decimal(charge.gst_percent), fraction(1, 100)));
}

/** Adds up the charges that are collected in one of the ways, in paise. */
export const chargesPaise = (basis: Basis, ...ways: Charge['collected'][]): number =>
  basis.charges
    .filter(({ collected }) => ways.includes(collected))
    .reduce((sum, charge) => sum + chargePaise(charge, basis.sanctioned_amount_paise), 0);

export const disbursedPaise = (basis: Basis): number =>
  basis.sanctioned_amount_paise - chargesPaise(basis, 'deducted');

const brokenDays = (basis: Basis): number =>
  daysBetween(addMonths(basis.disbursal_on, 1), basis.first_due_on);

const roundInstalment = (basis: Basis, exact: Fraction): number =>
  basis.instalment_rounding === 'rupee' ? 100 * rounded(times(exact, fraction(1, 100))) : rounded(exact);

const dueOn = (basis: Basis, number: number): string =>
  number <= basis.advance_instalments
    ? basis.disbursal_on
    : addMonths(basis.first_due_on, number - basis.advance_instalments - 1);

function reducingInstalment(basis: Basis, monthly: Fraction): number {
  const sanctioned = fraction(basis.sanctioned_amount_paise);
  if (monthly.above === 0n) return roundInstalment(basis, over(sanctioned, fraction(basis.tenure_months)));
  const due = basis.tenure_months - basis.advance_instalments;
  const discount = over(fraction(1), power(plus(fraction(1), monthly), due));
  const annuity = over(minus(fraction(1), discount), monthly);
  return roundInstalment(basis, over(sanctioned, plus(fraction(basis.advance_instalments), annuity)));
}

type Plan = { instalment: number; rows: Row[] };

function reducingPlan(basis: Basis): Plan {
  const monthly = times(decimal(basis.interest.rate), fraction(1, 1200));
  const instalment = reducingInstalment(basis, monthly);
  const stretch = plus(fraction(1), fraction(12 * brokenDays(basis), 365));
  const rows: Row[] = [];
  let outstanding = basis.sanctioned_amount_paise;
  for (let number = 1; number <= basis.tenure_months; number += 1) {
    const isAdvance = number <= basis.advance_instalments;
    const month = isAdvance ? fraction(0) : times(monthly, fraction(outstanding));
    const isFirst = number === basis.advance_instalments + 1;
    const interest = rounded(isFirst ? times(month, stretch) : month);
    const principal = number === basis.tenure_months ? outstanding : instalment - rounded(month);
    rows.push(rowOf(basis, number, outstanding, principal, interest));
    outstanding -= principal;
  }
  return { instalment, rows };
}

function flatPlan(basis: Basis): Plan {
  const { sanctioned_amount_paise: sanctioned, tenure_months: months, interest } = basis;
  const yearly = times(fraction(sanctioned), decimal(interest.rate), fraction(1, 1200));
  const isYearly = interest.kind === 'flat_yearly';
  const all = rounded(times(yearly, fraction(isYearly ? months : 12)));
  const instalment = roundInstalment(basis, fraction(sanctioned + all, months));
  const share = Math.floor(all / months);
  const broken = isYearly ? rounded(times(yearly, fraction(12 * brokenDays(basis), 365))) : 0;
  const rows: Row[] = [];
  let outstanding = sanctioned;
  for (let number = 1; number <= months; number += 1) {
    const isLast = number === months;
    const usual = isLast ? all - share * (months - 1) : share;
    const besides = number === basis.advance_instalments + 1 ? broken : 0;
    const principal = isLast ? outstanding : instalment - share;
    rows.push(rowOf(basis, number, outstanding, principal, usual + besides));
    outstanding -= principal;
  }
  return { instalment, rows };
}

const rowOf = (
  basis: Basis,
  number: number,
  outstanding: number,
  principal: number,
  interest: number,
): Row => ({
  number,
  due_on: dueOn(basis, number),
  outstanding_paise: outstanding,
  principal_paise: principal,
  interest_paise: interest,
  instalment_paise: principal + interest,
});

/** Finds the yearly rate in percent, with four decimals, by halving the interval of monthly rates. */
function annualRate(basis: Basis, rows: Row[]): string {
  const extra = chargesPaise(basis, 'with_instalments');
  const paid = rows.map(({ instalment_paise }) => instalment_paise);
  const advance = paid.slice(0, basis.advance_instalments).reduce((sum, one) => sum + one, 0);
  const received = basis.sanctioned_amount_paise - chargesPaise(basis, 'deducted', 'up_front') - advance;
  const later = paid.slice(basis.advance_instalments).map((one) => one + extra);
  const stretch = 1 + (12 * brokenDays(basis)) / 365;
  const worth = (rate: number): number =>
    later.reduce((sum, one, index) => sum + one / ((1 + stretch * rate) * (1 + rate) ** index), 0);
  let low = 0;
  let high = 10;
  for (let step = 0; step < 200; step += 1) {
    const middle = (low + high) / 2;
    if (worth(middle) > received) low = middle;
    else high = middle;
  }
  return (1200 * low).toFixed(4);
}

/** Calculates the figures of an offer. */
export function calculate(basis: Basis): { terms: Terms; schedule: Row[] } {
  const { instalment, rows } = basis.interest.kind === 'reducing' ? reducingPlan(basis) : flatPlan(basis);
  return {
    terms: { ...basis, apr: annualRate(basis, rows), instalment_paise: instalment },
    schedule: rows,
  };
}

type Product = Pick<
  Basis,
  'tenure_months' | 'interest' | 'rate_type' | 'benchmark' | 'advance_instalments' | 'instalment_rounding'
>;

/** The products, which the loans get in turn. */
const products: Product[] = [
  {
    tenure_months: 9,
    interest: { rate: '13.75', kind: 'reducing' },
    rate_type: 'floating',
    benchmark: { name: 'Repo rate', rate: '6.5', spread: '7.25', reset_months: 3 },
    advance_instalments: 2,
  },
  {
    tenure_months: 7,
    interest: { rate: '11.1', kind: 'flat_yearly' },
    rate_type: 'fixed',
    advance_instalments: 1,
    instalment_rounding: 'rupee',
  },
  {
    tenure_months: 11,
    interest: { rate: '6.35', kind: 'flat_total' },
    rate_type: 'fixed',
    advance_instalments: 0,
  },
];

const processingPercents = ['1.5', '1.25', '1'];

/** Sets out what is offered on a day under a revision; the processing fee alone changes with it. */
export function basisOf(loanNumber: number, sanctioned: number, revision: number, day: string): Basis {
  const product = products[loanNumber % products.length] as Product;
  const disbursalOn = addDays(day, 2);
  return {
    ...product,
    sanctioned_amount_paise: sanctioned,
    disbursal_on: disbursalOn,
    disbursal_kind: 'at_once',
    first_due_on: addDays(addMonths(disbursalOn, 1), 4),
    charges: [
      {
        kind: 'processing',
        label: 'Processing fee',
        payee: 'lender',
        amount: { percent: processingPercents[(revision - 1) % processingPercents.length] as string },
        gst_percent: '18',
        collected: 'deducted',
      },
      {
        kind: 'insurance',
        label: 'Cover of the loan',
        payee: 'third_party',
        amount: { paise: 12_345 },
        gst_percent: '18',
        collected: 'up_front',
      },
      {
        kind: 'other',
        label: 'Collection fee',
        payee: 'lender',
        amount: { paise: 2_505 },
        gst_percent: '18',
        collected: 'with_instalments',
      },
    ],
    contingent_charges: [
      {
        kind: 'late_payment',
        text: 'For an instalment that is late',
        amount: { percent: '0.5' },
        grace_days: 2,
      },
      { kind: 'foreclosure', text: 'Of what is repaid early' },
    ],
    cooling_off_days: 5,
    keeps_processing_fee: true,
  };
}
