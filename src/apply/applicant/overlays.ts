/** What comes over the page, and the chosen plan with its amounts: one chunk, fetched as soon as the page stands. */
import type { ComponentType } from 'react';
import { overlay } from '../overlay.ts';

type Overlays = typeof import('../status/overlays.tsx');

const over = <Props>(pick: (all: Overlays) => ComponentType<Props>) =>
  overlay(() => import('../status/overlays.tsx'), ['status', 'rare'], pick);

export const ApplicantOverlay = over((all) => all.ApplicantOverlay);
export const Sent = over((all) => all.Sent);
export const PlanDetails = over((all) => all.PlanDetails);
export const PlanLayer = over((all) => all.PlanLayer);
export const PlanNotice = over((all) => all.PlanNotice);
export const PlanWords = over((all) => all.PlanWords);
