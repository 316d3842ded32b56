/** The kinds of jobs: where each runs, and how often it is tried. server/app/job-handlers.ts has what each does. */
import { z } from 'zod/mini';
import { providerNames } from '../adapters/provider.ts';
import type { Backoff } from './backoff.ts';

/** The slots of each channel in a server, so that a slow provider delays only its own jobs. */
export const channelSlots = {
  sms: 8,
  email: 8,
  scan: 4,
  lender: 8,
  verdict: 4,
  provider: 8,
  /** The typesetter makes one document after the other. */
  document: 1,
  reminder: 4,
  /** A comparison may hold its slot for an hour. */
  comparison: 1,
  maintenance: 1,
} as const;

export type JobChannel = keyof typeof channelSlots;

/** The order of the jobs of a channel that are due: those with the higher one come first. */
export type JobPriority = 0 | 10;

type Row = {
  channel: JobChannel;
  payload: z.ZodMiniType;
  /** The number of attempts after which the job has finally failed. */
  maxAttempts: number;
  backoff: Backoff;
  /** Repeated for ever at this interval, one job for all servers. Its payload is `{}`. */
  everyMs?: number;
  /** A run that takes longer is aborted, and tried again; ten minutes where absent. */
  deadlineMs?: number;
};

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

const message = {
  payload: z.object({ messageId: z.uuid() }),
  // The eighth attempt comes about three hours after the first.
  maxAttempts: 8,
  backoff: { firstMs: 2 * secondMs, factor: 4, longestMs: 3 * hourMs },
};

const hourly = {
  channel: 'maintenance',
  payload: z.object({}),
  // Tried once an hour for ever.
  maxAttempts: Number.POSITIVE_INFINITY,
  backoff: { firstMs: minuteMs, factor: 2, longestMs: hourMs },
  everyMs: hourMs,
  deadlineMs: hourMs,
} as const;

export const jobKinds = {
  'message.sms': { ...message, channel: 'sms' },
  'message.email': { ...message, channel: 'email' },
  /** A submitted application that the lender has not answered: for about four days, and then from the start. */
  'lender.push': {
    channel: 'lender',
    payload: z.object({ loanId: z.string(), lenderId: z.number() }),
    maxAttempts: 100,
    backoff: { firstMs: 15 * secondMs, factor: 2, longestMs: hourMs },
  },
  /** A verdict that can change: for about six weeks. */
  'lender.refresh': {
    channel: 'verdict',
    payload: z.object({ loanId: z.string() }),
    maxAttempts: 100,
    backoff: { firstMs: 2 * minuteMs, factor: 2, longestMs: 12 * hourMs },
  },
  /** An approved loan that is not disbursed yet: for about six weeks after the latest change; then anew once it is accepted. */
  'lender.servicing': {
    channel: 'verdict',
    payload: z.object({ loanId: z.string(), lenderId: z.number() }),
    maxAttempts: 100,
    backoff: { firstMs: 2 * minuteMs, factor: 2, longestMs: 12 * hourMs },
  },
  /** Polls a provider's request for 30 days, or until it is settled; longer if it holds money (decision 68). */
  'provider.check': {
    channel: 'provider',
    payload: z.object({ provider: z.enum(providerNames), id: z.string() }),
    maxAttempts: 200,
    backoff: { firstMs: 30 * secondMs, factor: 2, longestMs: 12 * hourMs },
  },
  /** A document that waits for the virus scan: for about a day. */
  'document.scan': {
    channel: 'scan',
    payload: z.object({ key: z.string(), loanId: z.string() }),
    maxAttempts: 100,
    backoff: { firstMs: 2 * secondMs, factor: 4, longestMs: 15 * minuteMs },
  },
  /** The copy of an agreement that both have signed: for about four days. */
  'servicing.signedAgreement': {
    channel: 'document',
    payload: z.object({ loanId: z.string(), requestId: z.uuid() }),
    maxAttempts: 100,
    backoff: { firstMs: 2 * secondMs, factor: 2, longestMs: hourMs },
  },
  /** The receipt of a payment: for about four days. */
  'servicing.receipt': {
    channel: 'document',
    payload: z.object({ loanId: z.string(), paymentId: z.uuid() }),
    maxAttempts: 100,
    backoff: { firstMs: 2 * secondMs, factor: 2, longestMs: hourMs },
  },
  /** The no-dues certificate of a closed loan: for about four days. */
  'servicing.noDues': {
    channel: 'document',
    payload: z.object({ loanId: z.string(), lenderId: z.number() }),
    maxAttempts: 100,
    backoff: { firstMs: 2 * secondMs, factor: 2, longestMs: hourMs },
  },
  /** An instalment that becomes late. */
  'servicing.lateNotice': {
    channel: 'reminder',
    payload: z.object({ loanId: z.string(), lenderId: z.number(), instalment: z.number() }),
    maxAttempts: 72,
    backoff: { firstMs: minuteMs, factor: 2, longestMs: hourMs },
  },
  /** An instalment that is due soon: until it is due. */
  'servicing.remind': {
    channel: 'reminder',
    payload: z.object({ loanId: z.string(), lenderId: z.number(), dueOn: z.string() }),
    maxAttempts: 72,
    backoff: { firstMs: minuteMs, factor: 2, longestMs: hourMs },
  },
  /** The next day whose list is compared with what is known here, at one counterparty: until it has come whole. */
  'servicing.reconcile': {
    channel: 'comparison',
    payload: z.object({ counterparty: z.string(), day: z.string() }),
    maxAttempts: Number.POSITIVE_INFINITY,
    backoff: { firstMs: 5 * minuteMs, factor: 2, longestMs: hourMs },
    deadlineMs: hourMs,
  },
  /** A grievance whose last day is near or over: until the notice is queued. */
  'grievance.notify': {
    channel: 'reminder',
    payload: z.object({ conversationId: z.uuid() }),
    maxAttempts: 72,
    backoff: { firstMs: minuteMs, factor: 2, longestMs: hourMs },
  },
  /** Resumes open and approved loans that lack a job. */
  'loans.adopt': hourly,
  /** Lender loans whose stage changes with time alone. */
  'servicing.advance': hourly,
  /** Abandoned uploads, and contents of documents that nothing refers to. */
  'documents.cleanup': hourly,
  /** Deletes data older than their period (server/config/retention-periods.ts). */
  'retention.apply': hourly,
} as const satisfies Record<string, Row>;

export type JobKind = keyof typeof jobKinds;
export type JobPayload<Kind extends JobKind> = z.infer<(typeof jobKinds)[Kind]['payload']>;

/** The row of a kind, with all the members that a row can have. */
export const kindRow = (kind: JobKind): Row & { deadlineMs: number } => ({
  deadlineMs: 10 * minuteMs,
  ...jobKinds[kind],
});
