/** The contract's shapes of the reviewer's desk under the names that its machines, screens and server use. */
import type { components } from '../../openapi/generated.ts';

type Schemas = components['schemas'];

export type Reviewer = Schemas['Reviewer'];
export type StaffRole = Schemas['StaffRole'];
export type Credentials = Schemas['SignIn'];
export type Invitation = Schemas['Invitation'];
export type AcceptInvitation = Schemas['AcceptInvitation'];
export type AcceptedInvitation = Schemas['AcceptedInvitation'];
export type ChangePassword = Schemas['ChangePassword'];
export type PresentCredentials = Schemas['PresentCredentials'];
export type QueueSearch = Schemas['QueueSearch'];
export type QueuePage = Schemas['QueuePage'];
export type QueueItem = Schemas['QueueItem'];
export type QueueStage = QueueItem['stage'];

/** In the order of the desk's tabs; the first is what waits for a reviewer. */
export const queueStages = [
  'to_review',
  'answered',
  'sent_back',
  'with_lender',
  'approved',
  'rejected',
] as const satisfies readonly QueueStage[];

/** Whether a reviewer has something to do in the stage. */
export const waitsForReviewer = (stage: QueueStage): boolean => stage === 'to_review' || stage === 'answered';

export type Application = Schemas['Application'];
export type Change = Schemas['Change'];
export type ReviewedDocument = Schemas['ReviewedDocument'];
export type Presence = Schemas['Presence'];
export type ReviewActs = Schemas['ReviewActs'];
export type TimelineEntry = Schemas['TimelineEntry'];
export type TimelineAct = Schemas['TimelineAct'];

export const queueLimits = {
  /** How far a queue is counted; its pages go on behind that. */
  counted: 1000,
  /** A decision is promised within a day, in milliseconds. */
  lateAfterMs: 24 * 60 * 60 * 1000,
  /** From when on the promise is broken by days, in milliseconds: 3 days. */
  veryLateAfterMs: 3 * 24 * 60 * 60 * 1000,
} as const;
