/** The calculation of an offer by the text of openapi/lender.yaml, apart from that of the product. Amounts are whole paise. */

export type Charge = {
  kind: 'processing' | 'insurance' | 'valuation' | 'other';
  label: string;
  payee: 'lender' | 'third_party';
  amount: { paise: number } | { percent: string };
  gst_percent: string;
  collected: 'deducted' | 'up_front' | 'with_instalments';
};

export type Conditions = {
  sanctioned_amount_paise: number;
  tenure_months: number;
  interest: { rate: string; kind: 'reducing' | 'flat_yearly' };
  disbursal_on: string;
  first_due_on: string;
  advance_instalments: number;
  charges: Charge[];
  instalment_rounding: 'paisa' | 'rupee';
};

export type Row = {
  number: number;
  due_on: string;
  outstanding_paise: number;
  principal_paise: number;
  interest_paise: number;
  instalment_paise: number;
};

/** A quotient of whole numbers to the nearest one, halves up. */
const round = (numerator: bigint, denominator: bigint): number =>
  Number((2n * numerator + denominator) / (2n * denominator));

/** Percent text as a quotient. */
function percent(text: string): [bigint, bigint] {
  const [whole = '0', decimals = ''] = text.split('.');
  return [BigInt(whole + decimals), 10n ** BigInt(decimals.length)];
}

function percentOf(amount: number, text: string): number {
  const [n, d] = percent(text);
  return round(BigInt(amount) * n, d * 100n);
}

const ms = 86_400_000;
const dayAt = (day: string): Date => new Date(`${day}T00:00:00Z`);
const text = (date: Date): string => date.toISOString().slice(0, 10);

export const plusDays = (day: string, days: number): string =>
  text(new Date(dayAt(day).getTime() + days * ms));

/** The same day so many months later, or that month's last day. */
export function plusMonths(day: string, months: number): string {
  const date = dayAt(day);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0));
  last.setUTCDate(Math.min(last.getUTCDate(), date.getUTCDate()));
  return text(last);
}

const brokenDays = ({ disbursal_on: on, first_due_on: due }: Conditions): number =>
  (dayAt(due).getTime() - dayAt(plusMonths(on, 1)).getTime()) / ms;

/** A charge with its GST. */
function chargeOf({ amount, gst_percent: gst }: Charge, sanctioned: number): number {
  const net = 'paise' in amount ? amount.paise : percentOf(sanctioned, amount.percent);
  return net + percentOf(net, gst);
}

const charged = ({ charges, sanctioned_amount_paise: s }: Conditions, how: Charge['collected']): number =>
  charges.filter(({ collected }) => collected === how).reduce((sum, one) => sum + chargeOf(one, s), 0);

/** What comes with each instalment after the disbursal. */
export const recurring = (conditions: Conditions): number => charged(conditions, 'with_instalments');

export const netDisbursed = (conditions: Conditions): number =>
  conditions.sanctioned_amount_paise - charged(conditions, 'deducted');

/** The conditions where the loan is disbursed on another day than planned. */
export const disbursedOn = (conditions: Conditions, day: string): Conditions => ({
  ...conditions,
  disbursal_on: day,
  first_due_on: plusDays(plusMonths(day, 1), brokenDays(conditions)),
});

/** All interest of a flat rate. */
function flatInterest({ sanctioned_amount_paise: s, tenure_months: n, interest }: Conditions): number {
  const [rate, scale] = percent(interest.rate);
  return round(BigInt(s) * rate * BigInt(n), scale * 1200n);
}

/** The equal instalment. */
export function instalmentOf(conditions: Conditions): number {
  const { sanctioned_amount_paise: s, tenure_months: n, advance_instalments: a, interest } = conditions;
  const unit = conditions.instalment_rounding === 'rupee' ? 100 : 1;
  const [rate, scale] = percent(interest.rate);
  if (interest.kind === 'flat_yearly' || rate === 0n)
    return round(BigInt(s + flatInterest(conditions)), BigInt(n * unit)) * unit;
  const base = 1200n * scale;
  const months = BigInt(n - a);
  const grown = (base + rate) ** months;
  const numerator = BigInt(s) * grown * rate;
  const denominator = BigInt(a) * grown * rate + (grown - base ** months) * base;
  return round(numerator, denominator * BigInt(unit)) * unit;
}

export function scheduleOf(conditions: Conditions): Row[] {
  const { tenure_months: n, advance_instalments: a, sanctioned_amount_paise: s } = conditions;
  const parts = conditions.interest.kind === 'reducing' ? reducing(conditions) : flat(conditions);
  let outstanding = s;
  return Array.from({ length: n }, (_, index) => {
    const { principal, interest } = parts[index] ?? { principal: 0, interest: 0 };
    const row = {
      number: index + 1,
      due_on: index < a ? conditions.disbursal_on : plusMonths(conditions.first_due_on, index - a),
      outstanding_paise: outstanding,
      principal_paise: principal,
      interest_paise: interest,
      instalment_paise: principal + interest,
    };
    outstanding -= principal;
    return row;
  });
}

type Part = { principal: number; interest: number };

function reducing(conditions: Conditions): Part[] {
  const { tenure_months: n, advance_instalments: a, sanctioned_amount_paise: s } = conditions;
  const [rate, scale] = percent(conditions.interest.rate);
  const e = instalmentOf(conditions);
  const days = BigInt(brokenDays(conditions));
  const parts: Part[] = [];
  for (let index = 0, outstanding = s; index < n; index += 1) {
    const ofMonth = index < a ? 0 : round(BigInt(outstanding) * rate, scale * 1200n);
    const principal = index === n - 1 ? outstanding : e - ofMonth;
    const ofFirst = round(BigInt(outstanding) * rate * (365n + 12n * days), scale * 1200n * 365n);
    parts.push({ principal, interest: index === a ? ofFirst : ofMonth });
    outstanding -= principal;
  }
  return parts;
}

function flat(conditions: Conditions): Part[] {
  const { tenure_months: n, advance_instalments: a, sanctioned_amount_paise: s } = conditions;
  const [rate, scale] = percent(conditions.interest.rate);
  const all = flatInterest(conditions);
  const each = Math.floor(all / n);
  const principal = instalmentOf(conditions) - each;
  const days = BigInt(brokenDays(conditions));
  const broken = round(BigInt(s) * rate * 12n * days, scale * 365n * 1200n);
  return Array.from({ length: n }, (_, index) => {
    const isLast = index === n - 1;
    return {
      principal: isLast ? s - principal * (n - 1) : principal,
      interest: (isLast ? all - each * (n - 1) : each) + (index === a ? broken : 0),
    };
  });
}

/** Percent with four decimals. */
export function aprOf(conditions: Conditions): string {
  const { advance_instalments: a } = conditions;
  const rows = scheduleOf(conditions);
  const advance = rows.slice(0, a).reduce((sum, row) => sum + row.instalment_paise, 0);
  const has = netDisbursed(conditions) - charged(conditions, 'up_front') - advance;
  const p = 1 + (12 * brokenDays(conditions)) / 365;
  const worth = (i: number) =>
    rows
      .slice(a)
      .reduce(
        (sum, row, k) => sum + (row.instalment_paise + recurring(conditions)) / ((1 + p * i) * (1 + i) ** k),
        0,
      );
  let [low, high] = [0, 1];
  for (let step = 0; step < 100; step += 1) {
    const middle = (low + high) / 2;
    if (worth(middle) > has) low = middle;
    else high = middle;
  }
  return (1200 * low).toFixed(4);
}
