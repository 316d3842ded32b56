/**
 * What the server asks of a lending partner. An adapter never throws for what a lender does: every misbehaviour
 * is one of the outcomes below. The lender keeps one loan per reference; a submission with a higher number
 * updates it, and one that it has had already is answered again.
 */
import type { LenderResult, PushRequest } from '../../domain/wire.ts';
import type { AdapterNeeds } from './index.ts';
import { httpLender } from './lender-http.ts';
import { sandboxLender } from './lender-sandbox.ts';

/** What the lender is told: section 7's fields. Amounts in rupees, dates ISO. */
export type LenderRequest = Omit<PushRequest, 'loan_id'>;

export type Submission = {
  /** One per loan and lender, for the life of both. */
  reference: string;
  /** Counts the submissions of a reference, from 1. */
  submission: number;
  request: LenderRequest;
};

export type Answered = { kind: 'answered'; result: LenderResult };

/** The lender said no to the call itself; `sure` when it can have booked nothing. */
export type Failed = { kind: 'failed'; message: string; sure: boolean };

/** Nobody knows whether the lender booked it. */
export type Silent = { kind: 'silent' };

export type Reply = Answered | Failed | Silent;

/** What the lender has under a reference: `answered` with the latest submission that it decided. */
export type Found =
  | (Answered & { submission: number })
  | { kind: 'processing'; submission: number }
  | { kind: 'none' }
  | Failed
  | Silent;

export interface Lender {
  /** `signal` ends the waiting, not the submission: after an abort nobody knows. */
  push(submission: Submission, signal: AbortSignal): Promise<Reply>;
  find(reference: string, signal: AbortSignal): Promise<Found>;
}

/** The table of lenders: a new one is an adapter file and a row, the first whose configuration is there is taken. */
const lenders: ((needs: AdapterNeeds) => Lender | undefined)[] = [
  ({ config }) => config.lender && httpLender({ ...config.lender, timeoutMs: config.lenderTimeoutMs }),
  ({ config, db, clock }) => (config.sandbox ? sandboxLender({ config, db, clock }) : undefined),
];

/** @throws Error where the configuration names no lender; reading it has told of that before */
export function openLender(needs: AdapterNeeds): Lender {
  for (const open of lenders) {
    const lender = open(needs);
    if (lender) return lender;
  }
  throw new Error('No lender is configured.');
}
