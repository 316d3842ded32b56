/** What comes over Applicant Details, and the plans that are looked at there: one chunk, with its words. */
import type { Draft } from '../draft.tsx';
import { DraftConflict } from '../overlays/draft-conflict.tsx';
import { StatusModal, type StatusModalProps } from './status-modal.tsx';

export { PlanDetails, PlanModal, PlanNotice, PlanWords } from './plans.tsx';
export { SubmittedBanner } from './submitted-banner.tsx';

export function ApplicantOverlay({
  conflict,
  ...status
}: StatusModalProps & Pick<Draft<unknown>, 'conflict'>) {
  return (
    <>
      <StatusModal {...status} />
      <DraftConflict conflict={conflict} />
    </>
  );
}
