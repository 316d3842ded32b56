/** The screen of each place of domain/steps.ts: the default export of the `screen.tsx` in the folder of its name. */
import type { RouteComponent } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import type { Place } from '../../domain/steps.ts';
import { loadMessages } from '../i18n.tsx';
import { CreateScreen } from './create/screen.tsx';
import { StepsPlaceholder } from './status-pages.tsx';

export interface Screen {
  component: RouteComponent;
  /** Fetches the component; without it, it came with the page. */
  load?: () => Promise<{ default: ComponentType }>;
}

const loaders = import.meta.glob<{ default: ComponentType }>(['./*/screen.tsx', '!./create/screen.tsx']);

export function screenOf(place: Place): Screen {
  // Success is shown by parts of the status.
  const screen =
    place === 'success' ? () => import('./status/success.tsx') : loaders[`./${place}/screen.tsx`];
  if (!screen) return { component: CreateScreen };
  // Not `lazy`, which suspends once more though the chunk is there.
  let Loaded: ComponentType | null = null;
  const load = async () => {
    const [loaded] = await Promise.all([screen(), loadSteps()]);
    Loaded = loaded.default;
    return loaded;
  };
  const component = () => {
    if (!Loaded) throw new Error(`The screen ${place} is shown before it is loaded`);
    return <Loaded />;
  };
  return { component, load };
}

/** The steps, and the messages that all steps share: fetched ahead of every screen but the first. */
async function loadSteps() {
  const [steps] = await Promise.all([import('./steps.tsx'), loadMessages('secondary')]);
  LoadedSteps = steps.Steps;
  return { default: steps.Steps };
}

let LoadedSteps: ComponentType | null = null;
const FetchedSteps = lazy(loadSteps);

export function Steps() {
  const [Shown] = useState<ComponentType>(() => LoadedSteps ?? FetchedSteps);
  return (
    <Suspense fallback={<StepsPlaceholder />}>
      <Shown />
    </Suspense>
  );
}
