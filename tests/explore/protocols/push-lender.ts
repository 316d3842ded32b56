/**
 * A lender, as server/adapters/lender.ts promises it: one loan per reference, which a submission with a higher number
 * updates; a repeated submission gets the same answer.
 */
import { enqueueActions, setup } from 'xstate';
import { sends } from '../party.ts';
import type { Answer, Reply } from './push-rows.ts';

type Verdict = Answer['status'] | 'processing';
export type LenderContext = {
  /** The loans by reference, from 1. */
  loans: { submission: number; content: number; verdict: Verdict }[];
};

type Mood = 'approves' | 'waits' | 'is slow' | 'refuses' | 'fails';

type LenderEvent =
  | { type: 'push'; reference: number; submission: number; content: number; mood: Mood }
  | { type: 'find'; reference: number }
  | { type: 'decide'; reference: number; verdict: Answer['status'] };

/** The lender's record under a reference. */
export type Lookup =
  | { kind: 'answered'; submission: number; answer: Answer }
  | { kind: 'processing'; submission: number }
  | { kind: 'none' };

const verdictsByMood = { approves: 'APPROVED', waits: 'PENDING', 'is slow': 'processing' } as const;

const replies = {
  refuses: { kind: 'failed', nothingBooked: true, isFinal: true },
  fails: { kind: 'failed', nothingBooked: false, isFinal: false },
} as const satisfies Record<string, Reply>;

export const lenderMachine = (lender: number) =>
  setup({ types: { context: {} as LenderContext, events: {} as LenderEvent }, actions: sends }).createMachine(
    {
      id: 'lender',
      context: { loans: [] },
      initial: 'open',
      states: {
        open: {
          on: {
            push: {
              actions: enqueueActions(({ context, event, enqueue }) => {
                const { reference, submission, content, mood } = event;
                const known = context.loans[reference - 1];
                const answer = (reply: Reply) =>
                  enqueue({
                    type: 'send',
                    params: { to: 'sender', event: { type: 'pushed', reply } as { type: string } },
                  });
                const isKnown = known !== undefined && submission <= known.submission;
                if (!isKnown && (mood === 'refuses' || mood === 'fails')) return answer(replies[mood]);
                const loan = isKnown
                  ? known
                  : { submission, content, verdict: verdictsByMood[mood as 'approves'] };
                const loans = [...context.loans];
                loans[reference - 1] = loan;
                enqueue.assign({
                  loans: Array.from(
                    loans,
                    (one) => one ?? { submission: 0, content: 0, verdict: 'REJECTED' },
                  ),
                });
                const { verdict } = loan;
                if (verdict === 'processing') {
                  // Busy with the same submission: 409, which proves nothing.
                  if (isKnown) answer(replies.fails);
                  return;
                }
                answer({ kind: 'answered', answer: { status: verdict, content: loan.content } });
              }),
            },
            find: {
              actions: {
                type: 'send',
                params: ({ context, event }) => ({
                  to: 'sender',
                  event: { type: 'found', lookup: lookUp(context, event.reference) } as { type: string },
                }),
              },
            },
            decide: {
              actions: enqueueActions(({ context, event, enqueue }) => {
                const { reference, verdict } = event;
                enqueue.assign({
                  loans: context.loans.map((one, index) =>
                    index === reference - 1 ? { ...one, verdict } : one,
                  ),
                });
                const told = { type: 'lender event', lender } as { type: string };
                enqueue({ type: 'send', params: { to: 'database', event: told } });
              }),
            },
          },
        },
      },
    },
  );

function lookUp({ loans }: LenderContext, reference: number): Lookup {
  const loan = loans[reference - 1];
  if (!loan) return { kind: 'none' };
  const { submission, content, verdict } = loan;
  if (verdict === 'processing') return { kind: 'processing', submission };
  return { kind: 'answered', submission, answer: { status: verdict, content } };
}
