/** The database of the servers: each event is a transaction of theirs, by the rules of payment-rows.ts. */
import { enqueueActions, setup } from 'xstate';
import { sends } from '../party.ts';
import type { PaymentPurpose } from '../../../domain/servicing/order-payments.ts';
import type { Loan } from './payment-loan.ts';
import {
  changeLoan,
  decide,
  type Decision,
  expire,
  openOrder,
  orderedRefunds,
  type PaymentRules,
  record,
  refuseRefund,
  type Report,
  type Rows,
} from './payment-rows.ts';

type DatabaseEvent =
  | { type: 'find others'; purpose: PaymentPurpose }
  | { type: 'look'; order: number }
  | { type: 'open order'; purpose: PaymentPurpose; key: string }
  | { type: 'record'; order: number; payments: Report[] }
  | { type: 'find refunds'; order: number }
  | { type: 'refuse refund'; payment: number }
  | { type: 'decide'; payment: number; decision: Decision }
  | { type: 'order expires'; order: number }
  | { type: 'loan changes'; changes: Partial<Loan> }
  | { type: 'time passes'; at: number };

type Answered = { rows: Rows; reply?: { type: string } & Record<string, unknown> };

const orderIn = ({ orders }: Rows, order: number) => {
  const found = orders[order - 1];
  return { type: 'opened', order, state: found?.state ?? 'expired', amountPaise: found?.amountPaise ?? 0 };
};

function transact(rows: Rows, event: DatabaseEvent, rules: PaymentRules): Answered {
  switch (event.type) {
    case 'find others': {
      const others = rows.orders.flatMap(({ state, purpose, expiresAt }, index) =>
        state === 'open' && (purpose !== event.purpose || expiresAt <= rows.clock) ? [index + 1] : [],
      );
      return { rows, reply: { type: 'others', others } };
    }
    case 'look':
      return { rows, reply: orderIn(rows, event.order) };
    case 'open order': {
      const opened = openOrder(rows, event, rules);
      if (!opened) return { rows, reply: { type: 'not due' } };
      return { rows: opened.rows, reply: orderIn(opened.rows, opened.order) };
    }
    case 'record': {
      const after = record(rows, event.payments, rules);
      return { rows: after, reply: { type: 'recorded', state: orderIn(after, event.order).state } };
    }
    case 'find refunds':
      return { rows, reply: { type: 'refunds', refunds: orderedRefunds(rows, event.order) } };
    case 'refuse refund':
      return { rows: refuseRefund(rows, event.payment) };
    case 'decide':
      return { rows: decide(rows, event, rules) };
    case 'order expires':
      return { rows: expire(rows, event.order) };
    case 'loan changes':
      return { rows: changeLoan(rows, event.changes, rules) };
    case 'time passes':
      return { rows: { ...rows, clock: event.at } };
  }
}

export const databaseMachine = (loan: Loan, rules: PaymentRules) =>
  setup({ types: { context: {} as Rows, events: {} as DatabaseEvent }, actions: sends }).createMachine({
    id: 'database',
    context: { clock: 0, loan, orders: [], payments: [] },
    initial: 'open',
    states: {
      open: {
        on: {
          '*': {
            actions: enqueueActions(({ context, event, enqueue }) => {
              const { rows, reply } = transact(context, event, rules);
              enqueue.assign(rows);
              if (reply) enqueue({ type: 'call', params: { to: 'sender', event: reply } });
              if (event.type !== 'order expires') return;
              const closes = { type: 'page closes', order: event.order } as { type: string };
              enqueue({ type: 'call', params: { to: 'provider', event: closes } });
            }),
          },
        },
      },
    },
  });
