/** Part-prepayments of a loan: what can be prepaid now, what that would change, and one that goes back. */
import { and, eq, gt } from 'drizzle-orm';
import {
  type PlanFigures,
  type PrepaymentLimits,
  prepaymentLimits,
  prepaymentQuote,
} from '../../domain/servicing/prepayment.ts';
import { isPrepayment } from '../../domain/servicing/order-payments.ts';
import { todayInIndia } from '../../domain/values/dates.ts';
import type { components } from '../../openapi/generated.ts';
import type { PrepaymentQuote } from '../../domain/values/wire.ts';
import type { Database } from '../db/open.ts';
import { paymentOrders, payments } from '../db/schema/servicing.ts';
import { ofLenderLoan } from '../db/lender-loan-key.ts';
import { caseFact, openCase } from './cases.ts';
import { type Account, readAccount } from './ledger.ts';
import { type AcceptedLenderLoan, cancelRequestedAt, findAccepted, findServicing } from './lender-loans.ts';
import { noServicing, servicingRefusal } from './refusals.ts';
import { isRepayingStage } from './reminders.ts';

type Schemas = components['schemas'];

/** @returns why nothing can be prepaid now, where it is so */
export async function limitsOfPrepayment(
  db: Database,
  { row }: Pick<AcceptedLenderLoan, 'row'>,
  account: Account,
  now: Date,
): Promise<PrepaymentLimits | 'leaving' | 'closing' | 'held'> {
  if (!isRepayingStage(row.stage)) return 'small';
  if (cancelRequestedAt(row) !== null) return 'leaving';
  const isHeld = and(ofLenderLoan(payments, row), eq(payments.state, 'held'));
  if ((await db.$count(payments, isHeld)) > 0) return 'held';
  const isClosing = and(
    ofLenderLoan(paymentOrders, row),
    eq(paymentOrders.purpose, 'foreclosure'),
    eq(paymentOrders.state, 'open'),
    gt(paymentOrders.expiresAt, now),
  );
  if ((await db.$count(paymentOrders, isClosing)) > 0) return 'closing';
  return prepaymentLimits(account, account.payments, todayInIndia(now));
}

/** @throws Problem 404 where no offer was accepted, 409 while nothing is repaid */
export async function readPrepaymentQuote(
  db: Database,
  loanId: string,
  { amountPaise, now }: { amountPaise: number | null; now: Date },
): Promise<PrepaymentQuote> {
  const accepted = await findServicing(db, loanId);
  if (!accepted) throw noServicing();
  if (!isRepayingStage(accepted.row.stage)) throw servicingRefusal('servicing.step.notNow');
  const account = await readAccount(db, accepted, now);
  const today = todayInIndia(now);
  const limits = await limitsOfPrepayment(db, accepted, account, now);
  if (typeof limits === 'string')
    return { as_of: today, blocked_by: limits, least_paise: 0, most_paise: 0, quote: null };
  const { least, most } = limits;
  const isWithin = amountPaise !== null && least <= amountPaise && amountPaise <= most;
  return {
    ...{ as_of: today, blocked_by: null, least_paise: least, most_paise: most },
    quote: isWithin ? quoteOnWire(account, { amount: amountPaise, on: today }) : null,
  };
}

function quoteOnWire(
  { terms, payments: counted }: Account,
  asked: Parameters<typeof prepaymentQuote>[2],
): PrepaymentQuote['quote'] {
  const { amount, principal, interest, asNow, options } = prepaymentQuote(terms, counted, asked);
  return {
    ...{ amount_paise: amount, principal_paise: principal, interest_paise: interest },
    as_now: planOnWire(asNow),
    options: options.map(({ purpose, saved, ...plan }) => ({
      ...{ purpose, plan: planOnWire(plan), saved_paise: Math.max(0, saved) },
    })),
  };
}

const planOnWire = ({ instalments, instalment, lastDueOn }: PlanFigures): Schemas['PlanFigures'] => ({
  ...{ instalments, instalment_paise: instalment, last_due_on: lastDueOn },
});

/**
 * Puts before staff that a part-prepayment has gone back after something was due, or prepaid, by the schedule that it had
 * made: the schedule is the one without it again, and the lender may have booked what was paid meanwhile otherwise.
 */
export async function openCaseOfReversal(
  tx: Database,
  { loanId, lenderId, providerPaymentId, amountPaise, paidAt }: typeof payments.$inferSelect,
  now: Date,
): Promise<void> {
  const accepted =
    loanId === null || lenderId === null ? undefined : await findAccepted(tx, { loanId, lenderId });
  if (!accepted) return;
  const account = await readAccount(tx, accepted, now);
  const paidOn = todayInIndia(paidAt);
  const isMeanwhile = (on: string) => on > paidOn && on <= todayInIndia(now);
  const hasFollowed =
    account.schedule.some(({ dueOn }) => isMeanwhile(dueOn)) ||
    account.payments.some(({ purpose, on }) => isPrepayment(purpose) && on >= paidOn);
  if (!hasFollowed) return;
  const details = [caseFact('amount_paise', amountPaise)];
  await openCase(tx, accepted.row, { kind: 'prepayment_reversed', subject: providerPaymentId, details }, now);
}
