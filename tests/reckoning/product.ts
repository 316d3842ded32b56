/** The product's answer about a life: its own functions, fed with the rows that the server stores of what is told. */
import { bookAccounts } from '../../domain/servicing/book.ts';
import { coolingOffEndsOn } from '../../domain/servicing/cooling-off.ts';
import { figuresOf } from '../../domain/servicing/figures.ts';
import { dueBy, type Invoice } from '../../domain/servicing/invoices.ts';
import { prepaymentLimits, prepaymentQuote, repaymentPlan } from '../../domain/servicing/prepayment.ts';
import { recurringCharges } from '../../domain/servicing/charges.ts';
import { withDisbursalOn } from '../../domain/servicing/schedule.ts';
import type { Amount, LoanTerms } from '../../domain/servicing/terms.ts';
import {
  accountOf,
  type Account,
  amountDue,
  billedInvoices,
  bookOn,
  exitOf,
  nextInstalment,
  outstandingPrincipal,
  quoteOf,
  receivedOf,
} from '../../server/servicing/ledger.ts';
import { readLedgerFacts } from '../../server/servicing/ledger-facts.ts';
import type { AcceptedLenderLoan, LenderLoanRow } from '../../server/servicing/lender-loans.ts';
import type { OfferRow } from '../../server/servicing/step-rows.ts';
import type { Agreed, Size, Told, ToldOf } from './rules/agreed.ts';
import { dayOf, laterMonth, type Day, textOf } from './rules/calendar.ts';
import type { Answer } from './rules/reckon.ts';
import { at, databaseOf, rowsOf } from './rows.ts';

const amountOf = (size: Size): Amount =>
  'paise' in size ? { paise: Number(size.paise) } : { percent: size.percent };

export const termsOf = (agreed: Agreed): LoanTerms => ({
  sanctionedAmount: Number(agreed.sum),
  tenureMonths: agreed.months,
  interest: { rate: agreed.rate, kind: agreed.kind },
  rateType: 'fixed',
  disbursalOn: textOf(agreed.plannedOn),
  disbursalKind: 'at_once',
  firstDueOn: textOf(laterMonth(agreed.plannedOn, 1) + agreed.brokenDays),
  advanceInstalments: agreed.advance,
  charges: agreed.charges.map(({ size, gst, taken, isProcessingFee }) => ({
    ...{ label: 'Charge', amount: amountOf(size), gstPercent: gst, collected: taken },
    kind: isProcessingFee ? 'processing' : 'insurance',
    payee: isProcessingFee ? 'lender' : 'third_party',
  })),
  contingentCharges: agreed.late
    ? [
        {
          ...{ kind: 'late_payment', text: 'Paid late', amount: amountOf(agreed.late.size) },
          graceDays: agreed.late.graceDays,
        },
      ]
    : [],
  coolingOffDays: agreed.coolingOffDays,
  keepsProcessingFee: agreed.keepsFee,
  apr: '0',
  instalmentRounding: agreed.inRupees ? 'rupee' : 'paisa',
  instalment: 1,
});

function acceptedOf(terms: LoanTerms, told: readonly Told[]): AcceptedLenderLoan {
  const disbursal = told.find((one): one is ToldOf<'disbursed'> => one.what === 'disbursed');
  const place = told.findIndex(({ what }) => what === 'leaving');
  const leaving = told[place];
  const row: Partial<LenderLoanRow> = {
    ...{ loanId: '', lenderId: 1, stage: 'repaying' },
    disbursedOn: disbursal ? textOf(disbursal.on) : null,
    disbursalHeardOn: disbursal ? textOf(disbursal.told) : null,
    disbursedPaise: disbursal ? Number(disbursal.paidOut) : null,
    ...{ disbursalUtr: null, cancelledAt: leaving ? at(leaving.told, 12, place) : null },
  };
  return { row: row as LenderLoanRow, offer: { terms } as OfferRow };
}

/** @param days the days whose balances are asked for */
export async function productAnswer(
  terms: LoanTerms,
  told: readonly Told[],
  { today, prepaid, days }: { today: Day; prepaid: bigint | null; days: readonly Day[] },
): Promise<Answer> {
  const accepted = acceptedOf(terms, told);
  const { firstDueOn, disbursalOn } = withDisbursalOn(terms, accepted.row.disbursedOn ?? terms.disbursalOn);
  const dueOf = (number: number): Day =>
    number <= terms.advanceInstalments
      ? dayOf(disbursalOn)
      : laterMonth(dayOf(firstDueOn), number - terms.advanceInstalments - 1);
  const facts = await readLedgerFacts(databaseOf(rowsOf(told, dueOf)), accepted.row);
  const day = textOf(today);
  const account = accountOf(accepted, facts, day);
  const { ledger, isDisbursed } = account;
  const figures = figuresOf(account.terms);
  const next = isDisbursed ? nextInstalment(account, day) : null;
  const instalment = next && amountDue(account, 'instalment', next.number, day);
  const quote = quoteOf(account, day);
  const exit = exitOf(account, day);
  return {
    cost: {
      ...{ apr: figures.apr, paidOut: figures.netDisbursed, before: figures.upFront },
      interest: figures.totalInterest,
    },
    schedule: account.schedule.map(({ number, dueOn, principal, interest, charges, prepaymentId }) => ({
      ...{ number, dueOn, principal, interest, charges, isPrepaid: prepaymentId !== undefined },
    })),
    instalment: isLast(account.schedule, day) ? null : account.instalment,
    lines: linesOf(account),
    counted: account.payments.map(({ id, amount, purpose }) => `${id} ${amount} ${purpose}`).sort(),
    received: receivedOf(account),
    credit: ledger.credit,
    due: dueBy(ledger.invoices, day),
    owed: {
      advance: amountDue(account, 'advance', null, day),
      instalment: next && instalment !== null ? { number: next.number, amount: instalment } : null,
      foreclosure: amountDue(account, 'foreclosure', null, day),
      coolingOff: amountDue(account, 'cooling_off', null, day),
    },
    quote: quote && {
      ...{ principal: quote.principal, interest: quote.interest, due: quote.due, credit: quote.credit },
      ...{ total: quote.total, parts: quote.parts },
    },
    exit: exit && {
      ...{ interest: exit.interest, paid: exit.paidBefore + exit.paid, total: exit.total },
      refund: exit.refund,
    },
    leftOn: account.exitedOn,
    lastExitDay: isDisbursed ? coolingOffEndsOn(account.terms) : null,
    outstandingPrincipal: outstandingPrincipal(account, day),
    prepayable:
      isDisbursed && account.exitedOn === null ? prepaymentLimits(account, account.payments, day) : null,
    prepaid: prepaid === null ? null : prepaidOf(account, Number(prepaid), day),
    book: bookDays(account, days, day),
  };
}

function linesOf(account: Account) {
  const shown = new Set<Invoice>(billedInvoices(account));
  return account.ledger.invoices
    .map((invoice) => {
      const { kind, number, dueOn, principal, interest, charges, amount, paid, paidOn, state } = invoice;
      return {
        ...{ kind, number, dueOn, principal, interest, charges, amount, paid, paidOn, state },
        ...{ awaitsDebit: invoice.awaitsDebit, isShown: shown.has(invoice) },
      };
    })
    .sort((a, b) => (`${a.dueOn} ${a.kind} ${a.number}` < `${b.dueOn} ${b.kind} ${b.number}` ? -1 : 1));
}

function prepaidOf({ terms, payments }: Account, amount: number, on: string) {
  const { principal, interest, options } = prepaymentQuote(terms, payments, { amount, on });
  const option = (purpose: 'prepay_fewer' | 'prepay_smaller') => {
    const paid = [...payments, { id: 'asked', amount, refunded: 0, on, purpose }];
    const saved = options.find((one) => one.purpose === purpose)?.saved ?? 0;
    const { instalment, schedule } = repaymentPlan(terms, paid);
    const withCharges = instalment + recurringCharges(terms);
    return { principal, interest, saved, instalment: isLast(schedule, on) ? null : withCharges };
  };
  return { fewer: option('prepay_fewer'), smaller: option('prepay_smaller') };
}

const isLast = (rows: readonly { dueOn: string }[], on: string): boolean =>
  rows.filter(({ dueOn }) => dueOn > on).length <= 1;

/** The balances at the end of each day; a day on which more is posted is added, and each entry has to add up to 0. */
function bookDays(account: Account, days: readonly Day[], today: string) {
  const entries = bookOn(account, today);
  for (const { kind, on, postings } of entries) {
    const sum = Object.values(postings).reduce((all, amount) => all + amount, 0);
    if (sum !== 0) throw new RangeError(`The entry ${kind} of ${on} adds up to ${sum}`);
  }
  const balances = Object.fromEntries(bookAccounts.map((name) => [name, 0]));
  const asked = new Set([...days.map(textOf), ...entries.map(({ on }) => on)]);
  let place = 0;
  return [...asked].sort().map((on) => {
    for (let entry = entries[place]; entry && entry.on <= on; entry = entries[(place += 1)])
      for (const name of bookAccounts) balances[name] = (balances[name] ?? 0) + (entry.postings[name] ?? 0);
    return { on, ...balances };
  });
}
