/**
 * The events that a partner's server hears of: the acts by which the state changes that its members see (decision 5).
 * An act that has no row here stays within the house.
 */
import type { LenderLoanStage, TimelineAct } from '../../domain/values/wire.ts';

export const partnerEventTypes = [
  'application.created',
  'application.submitted',
  'application.sent_back',
  'application.under_review',
  'application.in_progress',
  'application.pending',
  'application.approved',
  'application.rejected',
  'loan.disbursed',
  'loan.ended',
] as const;

export type PartnerEventType = (typeof partnerEventTypes)[number];

type Entry = {
  act: TimelineAct;
  before?: unknown;
  after?: unknown;
  details?: Readonly<Record<string, unknown>>;
};

const ends: readonly unknown[] = ['cancelled', 'refused', 'expired'] satisfies LenderLoanStage[];
const beforeAcceptance: readonly unknown[] = ['offered', 'expired'] satisfies LenderLoanStage[];

const eventOfStatus = (status: unknown) =>
  partnerEventTypes.find((type) => type === `application.${String(status)}`);

const events: Partial<Record<TimelineAct, (entry: Entry) => PartnerEventType | undefined>> = {
  'loan.created': () => 'application.created',
  'application.submitted': () => 'application.submitted',
  'application.sent_back': () => 'application.sent_back',
  // An answer that leaves the status as it is has none: of another lender, or about what has changed since.
  'lender.answered': ({ details }) => eventOfStatus(details?.status),
  'consent.withdrawn': ({ after }) => eventOfStatus(after),
  'servicing.stage': ({ before, after }) => {
    if (after === 'disbursed') return 'loan.disbursed';
    return ends.includes(after) && !beforeAcceptance.includes(before) ? 'loan.ended' : undefined;
  },
};

/** Returns the event that an entry of the timeline is, where it is one. */
export const partnerEventOf = (entry: Entry): PartnerEventType | undefined => events[entry.act]?.(entry);
