/**
 * What comes over the page, and the chosen plan with its amounts: one chunk, fetched as soon as the page stands, with the
 * names of places.
 */
import type { ComponentType } from 'react';
import { lazyOverlay } from '../lazy-overlay.ts';

type Overlays = typeof import('../status/overlays.tsx');

const over = <Props>(pick: (all: Overlays) => ComponentType<Props>) =>
  lazyOverlay(() => import('../status/overlays.tsx'), ['status', 'secondary', 'places'], pick);

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
