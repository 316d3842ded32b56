/** The overlays and optional parts of Applicant Details, in chunks that are fetched as soon as the page is shown. */
import type { ComponentType } from 'react';
import { lazyOverlay } from '../lazy-overlay.ts';

type Overlays = typeof import('../status/overlays.tsx');

const lazyFromStatusChunk = <Props>(pick: (all: Overlays) => ComponentType<Props>) =>
  lazyOverlay(() => import('../status/overlays.tsx'), ['status', 'secondary', 'places'], pick);

type Secondary = typeof import('./secondary.tsx');

const lazyFromSecondaryChunk = <Props>(pick: (all: Secondary) => ComponentType<Props>) =>
  lazyOverlay(() => import('./secondary.tsx'), ['secondary'], pick);

export const ComplaintLink = lazyFromSecondaryChunk((all) => all.ComplaintLink);
export const CopyAddress = lazyFromSecondaryChunk((all) => all.CopyAddress);
export const Experience = lazyFromSecondaryChunk((all) => all.Experience);
export const GroupedErrors = lazyFromSecondaryChunk((all) => all.GroupedErrors);
export const PasteFill = lazyFromSecondaryChunk((all) => all.PasteFill);

export const ApplicantOverlay = lazyFromStatusChunk((all) => all.ApplicantOverlay);
export const StatusScreen = lazyOverlay(
  () => import('../status-screen/status-screen.tsx'),
  ['status', 'secondary', 'student', 'consumer', 'places'],
  (screen) => screen.default,
);
export const SubmittedBanner = lazyFromStatusChunk((all) => all.SubmittedBanner);
export const PlanDetails = lazyFromStatusChunk((all) => all.PlanDetails);
export const PlanModal = lazyFromStatusChunk((all) => all.PlanModal);
export const PlanNotice = lazyFromStatusChunk((all) => all.PlanNotice);
export const PlanText = lazyFromStatusChunk((all) => all.PlanText);
