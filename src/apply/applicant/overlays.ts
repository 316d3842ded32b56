/** What comes over the page, in a chunk of its own that is fetched as soon as the page stands. */
import { type ComponentType, lazy } from 'react';
import { loadWords } from '../../i18n.tsx';

type Overlays = typeof import('../status/overlays.tsx');

export const PlanDetails = overlay((all) => all.PlanDetails);
export const PlanLayer = overlay((all) => all.PlanLayer);
export const StatusLayer = overlay((all) => all.StatusLayer);

function overlay<Props extends object>(of: (all: Overlays) => ComponentType<Props>) {
  return lazy(async () => ({ default: of(await fetched()) }));
}

const retryMs = 3000;

/** The form can be filled without them, so a lost connection is waited for. */
async function fetched(): Promise<Overlays> {
  try {
    const [overlays] = await Promise.all([import('../status/overlays.tsx'), loadWords('status')]);
    return overlays;
  } catch {
    await new Promise((over) => setTimeout(over, retryMs));
    return fetched();
  }
}
