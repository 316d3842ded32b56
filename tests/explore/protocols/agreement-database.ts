/** The database of the servers: each event is one of their transactions, which agreement-rows.ts has. */
import { enqueueActions, setup } from 'xstate';
import { sends } from '../party.ts';
import {
  accept,
  advance,
  type AgreementRules,
  type Answer,
  cancel,
  decline,
  latestRevision,
  openUnanswered,
  payExit,
  record,
  returnExit,
  type Rows,
  type Said,
  sign,
  stepsFor,
  withdraw,
} from './agreement-rows.ts';

type DatabaseEvent =
  | { type: 'look' }
  | { type: 'accept'; lender: number; revision: number }
  | { type: 'decline'; lender: number; revision: number }
  | { type: 'sign'; revision: number }
  | { type: 'cancel' }
  | { type: 'withdraw consent'; lender: number }
  | { type: 'pay exit' }
  | { type: 'exit goes back'; lender: number }
  | { type: 'read for lender'; lender: number }
  | { type: 'record'; lender: number; said: Said }
  | { type: 'lender does not answer'; lender: number; wasCancelling: boolean }
  | { type: 'advance'; lender: number }
  | { type: 'time passes' };

type Replied = { rows: Rows; asks?: number | null; reply?: { type: string } & Record<string, unknown> };

const replyOf = (one: { rows: Rows; answer: Answer; asks: number | null }): Replied => ({
  ...{ rows: one.rows, asks: one.asks },
  reply: { type: 'answered', answer: one.answer },
});

function transact(rows: Rows, event: DatabaseEvent, rules: AgreementRules): Replied {
  switch (event.type) {
    case 'look':
      return { rows, reply: { type: 'shown', offers: rows.lenders.map(latestRevision) } };
    case 'accept':
      return replyOf(accept(rows, event, rules));
    case 'decline':
      return replyOf(decline(rows, event));
    case 'sign':
      return replyOf(sign(rows, event, rules));
    case 'cancel':
      return replyOf(cancel(rows, rules));
    case 'withdraw consent':
      return replyOf(withdraw(rows, event, rules));
    case 'pay exit':
      return replyOf(payExit(rows, rules));
    case 'exit goes back':
      return { rows: returnExit(rows, event.lender, rules) };
    case 'read for lender': {
      const row = rows.lenders[event.lender];
      return { rows, ...(row && { reply: { type: 'steps', steps: stepsFor(row) } }) };
    }
    case 'record': {
      const after = record(rows, event, rules);
      return { rows: after.rows, reply: { type: 'recorded', isAskedAgain: after.isAskedAgain } };
    }
    case 'lender does not answer':
      // The server decides it by the row that it read before the call.
      return { rows: event.wasCancelling ? openUnanswered(rows, event.lender, rules) : rows };
    case 'advance':
      return { rows: advance(rows, event.lender, rules) };
    case 'time passes':
      return { rows: { ...rows, day: rows.day === 0 ? 1 : 2 } };
  }
}

export const databaseMachine = (begin: Rows, rules: AgreementRules) =>
  setup({ types: { context: {} as Rows, events: {} as DatabaseEvent }, actions: sends }).createMachine({
    id: 'database',
    context: begin,
    initial: 'open',
    states: {
      open: {
        on: {
          '*': {
            actions: enqueueActions(({ context, event, enqueue }) => {
              const { rows, asks, reply } = transact(context, event, rules);
              enqueue.assign(rows);
              if (typeof asks === 'number') {
                const ask = { type: 'ask', lender: asks } as { type: string };
                enqueue({ type: 'call', params: { to: 'jobs', event: ask } });
              }
              if (!reply) return;
              // A page is answered over the network.
              const type = reply.type === 'answered' ? 'send' : 'call';
              enqueue({ type, params: { to: 'sender', event: reply } });
            }),
          },
        },
      },
    },
  });
