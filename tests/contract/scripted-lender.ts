/** A lender that answers what a test says, and records what it was asked. */
import type { ListDay } from '../../server/adapters/day-list.ts';
import type {
  CustomerSteps,
  Lender,
  LookupReply,
  RefreshRequest,
  Reply,
  ServicingReply,
  Submission,
} from '../../server/adapters/lender.ts';

export const approved = {
  kind: 'answered',
  result: { status: 'APPROVED', url: 'https://lender.example/x' },
} satisfies Reply;

export class ScriptedLender implements Lender {
  readonly timeoutMs = 25_000;
  pushed: Submission[] = [];
  found: string[] = [];
  /** The customer's steps reported to it, one entry per report. */
  reported: CustomerSteps[] = [];
  onPush: (sent: Submission, signal: AbortSignal) => Promise<Reply> | Reply = () => approved;
  onFind: (reference: string) => LookupReply = () => ({ kind: 'none' });
  onExchange: (reference: string) => ServicingReply = () => ({ kind: 'none' });
  onListDay: ListDay = async () => ({ kind: 'page', entries: [], next: null, total: 0 });
  listDay: ListDay = (...asked) => this.onListDay(...asked);

  async push(sent: Submission, signal: AbortSignal): Promise<Reply> {
    this.pushed.push(sent);
    return this.onPush(sent, signal);
  }
  async refresh({ reference }: RefreshRequest): Promise<LookupReply> {
    return this.find(reference);
  }
  async exchangeServicing(reference: string, steps: CustomerSteps): Promise<ServicingReply> {
    this.reported.push(steps);
    return this.onExchange(reference);
  }
  async find(reference: string): Promise<LookupReply> {
    this.found.push(reference);
    return this.onFind(reference);
  }
}
