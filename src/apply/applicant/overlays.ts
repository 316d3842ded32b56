/**
 * What comes over the page or stands beside its fields, in chunks that are fetched as soon as the page stands, with the
 * names of places.
 */
import type { ComponentType } from 'react';
import { lazyOverlay } from '../lazy-overlay.ts';

type Overlays = typeof import('../status/overlays.tsx');

const over = <Props>(pick: (all: Overlays) => ComponentType<Props>) =>
  lazyOverlay(() => import('../status/overlays.tsx'), ['status', 'secondary', 'places'], pick);

type Secondary = typeof import('./secondary.tsx');

const beside = <Props>(pick: (all: Secondary) => ComponentType<Props>) =>
  lazyOverlay(() => import('./secondary.tsx'), ['secondary'], pick);

export const ComplaintLink = beside((all) => all.ComplaintLink);
export const CopyAddress = beside((all) => all.CopyAddress);
export const Experience = beside((all) => all.Experience);
export const GroupedErrors = beside((all) => all.GroupedErrors);
export const PasteFill = beside((all) => all.PasteFill);

export const ApplicantOverlay = over((all) => all.ApplicantOverlay);
export const StatusScreen = lazyOverlay(
  () => import('../status-screen/status-screen.tsx'),
  ['status', 'secondary', 'student', 'consumer', 'places'],
  (screen) => screen.default,
);
export const SubmittedBanner = over((all) => all.SubmittedBanner);
export const PlanDetails = over((all) => all.PlanDetails);
export const PlanModal = over((all) => all.PlanModal);
export const PlanNotice = over((all) => all.PlanNotice);
export const PlanText = over((all) => all.PlanText);
