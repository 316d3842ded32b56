/**
 * Worlds of one loan after its acceptance: what becomes of its requests at providers and at its lender, drawn from a
 * seed, and what a server is to know in the end, said in other words than the server's.
 */
import { coolingOffExit } from '../../domain/servicing/cooling-off.ts';
import { foreclosureQuote } from '../../domain/servicing/foreclosure.ts';
import type { PaymentPurpose, ProviderPayment } from '../../domain/servicing/order-payments.ts';
import { scheduleOf } from '../../domain/servicing/schedule.ts';
import type { LoanTerms } from '../../domain/servicing/terms.ts';
import type { ProviderName } from '../../server/adapters/provider.ts';
import { createRandom, type Random } from '../fuzz/random.ts';
import { disbursalOf, noLenderSteps } from './lender-steps.ts';
import type { Reading } from './provider-books.ts';

export type WorldOrder = {
  purpose: PaymentPurpose;
  instalment: number | null;
  amountPaise: number;
  expiresAt: Date;
  /** The time at which another purpose was ordered; null if there was no other. */
  endedAt: Date | null;
};

export type WorldRequest = {
  name: string;
  sender: ProviderName | 'lender';
  readings: Reading[];
  order?: WorldOrder;
};

export type World = {
  /** True if the world begins after the disbursal; earlier steps that are still unknown are reported late. */
  isDisbursed: boolean;
  /** True if the customer has asked to leave the loan in its cooling-off period. */
  isLeaving: boolean;
  requests: WorldRequest[];
};

export type WorldNeeds = { terms: LoanTerms; borrower: string; now: Date; sha256: string; on: string };

/** @param prefix of the ids of its payments */
export function worldOf(seed: number, prefix: string, needs: WorldNeeds): World {
  const random = createRandom(seed);
  const isDisbursed = random.percent(50);
  const leaving = isDisbursed ? random.pick(['foreclosure', 'cooling_off', null] as const) : null;
  const requests: WorldRequest[] = [
    { name: 'kyc', sender: 'kyc', readings: checkReadings(random, needs.borrower) },
    { name: 'mandate', sender: 'mandate', readings: mandateReadings(random) },
    ...(isDisbursed ? [] : [lenderRequest(random, needs)]),
    ...ordersOf(random, isDisbursed ? 'instalment' : 'advance', prefix, {
      ...needs,
      endedAt: leaving ? needs.now : null,
    }),
    ...(leaving ? ordersOf(random, leaving, prefix, { ...needs, endedAt: null }) : []),
  ];
  // Mostly two or three things go on at once.
  const chosen = requests.filter(({ sender }) => sender === 'payments' || random.percent(70));
  return { isDisbursed, isLeaving: leaving === 'cooling_off', requests: chosen };
}

function checkReadings(random: Random, borrower: string): Reading[] {
  const check = (
    state: 'requested' | 'verified' | 'failed' | 'expired',
    name: string | null = null,
  ): Reading => ({
    ...{ kind: 'check', state, nameOnRecord: name, url: null, linkExpiresAt: null },
    failure: state === 'failed' ? 'details_mismatch' : null,
  });
  const end = random.pick([
    check('verified', borrower.toUpperCase()),
    check('verified', borrower.toUpperCase()),
    check('verified', 'LAKSHMI NARAYANAN'),
    check('failed'),
    check('expired'),
    null,
  ]);
  return [check('requested'), ...(end ? [end] : [])];
}

function mandateReadings(random: Random): Reading[] {
  const mandate = (state: 'requested' | 'registered' | 'failed' | 'cancelled'): Reading => ({
    ...{ kind: 'mandate', state, url: null, failure: state === 'failed' ? 'bank_refused' : null },
    registrationNumber: state === 'registered' || state === 'cancelled' ? 'FPTH1' : null,
  });
  const states = random.pick([
    ['requested', 'registered'],
    ['requested', 'registered'],
    ['requested', 'registered', 'cancelled'],
    ['requested', 'failed'],
    ['requested', 'cancelled'],
  ] as const);
  return states.map(mandate);
}

function lenderRequest(random: Random, { sha256, now, on, terms }: WorldNeeds): WorldRequest {
  const nothing = { kind: 'servicing', ...noLenderSteps } as const;
  const signed = { ...nothing, countersigned: { documentSha256: sha256, at: now } };
  const paidOut = { ...signed, disbursal: disbursalOf(terms, on) };
  const readings: Reading[] = [nothing, signed, paidOut];
  const known = readings.slice(0, 1 + random.whole(3));
  const isRefused = known.length < 3 && random.percent(25);
  const last = known.at(-1) as typeof signed;
  return {
    name: 'lender',
    sender: 'lender',
    readings: isRefused ? [...known, { ...last, refused: true }] : known,
  };
}

const minuteMs = 60_000;

/** Returns one attempt to pay, or two of which the first has expired. */
function ordersOf(
  random: Random,
  purpose: PaymentPurpose,
  prefix: string,
  { terms, now, on, endedAt }: WorldNeeds & Pick<WorldOrder, 'endedAt'>,
): WorldRequest[] {
  const schedule = scheduleOf(terms);
  const amounts: Record<PaymentPurpose, number> = {
    advance: terms.instalment ?? 0,
    instalment: schedule[0]?.instalment ?? 0,
    foreclosure: foreclosureQuote({ terms, schedule }, [], on)?.total ?? 0,
    cooling_off: coolingOffExit(terms, on, 0)?.total ?? 0,
    prepay_fewer: 1_000_000,
    prepay_smaller: 1_000_000,
  };
  const attempts = 1 + random.whole(2);
  return Array.from({ length: attempts }, (_, index) => {
    const isFormer = index + 1 < attempts;
    const order: WorldOrder = {
      purpose,
      instalment: purpose === 'instalment' ? 1 : null,
      amountPaise: amounts[purpose],
      expiresAt: new Date(now.getTime() + (isFormer ? 0 : 30 * minuteMs)),
      endedAt,
    };
    const name = `${purpose} ${index}`;
    return {
      name,
      sender: 'payments',
      order,
      readings: orderReadings(random, `${prefix} ${name}`, order, now),
    };
  });
}

/** People pay an order, pay it again, pay it wrongly and get it back. */
function orderReadings(random: Random, name: string, { amountPaise }: WorldOrder, now: Date): Reading[] {
  const book: ProviderPayment[] = [];
  const readings: Reading[] = [{ kind: 'order', url: null, payments: [] }];
  for (let step = random.whole(4); step > 0; step -= 1) {
    const known = book[random.whole(3)];
    if (known?.state === 'failed') known.state = 'captured';
    else if (known?.state === 'captured' && random.percent(50)) known.state = 'refunded';
    else if (known?.state === 'captured') known.amountPaise -= 1 + random.whole(1000);
    else {
      book.push({
        id: `${name} ${book.length}`,
        amountPaise: amountPaise + random.pick([0, 0, 0, 0, -100, 100]),
        currency: random.percent(10) ? 'USD' : 'INR',
        state: random.percent(20) ? 'failed' : 'captured',
        method: 'upi',
        paidAt: new Date(now.getTime() + (random.whole(90) - 30) * minuteMs),
      });
    }
    readings.push({ kind: 'order', url: null, payments: structuredClone(book) });
  }
  return readings;
}

export type Knowledge = {
  /** Null where it says how far the loan has once been, and part of that was undone later. */
  stage: string | null;
  kyc: { state: string; nameMatches: boolean | null } | null;
  mandate: string | null;
  /** The state of each order. */
  orders: Record<string, string>;
  /** State, amount and currency of each payment. */
  payments: Record<string, string>;
  countedPaise: number;
};

/**
 * Returns the expected state once everything has been queried again.
 * @param refundedByLender the ids of the held payments that the lender has paid back by hand
 */
export function knowledgeOf(
  { isDisbursed, isLeaving, requests }: World,
  borrower: string,
  refundedByLender: ReadonlySet<string>,
): Knowledge {
  const last = <Kind extends Reading['kind']>(_: Kind, { readings }: WorldRequest) =>
    readings.at(-1) as Extract<Reading, { kind: Kind }>;
  const named = (name: string) => requests.find((one) => one.name === name);
  const [check, mandate, lender] = [named('kyc'), named('mandate'), named('lender')];
  const kyc = check ? last('check', check) : null;
  const registered = mandate ? last('mandate', mandate) : null;
  const steps = lender ? last('servicing', lender) : null;
  // Payments for a loan that ended before its disbursal are refunded.
  const counted = steps?.refused ? [] : countedPayments(requests, refundedByLender);
  const paid = (purpose: PaymentPurpose) => counted.some(({ order }) => order.purpose === purpose);
  const stage = () => {
    if (isDisbursed) {
      if (isLeaving && paid('cooling_off')) return 'cancelled';
      return paid('foreclosure') ? 'closed' : 'disbursed';
    }
    if (steps?.refused) return 'refused';
    if (steps?.disbursal) return 'disbursed';
    if (!steps?.countersigned) return 'accepted';
    if (kyc?.state !== 'verified') return 'agreement_signed';
    if (registered?.state !== 'registered') return 'kyc_verified';
    return paid('advance') ? 'advance_paid' : 'mandate_registered';
  };
  const end = stage();
  const hasEnded = ['cancelled', 'closed', 'refused'].includes(end);
  const isUndone =
    hasUndoneStep({ isDisbursed, requests }) && !['refused'].includes(end) && !steps?.disbursal;
  const payments = requests.flatMap((request) => (request.order ? last('order', request).payments : []));
  const isCounted = (id: string) => counted.some((one) => one.payment.id === id);
  const stateOf = ({ id, state }: ProviderPayment) => {
    if (state !== 'captured' || isCounted(id)) return state;
    return refundedByLender.has(id) ? 'refunded_by_lender' : 'held';
  };
  return {
    stage: isUndone ? null : end,
    kyc: kyc && {
      state: kyc.state,
      nameMatches: kyc.nameOnRecord === null ? null : kyc.nameOnRecord === borrower.toUpperCase(),
    },
    // A loan that has ended gets no debits.
    mandate: isUndone
      ? null
      : registered?.state === 'registered' && hasEnded
        ? 'cancelled'
        : (registered?.state ?? null),
    orders: Object.fromEntries(
      requests
        .filter(({ order }) => order)
        .map(({ name }) => [name, counted.some((one) => one.name === name) ? 'paid' : 'expired']),
    ),
    payments: Object.fromEntries(
      payments.map((payment) => [
        payment.id,
        `${stateOf(payment)} ${payment.amountPaise} ${payment.currency}`,
      ]),
    ),
    countedPaise: counted.reduce((sum, { payment }) => sum + payment.amountPaise, 0),
  };
}

type Counted = { name: string; order: WorldOrder; payment: ProviderPayment };

/** Returns the earliest of the correct payments for each amount due. */
function countedPayments(
  requests: readonly WorldRequest[],
  refundedByLender: ReadonlySet<string>,
): Counted[] {
  const right: Counted[] = [];
  for (const { name, order, readings } of requests) {
    const reading = readings.at(-1);
    if (!order || order.endedAt || reading?.kind !== 'order') continue;
    const isQuote = order.purpose === 'foreclosure' || order.purpose === 'cooling_off';
    for (const payment of reading.payments) {
      const isRight = payment.amountPaise === order.amountPaise && payment.currency === 'INR';
      const isLate = isQuote && payment.paidAt > order.expiresAt;
      if (refundedByLender.has(payment.id)) continue;
      if (payment.state === 'captured' && isRight && !isLate) right.push({ name, order, payment });
    }
  }
  const byTime = right.toSorted(
    (a, b) =>
      a.payment.paidAt.getTime() - b.payment.paidAt.getTime() || (a.payment.id < b.payment.id ? -1 : 1),
  );
  return byTime.filter(
    (one, index) => byTime.findIndex(({ order }) => order.purpose === one.order.purpose) === index,
  );
}

/**
 * Returns whether money that ended the loan could be refunded, or a registered mandate was withdrawn. A refunded
 * advance payment moves the loan back.
 */
function hasUndoneStep({ isDisbursed, requests }: Pick<World, 'isDisbursed' | 'requests'>): boolean {
  return requests.some(({ order, readings }) => {
    if (order?.purpose === 'instalment' || order?.purpose === 'advance') return false;
    const states = readings.map((one) => (one.kind === 'mandate' ? one.state : null));
    if (!isDisbursed && states.includes('registered') && states.includes('cancelled')) return true;
    return readings.some(
      (one, index) =>
        one.kind === 'order' &&
        one.payments.some((payment) => {
          const next = readings[index + 1];
          const after = next?.kind === 'order' && next.payments.find(({ id }) => id === payment.id);
          return after && (after.state === 'refunded' || after.amountPaise < payment.amountPaise);
        }),
    );
  });
}
