/** The screen of each place of domain/pages/steps.ts. */
import type { RouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { type Place, steps } from '../../domain/pages/steps.ts';
import { loadMessages } from '../i18n/i18n.tsx';
import { CreateScreen } from './create/screen.tsx';

export interface Screen {
  component: RouteComponent;
  /** Fetches the component with its messages; without it, it came with the page. */
  load?: () => Promise<{ default: ComponentType }>;
}

const fetched = {
  students: () => import('./students/screen.tsx'),
  applicant: () => import('./applicant/screen.tsx'),
  success: () => import('./status/success.tsx'),
};

export function screenOf(place: Place): Screen {
  if (place === 'create') return { component: CreateScreen };
  // The component is not `lazy`, which would suspend again even after the screen was loaded.
  let Loaded: ComponentType | null = null;
  const load = async () => {
    const [screen] = await Promise.all([fetched[place](), ...steps[place].namespaces.map(loadMessages)]);
    Loaded = screen.default;
    return screen;
  };
  const component = () => {
    if (!Loaded) throw new Error(`The screen ${place} is shown before it is loaded`);
    return <Loaded />;
  };
  return { component, load };
}
