/** What a browser shows at each place of domain/steps.ts: the screen, what it is called, and what is fetched for it. */
import type { RouteComponent } from '@tanstack/react-router';
import { type ComponentType, lazy } from 'react';
import type { Place } from '../../domain/steps.ts';
import type { Namespace, MessageId } from '../../locales/index.ts';

import { CreateScreen } from './create/screen.tsx';

export interface Screen {
  title: MessageId;
  lead?: MessageId;
  component: RouteComponent;
  /** Fetches the component; without it, it came with the page. */
  load?: () => Promise<unknown>;
  /** The message namespaces that are fetched with it. */
  namespaces: readonly Namespace[];
}

export const screens: Readonly<Record<Place, Screen>> = {
  create: {
    title: 'create.title',
    lead: 'create.lead',
    component: CreateScreen,
    namespaces: [],
  },
  students: {
    title: 'app.title.students',
    ...fetched(() => import('./students/screen.tsx')),
    namespaces: ['student'],
  },
  applicant: {
    title: 'app.title.applicant',
    ...fetched(() => import('./applicant/screen.tsx')),
    namespaces: ['applicant'],
  },
  success: {
    title: 'app.title.success',
    ...fetched(() => import('./status/success.tsx')),
    namespaces: ['status'],
  },
};

function fetched(load: () => Promise<{ default: ComponentType }>) {
  return { component: lazy(load) as RouteComponent, load };
}
