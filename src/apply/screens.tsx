/** The screen of each place of domain/steps.ts: the default export of the `screen.tsx` in the folder of its name. */
import type { RouteComponent } from '@tanstack/react-router';
import { type ComponentType, lazy } from 'react';
import type { Place } from '../../domain/steps.ts';

import { CreateScreen } from './create/screen.tsx';

export interface Screen {
  component: RouteComponent;
  /** Fetches the component; without it, it came with the page. */
  load?: () => Promise<unknown>;
}

const loaders = import.meta.glob<{ default: ComponentType }>(['./*/screen.tsx', '!./create/screen.tsx']);

export function screenOf(place: Place): Screen {
  // Success is shown by parts of the status.
  const load = place === 'success' ? () => import('./status/success.tsx') : loaders[`./${place}/screen.tsx`];
  return load ? { component: lazy(load) as RouteComponent, load } : { component: CreateScreen };
}
