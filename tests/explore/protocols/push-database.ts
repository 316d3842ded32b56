/** The database of the servers: each event is a transaction of theirs, by the rules of push-rows.ts. */
import { enqueueActions, setup } from 'xstate';
import { sends } from '../party.ts';
import {
  type Answer,
  claim,
  emptyRows,
  endJobsOf,
  type Faults,
  lookAtPush,
  openNext,
  receiveEvent,
  record,
  recordVerdict,
  refreshRequest,
  type Reply,
  type Rows,
  settleJob,
  startJob,
  submit,
} from './push-rows.ts';

export type DatabaseContext = {
  rows: Rows;
  /** Says whether the status has refused an answer of a lender, which is lost then. */
  hasRefusedAnswer: boolean;
  /** Says whether a server has begun a push while another one's lease lasted. */
  hasOverriddenLease: boolean;
  /** Says whether the answer to the page was on its way when the person left. */
  hadAnswerAtLeave: boolean;
};

type OfServer = { lender: number; server: string };

export type DatabaseEvent =
  | { type: 'submit'; content: number }
  | ({ type: 'job starts' } & OfServer)
  | ({ type: 'job ends'; end: 'done' | 'retry' | 'failed' } & OfServer)
  | ({ type: 'claim' } & OfServer)
  | { type: 'look'; lender: number }
  | ({ type: 'open next'; saved: number } & OfServer)
  | ({ type: 'record'; isSeen: boolean; reply: Reply; submission: number; content: number } & OfServer)
  | { type: 'refresh request'; lender: number }
  | { type: 'record verdict'; lender: number; submission: number; answer: Answer }
  | { type: 'page leaves' }
  | { type: 'server dies'; server: string }
  | { type: 'lease ends'; lender: number }
  | { type: 'lender event'; lender: number };

type Answered = { context: DatabaseContext; reply?: { type: string } & Record<string, unknown> };

/** Returns the state after a transaction, and the reply to its caller. */
function transact({ rows, ...flags }: DatabaseContext, event: DatabaseEvent, faults: Faults): Answered {
  const changed = (after: Rows, reply?: Answered['reply']): Answered => ({
    context: { rows: after, ...flags },
    ...(reply && { reply }),
  });
  switch (event.type) {
    case 'submit': {
      const after = submit(rows, event.content, faults);
      return changed(after ?? rows, { type: after ? 'saved' : 'refused' });
    }
    case 'job starts':
      return changed(startJob(rows, event.lender, event.server));
    case 'job ends':
      return changed(settleJob(rows, event, event.end));
    case 'claim': {
      const made = claim(rows, { ...event, faults });
      const isOverridden = made.claim.kind === 'claimed' && (rows.lenders[event.lender]?.leased ?? false);
      return {
        context: { ...flags, rows: made.rows, hasOverriddenLease: flags.hasOverriddenLease || isOverridden },
        reply: { type: 'claim', claim: made.claim },
      };
    }
    case 'look':
      return changed(rows, { type: 'look', look: lookAtPush(rows, event.lender) });
    case 'open next': {
      const after = openNext(rows, event);
      if (after === 'lost') return changed(rows, { type: 'lost' });
      const submission = after.lenders[event.lender]?.push?.submission ?? 0;
      return changed(after, { type: 'opened', submission, content: event.saved });
    }
    case 'record': {
      const after = record(rows, { ...event, faults }, event);
      if (after === 'lost') return changed(rows, { type: 'lost' });
      if (after) return changed(after, { type: 'recorded' });
      const hasRefusedAnswer = flags.hasRefusedAnswer || event.reply.kind === 'answered';
      return { context: { ...flags, rows, hasRefusedAnswer }, reply: { type: 'status refuses' } };
    }
    case 'refresh request':
      return changed(rows, { type: 'request', request: refreshRequest(rows, event.lender) ?? null });
    case 'record verdict':
      return changed(recordVerdict(rows, event, event.answer));
    case 'page leaves':
      return { context: { ...flags, rows, hadAnswerAtLeave: rows.decided !== null } };
    case 'server dies':
      return changed(endJobsOf(rows, event.server));
    case 'lease ends':
      return changed({
        ...rows,
        lenders: rows.lenders.map((one, index) => (index === event.lender ? { ...one, leased: false } : one)),
      });
    case 'lender event':
      return changed(receiveEvent(rows, event.lender));
  }
}

export const databaseMachine = (lenders: number, faults: Faults) =>
  setup({
    types: { context: {} as DatabaseContext, events: {} as DatabaseEvent },
    actions: sends,
  }).createMachine({
    id: 'database',
    context: {
      rows: emptyRows(lenders),
      hasRefusedAnswer: false,
      hasOverriddenLease: false,
      hadAnswerAtLeave: false,
    },
    initial: 'open',
    states: {
      open: {
        on: {
          '*': {
            actions: enqueueActions(({ context, event, enqueue }) => {
              const { context: after, reply } = transact(context, event, faults);
              enqueue.assign(after);
              // A page hears over the network, a server in its transaction.
              const type = event.type === 'submit' ? 'send' : 'call';
              if (reply) enqueue({ type, params: { to: 'sender', event: reply } });
            }),
          },
        },
      },
    },
  });
