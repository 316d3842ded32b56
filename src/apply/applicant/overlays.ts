/** The overlays and optional parts of Applicant Details, in chunks that are fetched as soon as the page is shown. */
import { lazyOverlays } from '../lazy-overlays.ts';

const lazyFromStatusChunk = lazyOverlays(
  () => import('../status/overlays.tsx'),
  ['status', 'secondary', 'places'],
);
const lazyFromSecondaryChunk = lazyOverlays(() => import('./secondary.tsx'), ['secondary']);

export const ComplaintLink = lazyFromSecondaryChunk((all) => all.ComplaintLink);
export const CopyAddress = lazyFromSecondaryChunk((all) => all.CopyAddress);
export const Experience = lazyFromSecondaryChunk((all) => all.Experience);
export const GroupedErrors = lazyFromSecondaryChunk((all) => all.GroupedErrors);
export const PasteFill = lazyFromSecondaryChunk((all) => all.PasteFill);

export const ApplicantOverlay = lazyFromStatusChunk((all) => all.ApplicantOverlay);
export const StatusScreen = lazyOverlays(
  () => import('../status-screen/status-screen.tsx'),
  ['status', 'secondary', 'student', 'consumer', 'places'],
)((screen) => screen.default);
export const SubmittedBanner = lazyFromStatusChunk((all) => all.SubmittedBanner);
export const PlanDetails = lazyFromStatusChunk((all) => all.PlanDetails);
export const PlanModal = lazyFromStatusChunk((all) => all.PlanModal);
export const PlanNotice = lazyFromStatusChunk((all) => all.PlanNotice);
export const PlanText = lazyFromStatusChunk((all) => all.PlanText);
export const UnansweredBanner = lazyFromStatusChunk((all) => all.UnansweredBanner);
