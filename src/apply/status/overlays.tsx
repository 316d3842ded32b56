/** The dialogs over Applicant Details, and the plans that are shown there: one chunk, with its messages. */
import { type DraftChoice, DraftConflict } from '../overlays/draft-conflict.tsx';
import { StatusModal, type StatusModalProps } from './status-modal.tsx';

export { PlanDetails, PlanModal, PlanNotice, PlanText } from './plans.tsx';
export { SubmittedBanner, UnansweredBanner } from './submitted-banner.tsx';

export function ApplicantOverlay({
  conflict,
  ...status
}: StatusModalProps & { conflict: DraftChoice | null }) {
  return (
    <>
      <StatusModal {...status} />
      <DraftConflict conflict={conflict} />
    </>
  );
}
