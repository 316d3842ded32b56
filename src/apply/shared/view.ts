/** Derives from the wizard what a page shows: a step, or a status page in its place. */
import { type Place, steps } from '../../../domain/pages/steps.ts';
import type { MessageId } from '../../../locales/index.ts';
import { isStatusScreen, placeOf, type WizardSnapshot } from '../../../machines/wizard.ts';
import { useHeadingFocus } from '../../shell/heading-focus.ts';
import { useStepSlide } from './screen-change.ts';
import { useWizardState } from './wizard.tsx';

export type StatusPage = 'keyMissing' | 'opening' | 'failed' | 'reentry';

export interface WizardView {
  statusPage: StatusPage | null;
  place: Place | null;
  /** The heading of the step; null if there is none. */
  title: MessageId | null;
}

/** Returns the view and focuses its heading when it changes. */
export function useWizardView(): WizardView {
  const statusPage = useWizardState(statusPageOf);
  const place = useWizardState(placeOf);
  const isOnStatus = useWizardState(isStatusScreen);
  const isModalOpen = useWizardState((now) => now.matches({ flow: { status: 'open' } }));
  // Closing the modal leads to the status screen, whose heading then gets the focus.
  const view = isOnStatus ? `status, ${isModalOpen ? 'modal' : 'screen'}` : place;
  useHeadingFocus(statusPage ?? view ?? 'none', statusPage === 'opening');
  useStepSlide(place);
  return { statusPage, place, title: isOnStatus ? 'app.title.success' : place && steps[place].title };
}

function statusPageOf(snapshot: WizardSnapshot): StatusPage | null {
  if (snapshot.matches({ flow: 'keyMissing' })) return 'keyMissing';
  if (snapshot.matches({ flow: { opening: 'failed' } })) return 'failed';
  if (snapshot.matches({ flow: { opening: 'notFound' } })) return 'reentry';
  return snapshot.matches({ flow: 'opening' }) ? 'opening' : null;
}
