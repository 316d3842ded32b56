/** The instalments of a loan as they were agreed on (specification, section 9: schedule, broken period, charges). */
import type { Agreed, AgreedCharge, Size } from './agreed.ts';
import { type Day, laterMonth } from './calendar.ts';
import { percentOf, Rational } from './rational.ts';

export type Row = {
  number: number;
  dueOn: Day;
  principal: bigint;
  interest: bigint;
  /** The part of the interest that is within the equal instalment: all but that of days beyond a month. */
  within: bigint;
  charges: bigint;
  /** The payment that is the row, where it is a part-prepayment. */
  prepaidBy: string | null;
};

/** The rows, and the equal instalment without charges. */
export type Plan = { rows: readonly Row[]; equal: bigint };

export const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, one) => sum + one, 0n);

export const sizeOf = (size: Size, base: bigint): bigint =>
  'paise' in size ? size.paise : percentOf(base, size.percent).halfUp();

/** Returns a charge with its GST; each of the two is rounded. */
export function chargeOf({ sum }: Agreed, { size, gst }: AgreedCharge): bigint {
  const net = sizeOf(size, sum);
  return net + percentOf(net, gst).halfUp();
}

export const chargesTaken = (agreed: Agreed, taken: AgreedCharge['taken']): bigint =>
  sumOf(agreed.charges.filter((one) => one.taken === taken).map((one) => chargeOf(agreed, one)));

/** Returns the interest of a month, a twelfth of a year's, before it is rounded. */
export const monthOf = (principal: bigint, rate: string): Rational =>
  percentOf(principal, rate).over(Rational.of(12));

const daysOf = (principal: bigint, rate: string, days: number): Rational =>
  percentOf(principal, rate).times(Rational.of(days, 365));

export const roundEqual = ({ inRupees }: Agreed, exact: Rational): bigint =>
  inRupees ? exact.over(Rational.of(100)).halfUp() * 100n : exact.halfUp();

/**
 * Returns the instalment that leaves nothing after so many months behind some that are paid in advance. The rest of the
 * loan is `owed` less `paid` times the instalment, and both grow by each month's interest.
 */
export function equalInstalment(agreed: Agreed, principal: bigint, advance: number, months: number): bigint {
  const growth = Rational.of(1).plus(Rational.parse(agreed.rate).over(Rational.of(1200)));
  let owed = Rational.of(principal);
  let paid = Rational.of(advance);
  for (let month = 0; month < months; month += 1) {
    owed = owed.times(growth);
    paid = paid.times(growth).plus(Rational.of(1));
  }
  return roundEqual(agreed, owed.over(paid));
}

export function agreedPlan(agreed: Agreed, disbursedOn: Day): Plan {
  const firstDue = laterMonth(disbursedOn, 1) + agreed.brokenDays;
  const recurring = chargesTaken(agreed, 'with_instalments');
  const { equal, parts } = agreed.kind === 'reducing' ? reducing(agreed) : flat(agreed);
  const rows = parts.map((part, index): Row => {
    const month = index - agreed.advance;
    const isAdvance = month < 0;
    return {
      ...part,
      number: index + 1,
      dueOn: isAdvance ? disbursedOn : laterMonth(firstDue, month),
      charges: isAdvance ? 0n : recurring,
      prepaidBy: null,
    };
  });
  return { rows, equal };
}

type Part = Pick<Row, 'principal' | 'interest' | 'within'>;

function reducing(agreed: Agreed): { equal: bigint; parts: Part[] } {
  const { sum, months, advance, rate, brokenDays } = agreed;
  const equal = equalInstalment(agreed, sum, advance, months - advance);
  const parts: Part[] = [];
  for (let left = sum; parts.length < months;) {
    const isAdvance = parts.length < advance;
    const isFirst = parts.length === advance;
    const month = monthOf(left, rate);
    const within = isAdvance ? 0n : month.halfUp();
    // The month and the further days of a broken period are rounded together.
    const interest = isFirst ? month.plus(daysOf(left, rate, brokenDays)).halfUp() : within;
    const principal = parts.length === months - 1 ? left : equal - within;
    parts.push({ principal, interest, within });
    left -= principal;
  }
  return { equal, parts };
}

function flat(agreed: Agreed): { equal: bigint; parts: Part[] } {
  const { sum, months, advance, rate, kind, brokenDays } = agreed;
  const isYearly = kind === 'flat_yearly';
  const all = percentOf(sum, rate)
    .times(isYearly ? Rational.of(months, 12) : Rational.of(1))
    .halfUp();
  const equal = roundEqual(agreed, Rational.of(sum + all, months));
  const share = Rational.of(all, months).down();
  const broken = isYearly ? daysOf(sum, rate, brokenDays).halfUp() : 0n;
  const others = BigInt(months - 1);
  const parts = Array.from({ length: months }, (_, index): Part => {
    const isLast = index === months - 1;
    const within = isLast ? all - others * share : share;
    return {
      principal: isLast ? sum - others * (equal - share) : equal - share,
      interest: within + (index === advance ? broken : 0n),
      within,
    };
  });
  return { equal, parts };
}
