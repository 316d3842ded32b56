/**
 * The account of a loan calculated in another way than domain/servicing/ does it, for comparison: by walking through the
 * calendar day by day, with the schedule, percentages and interest of reference-loan.ts.
 */
import type { CountedPayment } from '../../domain/servicing/invoices.ts';
import type { LoanTerms } from '../../domain/servicing/terms.ts';
import {
  eachDay,
  laterDay,
  percentOfPaise,
  referenceForeclosure,
  referencePrepaid,
  type ReferenceRow,
} from './reference-loan.ts';

type Pot = {
  kind: 'up_front' | 'instalment' | 'late_payment' | 'prepayment';
  number: number;
  dueOn: string;
  charges: number;
  interest: number;
  principal: number;
  paid: number;
  paidOn: string | null;
  /** The one payment that pays it, where it is a part-prepayment. */
  prepaidBy?: string | undefined;
};

export type ReferenceAccount = {
  invoices: {
    kind: Pot['kind'];
    number: number;
    dueOn: string;
    amount: number;
    paid: number;
    paidOn: string | null;
  }[];
  received: number;
  credit: number;
  outstanding: number;
  /** The unpaid part of the amounts due, by component, and the amount paid beyond them. */
  book: { principal: number; interest: number; charges: number; credit: number };
  quote: { principal: number; interest: number; due: number; credit: number; total: number };
};

/** @param payments up to the day */
export function referenceAccount(
  terms: LoanTerms,
  payments: readonly CountedPayment[],
  today: string,
): ReferenceAccount {
  const prepayments = payments.filter(({ purpose }) => purpose?.startsWith('prepay_'));
  const rows = referencePrepaid(
    terms,
    prepayments.toSorted((a, b) => a.on.localeCompare(b.on)),
  );
  const pots = potsOf(terms, rows);
  const walked = walk(terms, pots, payments, today);
  const isDue = ({ dueOn }: Pot) => dueOn <= today;
  const due = pots.filter(isDue);
  const unpaid = due.map(unpaidParts);
  const paidOfDue = total(due.map(({ paid }) => paid));
  const notDue = total(pots.filter((pot) => !isDue(pot)).map(({ principal }) => principal));
  const rest = referenceForeclosure(terms, rows, today);
  const dueUnpaid = total(due.map(unpaidOf));
  // Payments before the due date are a credit of the quote.
  const credit = walked.received - paidOfDue;
  return {
    invoices: pots.map(({ kind, number, dueOn, paid, paidOn, ...pot }) => ({
      ...{ kind, number, dueOn, paid, paidOn },
      amount: amountOf(pot),
    })),
    ...walked,
    outstanding: total(pots.map(unpaidOf)),
    book: {
      principal: notDue + total(unpaid.map(({ principal }) => principal)),
      interest: total(unpaid.map(({ interest }) => interest)),
      charges: total(unpaid.map(({ charges }) => charges)),
      credit,
    },
    quote: {
      ...rest,
      ...{ due: dueUnpaid, credit },
      total: Math.max(0, rest.principal + rest.interest + dueUnpaid - credit),
    },
  };
}

const total = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

const amountOf = ({ charges, interest, principal }: Pick<Pot, 'charges' | 'interest' | 'principal'>) =>
  charges + interest + principal;

const unpaidOf = (pot: Pot) => amountOf(pot) - pot.paid;

/** Charges are paid first, principal last. */
function unpaidParts({ paid, ...pot }: Pot) {
  const charges = Math.max(0, pot.charges - paid);
  const interest = Math.max(0, pot.interest - Math.max(0, paid - pot.charges));
  return { charges, interest, principal: amountOf(pot) - paid - charges - interest };
}

function chargeOf(terms: LoanTerms, { amount, gstPercent }: LoanTerms['charges'][number]): number {
  const net = 'paise' in amount ? amount.paise : percentOfPaise(terms.sanctionedAmount, amount.percent);
  return net + percentOfPaise(net, gstPercent);
}

function potsOf(terms: LoanTerms, rows: readonly ReferenceRow[]): Pot[] {
  const chargesTaken = (how: 'up_front' | 'with_instalments') =>
    total(
      terms.charges.filter(({ collected }) => collected === how).map((charge) => chargeOf(terms, charge)),
    );
  const advance = rows.slice(0, terms.advanceInstalments);
  const open = { paid: 0, paidOn: null };
  const first: Pot = {
    ...{ kind: 'up_front', number: 0, dueOn: terms.disbursalOn, charges: chargesTaken('up_front'), ...open },
    interest: total(advance.map(({ interest }) => interest)),
    principal: total(advance.map(({ principal }) => principal)),
  };
  const others = rows.slice(terms.advanceInstalments).map(({ number, dueOn, ...row }): Pot => ({
    ...{ kind: row.prepaidBy === undefined ? 'instalment' : 'prepayment', number, dueOn, ...open },
    ...{ interest: row.interest, principal: row.principal, prepaidBy: row.prepaidBy },
    charges: row.prepaidBy === undefined ? chargesTaken('with_instalments') : 0,
  }));
  return amountOf(first) > 0 ? [first, ...others] : others;
}

/** Adds charges for late payment to the pots, and pays into them, one day after the other. */
function walk(terms: LoanTerms, pots: Pot[], payments: readonly CountedPayment[], today: string) {
  const late = terms.contingentCharges.find(({ kind }) => kind === 'late_payment');
  const instalments = pots.filter(({ kind }) => kind === 'instalment');
  const chargedOn = instalments.map(({ dueOn }) => laterDay(dueOn, 1 + (late?.graceDays ?? 0)));
  let received = 0;
  let credit = 0;
  for (const day of eachDay(terms.disbursalOn, today)) {
    for (const [index, { number, ...pot }] of instalments.entries()) {
      const unpaid = unpaidOf({ number, ...pot, paid: instalments[index]?.paid ?? 0 });
      if (chargedOn[index] !== day || unpaid === 0 || !late?.amount) continue;
      const charges =
        'paise' in late.amount ? late.amount.paise : percentOfPaise(unpaid, late.amount.percent);
      const parts = { charges, interest: 0, principal: 0, paid: 0, paidOn: null };
      if (charges > 0) pots.push({ kind: 'late_payment', number, dueOn: day, ...parts });
    }
    for (const { id, amount, refunded, purpose } of payments.filter(({ on }) => on === day)) {
      let left = amount - refunded;
      received += left;
      const own = pots.filter(({ prepaidBy }) => prepaidBy === id);
      for (const pot of [...own, ...inOrder(pots, day, purpose === 'instalment')]) {
        const part = Math.min(left, unpaidOf(pot));
        pot.paid += part;
        left -= part;
        if (part > 0 && unpaidOf(pot) === 0) pot.paidOn = day;
      }
      credit += left;
    }
  }
  return { received, credit };
}

/** Sorts the pots: due, then charges for late payment, then not due yet, last the ones due before the disbursal. */
function inOrder(pots: readonly Pot[], day: string, isUpFrontLast: boolean): Pot[] {
  const rankOf = ({ kind, dueOn }: Pot) => {
    if (kind === 'late_payment') return 2;
    if (kind === 'up_front' && isUpFrontLast) return 4;
    return dueOn <= day ? 1 : 3;
  };
  const open = pots.filter(({ kind }) => kind !== 'prepayment');
  return [1, 2, 3, 4].flatMap((rank) => open.filter((pot) => rankOf(pot) === rank));
}
