/**
 * The dedupe keys of jobs, of which each has at most one job. The statements that look for missing jobs spell those of
 * `lender.push`, `lender.refresh` and `lender.servicing` (server/push/schedule.ts, server/servicing/lender-polling.ts).
 */
import type { LenderLoanKey } from '../db/lender-loan-key.ts';
import type { JobKind, JobPayload } from './kinds.ts';

/** The key of the job that delivers a message. */
export const messageJobKey = (id: string): string => `message:${id}`;

const keys = {
  'message.sms': ({ messageId }) => messageJobKey(messageId),
  'message.email': ({ messageId }) => messageJobKey(messageId),
  'lender.push': ({ loanId, lenderId }: LenderLoanKey) => `push:${loanId}:${lenderId}`,
  'lender.refresh': ({ loanId }) => `refresh:${loanId}`,
  'lender.servicing': ({ loanId, lenderId }: LenderLoanKey) => `servicing:${loanId}:${lenderId}`,
  'provider.check': ({ provider, id }) => `check:${provider}:${id}`,
  'document.scan': ({ key }: { key: string }) => `scan:${key}`,
  'servicing.signedAgreement': ({ requestId }) => `signed agreement:${requestId}`,
  'servicing.receipt': ({ paymentId }) => `receipt:${paymentId}`,
  'servicing.noDues': ({ loanId, lenderId }: LenderLoanKey) => `no dues:${loanId}:${lenderId}`,
  'servicing.lateNotice': ({ loanId, lenderId, instalment }) => `late:${loanId}:${lenderId}:${instalment}`,
  'servicing.remind': ({ loanId, lenderId }: LenderLoanKey) => `reminder:${loanId}:${lenderId}`,
  'servicing.reconcile': ({ counterparty }) => `reconcile:${counterparty}`,
  'grievance.notify': ({ conversationId }) => `grievance:${conversationId}`,
} as const satisfies { [Kind in JobKind]?: (payload: JobPayload<Kind>) => string };

/** A payload, or the members of it that tell one job of the kind from another. */
export type JobSubject<Kind extends JobKind> =
  JobPayload<Kind> | (Kind extends keyof typeof keys ? Parameters<(typeof keys)[Kind]>[0] : never);

/** Returns the kind itself where it has one job for all servers. */
export function dedupeKeyOf<Kind extends JobKind>(kind: Kind, subject: JobSubject<Kind>): string {
  const keyOf = keys as Partial<Record<JobKind, (subject: never) => string>>;
  return keyOf[kind]?.(subject as never) ?? kind;
}
