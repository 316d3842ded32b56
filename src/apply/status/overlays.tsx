/** What comes over Applicant Details, and the plans that are looked at there: one chunk, with its words. */
import type { Draft } from '../draft.tsx';
import { DraftConflict } from '../overlays/draft-conflict.tsx';
import { StatusLayer, type StatusLayerProps } from './layer.tsx';

export { PlanDetails, PlanLayer, PlanNotice, PlanWords } from './plans.tsx';
export { Sent } from './sent.tsx';

export function ApplicantOverlay({
  conflict,
  ...status
}: StatusLayerProps & Pick<Draft<unknown>, 'conflict'>) {
  return (
    <>
      <StatusLayer {...status} />
      <DraftConflict conflict={conflict} />
    </>
  );
}
