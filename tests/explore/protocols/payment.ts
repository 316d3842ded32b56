/**
 * The payments of a loan: the customer's pages (machines/servicing/payment.ts), servers with one database, the
 * provider, staff, the customer's bank, and the lender, which may end the loan. `accepted`: an advance is due, and the
 * loan may be refused, cancelled or paid out. `disbursed`: instalments are due, and the whole can be repaid.
 */
import type { PaymentPurpose } from '../../../domain/servicing/order-payments.ts';
import type { PaymentContext } from '../../../machines/servicing/payment.ts';
import { isEndedStage } from '../../../server/servicing/lender-loans.ts';
import type { PartyEvent } from '../party.ts';
import type { Act, Protocol, View } from '../world.ts';
import { databaseMachine } from './payment-database.ts';
import { acceptedLoan, disbursedLoan, duePaise, type Loan } from './payment-loan.ts';
import { pageMachine } from './payment-page.ts';
import { isTaken, type ProviderContext, providerMachine } from './payment-provider.ts';
import { allRules, decisionsFor, never, type PaymentRules, type Rows } from './payment-rows.ts';
import { serverMachine, type ServerContext } from './payment-server.ts';

export type PaymentOptions = {
  loan: 'accepted' | 'disbursed';
  servers: 1 | 2;
  /** The purpose that each tab of the customer pays for. */
  tabs: readonly PaymentPurpose[];
  budgets: Protocol['budgets'];
  /** The rules to switch off; absent ones apply. */
  rules?: Partial<PaymentRules>;
};

const begins = { accepted: acceptedLoan, disbursed: disbursedLoan };

export function paymentProtocol(options: PaymentOptions): Protocol {
  const { servers: count, tabs, budgets } = options;
  const rules = { ...allRules, ...options.rules };
  const servers = ['server 1', 'server 2'].slice(0, count);
  const pages = tabs.map((_, index) => `page ${index + 1}`);
  const begin = begins[options.loan];
  return {
    name: nameOf(options),
    parties: {
      ...Object.fromEntries(
        tabs.map((purpose, index) => {
          const page = pages[index] ?? '';
          return [page, pageMachine(page, purpose, servers)];
        }),
      ),
      ...Object.fromEntries(servers.map((name) => [name, serverMachine(rules)])),
      database: databaseMachine(begin, rules),
      provider: providerMachine,
    },
    groups: { servers },
    budgets,
    readings: (_, { event, isClosed }) => [
      {
        event: isClosed && 'page' in event ? ({ ...event, page: null } as PartyEvent) : event,
        cause: 'work',
      },
    ],
    acts: (view) => [
      ...pages.flatMap((page) => actsOfPage(view, page)),
      ...servers.flatMap((name) => actsOfServer(view, name, rules)),
      ...actsAtProvider(view, pages),
      ...actsOfStaff(view),
      ...actsOnLoan(view),
      ...rowsOf(view).orders.flatMap(({ expiresAt }, index): Act[] =>
        expiresAt === never ? [actOf('database', 'timer', { type: 'order expires', order: index + 1 })] : [],
      ),
    ],
    invariants: invariantsOf(begin),
    isEnd,
  };
}

function nameOf({ loan, tabs }: PaymentOptions): string {
  if (loan === 'accepted') return 'payment in advance';
  return tabs.includes('cooling_off') ? 'payment to leave' : 'payment';
}

const rowsOf = (view: View) => view.of<Rows>('database').context;
const providerOf = (view: View) => view.of<ProviderContext>('provider').context;
/** A call ends by its time limit where no answer is under way; else the answer is late. */
const timeLimit = ({ isBusy }: View): Act['cause'] => (isBusy ? 'fault' : 'timer');
const actOf = (
  party: string,
  cause: Act['cause'],
  event: { type: string } & Record<string, unknown>,
): Act => ({ party, cause, event });

function actsOfPage(view: View, page: string): Act[] {
  const { value } = view.of<PaymentContext>(page);
  const timer = (event: { type: string } & Record<string, unknown>) => actOf(page, 'timer', event);
  const fails = (call: string) =>
    actOf(page, timeLimit(view), { type: `xstate.done.actor.${call}`, output: { kind: 'unreachable' } });
  switch (value) {
    case 'idle':
    case 'expired':
      return [actOf(page, 'person', { type: 'payment.requested' })];
    case 'creating':
      return [fails('createOrder')];
    case 'checking':
      return [fails('readOrder')];
    case 'atProvider':
      return [actOf(page, 'free', { type: 'page.returned' })];
    case 'pending':
    case 'unknown':
      return [timer({ type: `xstate.after.pollInterval.payment.${value}` })];
    default:
      return [];
  }
}

function actsOfServer(view: View, name: string, { asksByJob }: PaymentRules): Act[] {
  const { value } = view.of<ServerContext>(name);
  if (value === 'idle') {
    const orders = asksByJob ? rowsOf(view).orders : [];
    return orders.map((_, index) => actOf(name, 'timer', { type: 'check', order: index + 1 }));
  }
  const crash = actOf(name, 'fault', { type: 'crash' });
  if (value !== 'refunding') return [actOf(name, timeLimit(view), { type: 'time is up' }), crash];
  const ends = (isRefused: boolean) => ({ type: 'refund ends', isRefused });
  return [actOf(name, timeLimit(view), ends(false)), actOf(name, 'fault', ends(true)), crash];
}

/** A customer pays on a page that was shown; a payment that seems to have failed may arrive later. */
function actsAtProvider(view: View, pages: readonly string[]): Act[] {
  const { orders, payments, refusesRefunds } = providerOf(view);
  const at = rowsOf(view).clock + 1;
  const shown = pages.map((page) => view.of<PaymentContext>(page).context.order?.order_id);
  const pays = orders.flatMap((order, index) => {
    if (!order?.isOpen || !shown.some((id) => Number(id) === index + 1)) return [];
    return ['captured', 'failed'].map((state) =>
      actOf('provider', 'person', { type: 'pay', order: index + 1, at, state }),
    );
  });
  const changes = payments.flatMap(({ id: payment, state, dispute }) => {
    if (state === 'failed') return [actOf('provider', 'fault', { type: 'capture', payment, at })];
    if (state !== 'captured') return [];
    if (dispute === null) return [actOf('provider', 'fault', { type: 'charge back', payment, at })];
    return dispute.wonAt === null ? [actOf('provider', 'fault', { type: 'dispute won', payment, at })] : [];
  });
  const refuses = refusesRefunds ? [] : [actOf('provider', 'fault', { type: 'refuse refunds' })];
  return [...pays, ...changes, ...(payments.length > 0 ? refuses : [])];
}

const actsOfStaff = (view: View): Act[] =>
  rowsOf(view).payments.flatMap((payment) =>
    decisionsFor(rowsOf(view), payment).map((decision) =>
      actOf('database', 'person', { type: 'decide', payment: payment.id, decision }),
    ),
  );

/** The lender that was asked to cancel confirms it or has paid out; after that the loan is left by the exit amount. */
function actsOnLoan(view: View): Act[] {
  const { isDisbursed, isCancelled, isCancelConfirmed, isRefused, stage } = rowsOf(view).loan;
  const changes = (cause: Act['cause'], what: Partial<Loan>) =>
    actOf('database', cause, { type: 'loan changes', changes: what });
  if (isDisbursed)
    return isCancelled || stage !== 'disbursed' ? [] : [changes('person', { isCancelled: true })];
  const isOver = isEndedStage(stage);
  return [
    changes(isOver ? 'fault' : 'free', { isDisbursed: true }),
    ...(isOver || isCancelled ? [] : [changes('person', { isCancelled: true })]),
    ...(isOver || isRefused ? [] : [changes('free', { isRefused: true })]),
    ...(isCancelled && !isOver && !isCancelConfirmed ? [changes('free', { isCancelConfirmed: true })] : []),
  ];
}

function invariantsOf(begin: Loan): Protocol['invariants'] {
  const owedPaise = duePaise(begin, [], begin.isDisbursed ? 'foreclosure' : 'advance') ?? 0;
  return {
    'no more counts than is owed': (view) => {
      const counts = rowsOf(view).payments.filter(({ state }) => state === 'captured');
      return counts.reduce((sum, { amountPaise }) => sum + amountPaise, 0) <= owedPaise;
    },
    'what has gone back counts only where it has come again': (view) =>
      rowsOf(view).payments.every(
        ({ isToldRefunded, isPaidBack, state, dispute }) =>
          (!isToldRefunded || state === 'refunded' || dispute !== null) &&
          (!isPaidBack || state !== 'captured'),
      ),
    'the customer is told of money that does not count': (view) =>
      rowsOf(view).payments.every(
        ({ state, isToldHeld, decision }) => state !== 'held' || isToldHeld || decision === 'refund',
      ),
    'nobody is asked to pay again what has counted': (view) => {
      const { orders, payments } = rowsOf(view);
      return payments.every(
        ({ state, decision, order }) =>
          state !== 'captured' || decision === 'count' || orders[order - 1]?.state === 'paid',
      );
    },
    'nothing is asked for a loan that has ended': (view) => {
      const { loan, orders } = rowsOf(view);
      return !isEndedStage(loan.stage) || orders.every(({ state }) => state !== 'open');
    },
    'of a loan that has ended before its disbursal no money is kept': (view) => {
      const { loan, payments } = rowsOf(view);
      if (!isEndedStage(loan.stage) || loan.isDisbursed) return true;
      return payments.every(
        ({ state, decision }) => state !== 'captured' && (state !== 'held' || decision === 'refund'),
      );
    },
  };
}

/** Returns whether all payments are settled: counted, refunded and told, or waiting for staff. */
function isEnd(view: View): boolean {
  const known = rowsOf(view).payments;
  return providerOf(view).payments.every((payment) => {
    const { id, state } = payment;
    if (state === 'failed') return true;
    const stored = known.find((one) => one.id === id);
    if (!stored) return false;
    // A payment that the lender has also paid back is listed for staff.
    if (state === 'refunded' || isTaken(payment)) {
      const isKnown = stored.state === (state === 'refunded' ? 'refunded' : 'disputed');
      return isKnown && (stored.isToldRefunded || stored.isPaidBack);
    }
    const waitsForRefund = stored.state === 'held' && stored.decision === 'refund' && !stored.isRefused;
    return !waitsForRefund && ['captured', 'held', 'refunded_by_lender'].includes(stored.state);
  });
}
