/** The sandbox's provider of payments. How an order is paid, and how that goes wrong, is pressed on its page. */
import { generate } from 'lean-qr';
import { toSvgSource } from 'lean-qr/extras/svg';
import { type Dispute, lessDisputes } from '../../domain/servicing/order-payments.ts';
import { paiseText } from '../../domain/servicing/document-text.ts';
import { todayInIndia } from '../../domain/values/dates.ts';
import { platform } from '../platform/platform.ts';
import type { SandboxNeeds } from '../adapters/index.ts';
import type { OrderReading, Payments } from '../adapters/payments.ts';
import type { Payee } from '../adapters/provider.ts';
import type { Clock } from '../platform/clock.ts';
import { dayPageOf, type ListFault, listFaultLabels } from './day-list.ts';
import { escaped, factsHtml, outcomeButtons } from './html.ts';
import { isButton, type Opened, pageAddress, type ProviderPage, sandboxCalls } from './provider.ts';

type Request = {
  amountPaise: number;
  currency: string;
  payee: Payee;
  /** ISO instant. */
  expiresAt: string;
  returnUrl: string;
};

type Payment = {
  id: string;
  amountPaise: number;
  currency: string;
  state: 'captured' | 'failed' | 'refunded';
  method: string;
  /** ISO instant. */
  paidAt: string;
  /** The account that it has gone to. */
  payee: string;
  /** The time of the full or partial refund; ISO instant. */
  refundedAt?: string;
  disputes?: Dispute[];
};

/** The instants at which something of it went back or came again. */
const changesOf = ({ refundedAt, disputes = [] }: Payment): string[] =>
  [refundedAt, ...disputes.flatMap(({ takenAt, decidedAt }) => [takenAt, decidedAt])].filter(
    (one) => typeof one === 'string',
  );

type Order = { payments: Payment[]; listFault?: ListFault };

type OpenedOrder = Opened<Request, Order>;

export function sandboxPayments(needs: SandboxNeeds): Payments {
  const { config, clock } = needs;
  const readingOf = ({ reference, request, record }: OpenedOrder): OrderReading => {
    const isPaid = record.payments.some((payment) => lessDisputes(payment).state === 'captured');
    const isOver = new Date(request.expiresAt) <= clock.now();
    return {
      kind: 'order',
      url: isPaid || isOver ? null : pageAddress(config, 'payments', reference),
      payments: record.payments.map((payment) => {
        const { id, amountPaise, currency, state, method, paidAt, payee, disputes = [] } = payment;
        const changedAt = changesOf(payment).toSorted().at(-1);
        return {
          ...{ id, amountPaise, currency, state, method, disputes, payee, paidAt: new Date(paidAt) },
          ...(changedAt && { changedOn: todayInIndia(new Date(changedAt)) }),
        };
      }),
    };
  };
  const { book, around, open, read, change } = sandboxCalls('payments', needs, readingOf);
  return {
    createOrder: ({ reference, expiresAt, ...request }) =>
      open('payments.createOrder', {
        reference,
        request: { ...request, expiresAt: expiresAt.toISOString() },
        record: { payments: [] },
      }),
    readOrder: (reference) => read('payments.readOrder', reference),
    refundPayment: (reference, paymentId) =>
      change('payments.refundPayment', reference, ({ record: { payments } }) => ({
        payments: payments.map((one) =>
          one.id === paymentId && one.state === 'captured'
            ? { ...one, state: 'refunded', refundedAt: clock.now().toISOString() }
            : one,
        ),
      })),
    listDay: (day) =>
      around('payments.listDay', async () => {
        const isOfDay = (instant: string) => todayInIndia(new Date(instant)) === day;
        const all = (await book.list()).map(({ reference, record: { payments, listFault = null } }) => ({
          fault: listFault,
          entries: payments
            .filter((one) => isOfDay(one.paidAt) || changesOf(one).some(isOfDay))
            .map((one) => ({ ...lessDisputes(one), reference, on: todayInIndia(new Date(one.paidAt)) })),
        }));
        return dayPageOf(all);
      }),
  };
}

const minuteMs = 60_000;
const differencePaise = 10_000;

const labels = {
  paid: 'Pay',
  failed: 'The payment fails',
  short: 'Pay ₹100 less',
  too_much: 'Pay ₹100 more',
  other_currency: 'Pay in US dollars',
  other_payee: 'Pay to another account',
  twice: 'Pay twice',
  late: 'Pay a minute after the order has ended',
  unannounced: 'Pay, and lose the event',
  refund: 'Refund what was paid',
  refund_half: 'Refund a half of what was paid',
  dispute: 'The bank takes back what was paid, by a dispute',
  dispute_won: 'The dispute is won',
  dispute_lost: 'The dispute is lost',
};

type Outcome = keyof typeof labels;

const methods = { upi: 'UPI', card: 'Card', net_banking: 'Net banking' };

/** The order's payments after an outcome. */
function paymentsAfter(
  outcome: Outcome,
  { request, record }: OpenedOrder,
  method: string,
  clock: Clock,
): Payment[] {
  const paid = (changes: Partial<Payment> = {}): Payment => ({
    id: `pay_${platform.uuid()}`,
    amountPaise: request.amountPaise,
    currency: request.currency,
    state: 'captured',
    method,
    paidAt: clock.now().toISOString(),
    payee: request.payee.account.id,
    ...changes,
  });
  const refunded = (change: (one: Payment) => Partial<Payment>): Payment[] =>
    record.payments.map((one) => (one.state === 'captured' ? { ...one, ...change(one) } : one));
  const added: Record<Exclude<Outcome, DisputeOutcome | 'refund' | 'refund_half'>, () => Payment[]> = {
    paid: () => [paid()],
    unannounced: () => [paid()],
    failed: () => [paid({ state: 'failed' })],
    short: () => [paid({ amountPaise: request.amountPaise - differencePaise })],
    too_much: () => [paid({ amountPaise: request.amountPaise + differencePaise })],
    other_currency: () => [paid({ currency: 'USD' })],
    other_payee: () => [paid({ payee: 'acc_of_somebody_else' })],
    twice: () => [paid(), paid()],
    late: () => [paid({ paidAt: new Date(Date.parse(request.expiresAt) + minuteMs).toISOString() })],
  };
  if (isDisputeOutcome(outcome)) return record.payments.map((one) => disputedBy(outcome, one, clock));
  const refundedAt = clock.now().toISOString();
  if (outcome === 'refund') return refunded(() => ({ state: 'refunded', refundedAt }));
  if (outcome === 'refund_half')
    return refunded(({ amountPaise }) => ({
      amountPaise: amountPaise - Math.floor(amountPaise / 2),
      refundedAt,
    }));
  return [...record.payments, ...added[outcome]()];
}

type DisputeOutcome = 'dispute' | 'dispute_won' | 'dispute_lost';

const isDisputeOutcome = (outcome: Outcome): outcome is DisputeOutcome => outcome.startsWith('dispute');

/** A payment after its bank has opened a dispute about it, or the open one is decided. */
function disputedBy(outcome: DisputeOutcome, payment: Payment, clock: Clock): Payment {
  const { state, amountPaise, disputes = [] } = payment;
  const at = clock.now().toISOString();
  const isOpen = disputes.some((one) => one.state === 'open');
  if (outcome !== 'dispute') {
    const decided = { state: outcome === 'dispute_won' ? 'won' : 'lost', decidedAt: at } as const;
    return {
      ...payment,
      disputes: disputes.map((one) => (one.state === 'open' ? { ...one, ...decided } : one)),
    };
  }
  if (state !== 'captured' || isOpen) return payment;
  const dispute: Dispute = {
    ...{ id: `disp_${platform.uuid()}`, state: 'open', amountPaise, takenAt: at, decidedAt: null },
  };
  return { ...payment, disputes: [...disputes, dispute] };
}

export const paymentsPage: ProviderPage<Request, Order> = {
  provider: 'payments',
  title: 'Sandbox payment',
  show: orderHtml,
  press(opened, { outcome, method = 'upi' }, clock) {
    if (isButton(listFaultLabels, outcome)) return { changes: { listFault: outcome }, isAnnounced: false };
    if (!isButton(labels, outcome) || !isButton(methods, method)) return undefined;
    const payments = paymentsAfter(outcome, opened, method, clock);
    return { changes: { payments }, isAnnounced: outcome !== 'unannounced' };
  },
};

function orderHtml({ reference, request, record }: OpenedOrder): string {
  const amount = paiseText(request.amountPaise);
  const intent = `upi://pay?${new URLSearchParams({
    pa: 'feepath@sandbox',
    pn: request.payee.account.holder,
    am: (request.amountPaise / 100).toFixed(2),
    cu: request.currency,
    tr: reference,
  })}`;
  const { paid, ...others } = labels;
  return `${factsHtml([
    ['To', request.payee.account.holder],
    ['Account', request.payee.account.id],
    ['Amount', amount],
    ['Until', timeInIndia(request.expiresAt)],
    ...record.payments
      .map(lessDisputes<Payment>)
      .map(
        ({ state, amountPaise, currency, method }) =>
          [
            `${state}, ${method}`,
            currency === 'INR' ? paiseText(amountPaise) : `${currency} ${amountPaise / 100}`,
          ] as const,
      ),
  ])}
<form method="post">
<fieldset><legend>UPI</legend>
${choice('upi', true)}
<div class="qr" role="img" aria-label="QR code of the payment">${toSvgSource(generate(intent))}</div>
<p><a href="${escaped(intent)}">Open a UPI app</a></p>
</fieldset>
<fieldset><legend>Card</legend>
${choice('card', false)}
<label>Card number <input inputmode="numeric" autocomplete="off" value="4111 1111 1111 1111"></label>
<label>Good until <input autocomplete="off" value="12/30"></label>
<label>CVV <input inputmode="numeric" autocomplete="off" value="123"></label>
</fieldset>
<fieldset><legend>Net banking</legend>
${choice('net_banking', false)}
<label>Bank <select><option>Sandbox Bank</option><option>Second Sandbox Bank</option></select></label>
</fieldset>
${outcomeButtons({ paid: `${paid} ${amount}` }, 'main')}
<p><a href="${escaped(request.returnUrl)}">Go back without paying</a></p>
<h2>What else can happen</h2>
${outcomeButtons(others, 'other')}
<h2>In the list of the day</h2>
${outcomeButtons(listFaultLabels, 'other')}
</form>`;
}

const choice = (method: keyof typeof methods, isChecked: boolean): string =>
  `<label class="choice"><input type="radio" name="method" value="${method}"${isChecked ? ' checked' : ''}>Pay by ${methods[method]}</label>`;

const timeInIndia = (instant: string): string =>
  new Date(instant).toLocaleTimeString('en-IN', { timeZone: 'Asia/Kolkata', timeStyle: 'short' });
