/** The contract's shapes under the names that the rules, the machines, the screens and the server use. */
import type { QueueStage } from '../../openapi/generated.ts';

export type * from '../../openapi/generated.ts';

/** The stages stand in the order of the desk's tabs; the first is what waits for a reviewer. */
export const queueStages = [
  'to_review',
  'answered',
  'sent_back',
  'with_lender',
  'approved',
  'rejected',
] as const satisfies readonly QueueStage[];

/** Says whether a reviewer has something to do in the stage. */
export const waitsForReviewer = (stage: QueueStage): boolean => stage === 'to_review' || stage === 'answered';
