/** The instalments after part-prepayments, and after a foreclosure (specification, section 9). */
import type { Agreed } from './agreed.ts';
import type { Day } from './calendar.ts';
import { Rational } from './rational.ts';
import { equalInstalment, monthOf, type Plan, roundEqual, type Row, sumOf } from './schedule.ts';

/** The rows that are due by a day, those that are not, and the interest of the running period until the day. */
export function cutAt({ rows }: Pick<Plan, 'rows'>, disbursedOn: Day, on: Day) {
  const due = rows.filter(({ dueOn }) => dueOn <= on);
  const later = rows.filter(({ dueOn }) => dueOn > on);
  const [next] = later;
  const since = due.at(-1)?.dueOn ?? disbursedOn;
  // There is no running period before the disbursal.
  const whole = next ? Math.max(1, next.dueOn - since) : 1;
  const gone = next ? Rational.of(on - since, whole) : Rational.of(0);
  const left = next ? Rational.of(next.dueOn - on, whole) : Rational.of(0);
  const interest = Rational.of(next?.interest ?? 0n);
  return {
    ...{ due, later, next },
    principal: sumOf(later.map((row) => row.principal)),
    accrued: interest.times(gone).halfUp(),
    /** The interest of the days that are left of the period, before it is rounded. */
    toCome: interest.times(left),
  };
}

export type PartPrepayment = { id: string; on: Day; amount: bigint; keeps: 'instalment' | 'number' };

export function planAfter(agreed: Agreed, plan: Plan, disbursedOn: Day, paid: PartPrepayment): Plan {
  const { due, later, next, principal: owed, accrued, toCome } = cutAt(plan, disbursedOn, paid.on);
  if (!next) return plan;
  const interest = paid.amount < accrued ? paid.amount : accrued;
  const principal = paid.amount - interest < owed ? paid.amount - interest : owed;
  const left = owed - principal;
  const share = Rational.of(left, owed);
  const number = due.filter(({ prepaidBy }) => prepaidBy !== null).length + 1;
  const row: Row = {
    ...{ number, dueOn: paid.on, principal, interest, within: 0n, charges: 0n, prepaidBy: paid.id },
  };
  const isReducing = agreed.kind === 'reducing';
  let equal = plan.equal;
  if (paid.keeps === 'number' && left > 0n) {
    const flatInterest = share.times(Rational.of(sumOf(later.map(({ within }) => within))));
    equal = isReducing
      ? equalInstalment(agreed, left, 0, later.length)
      : roundEqual(agreed, Rational.of(left).plus(flatInterest).over(Rational.of(later.length)));
  }
  const rows: Row[] = [];
  let rest = left;
  for (const old of later) {
    if (rest === 0n) break;
    const monthly = isReducing
      ? monthOf(rest, agreed.rate).halfUp()
      : share.times(Rational.of(old.within)).halfUp();
    const borne = old === next ? toCome.times(share).halfUp() + accrued - interest : monthly;
    const within = borne < monthly ? borne : monthly;
    const repaid = old === later.at(-1) || equal - within > rest ? rest : equal - within;
    rows.push({ ...old, principal: repaid, interest: borne, within });
    rest -= repaid;
  }
  return { rows: [...due, row, ...rows], equal };
}

/** The rows of a loan that is repaid on a day: all that is not due becomes one row of that day. */
export function foreclosedPlan(plan: Plan, disbursedOn: Day, on: Day): Plan {
  const { due, next, principal, accrued } = cutAt(plan, disbursedOn, on);
  if (!next) return plan;
  const last: Row = {
    ...{ number: next.number, dueOn: on, principal, interest: accrued, within: accrued },
    ...{ charges: 0n, prepaidBy: null },
  };
  return { ...plan, rows: [...due, last] };
}
