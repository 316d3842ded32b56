/** The screens by place: where each one's address is, what it is called, and what must be fetched for it. */
import type { RouteComponent } from '@tanstack/react-router';
import { type ComponentType, lazy } from 'react';
import type { Area, MessageId } from '../../locales/index.ts';
import type { Place } from '../../machines/wizard.ts';
import { CreateScreen } from './create/screen.tsx';

export interface Screen {
  /** The address, as the router writes it (specification, section 2). */
  path: string;
  title: MessageId;
  lead?: MessageId;
  component: RouteComponent;
  /** Fetches the component; without it, it came with the page. */
  load?: () => Promise<unknown>;
  /** The words that come with it. */
  areas: readonly Area[];
}

export const screens = {
  create: {
    path: '/',
    title: 'create.title',
    lead: 'create.lead',
    component: CreateScreen,
    areas: [],
  },
  students: {
    path: '/loan/$id/student',
    title: 'app.title.students',
    ...fetched(() => import('./students/screen.tsx')),
    areas: ['student'],
  },
  applicant: {
    path: '/loan/$id/applications',
    title: 'app.title.applicant',
    ...fetched(() => import('./applicant/screen.tsx')),
    areas: ['applicant'],
  },
  success: {
    path: '/loan/$id/success',
    title: 'app.title.success',
    ...fetched(() => import('./status/success.tsx')),
    areas: ['status'],
  },
} as const satisfies Record<Place, Screen>;

function fetched(load: () => Promise<{ default: ComponentType }>) {
  return { component: lazy(load) as RouteComponent, load };
}

/** The screen of a place, whichever it is. */
export const screenOf = (place: Place): Screen => screens[place];

/** The address of a place; `loanId` is null only where there is no loan yet. */
export const addressOf = (place: Place, loanId: string | null): string =>
  screens[place].path.replace('$id', encodeURIComponent(loanId ?? ''));

/** The place and the loan that a path names, or null. A loan alone is its first step. */
export function placeAt(path: string): { place: Place; loanId: string | null } | null {
  const parts = path.replace(/\/+$/, '').split('/');
  const [, loan, id, step] = parts;
  if (parts.length <= 1) return { place: 'create', loanId: null };
  if (loan !== 'loan' || !id || parts.length > 4) return null;
  const place = step === undefined ? 'students' : placeOfStep(step);
  return place && { place, loanId: decoded(id) };
}

function placeOfStep(step: string): Place | null {
  const places = Object.keys(screens) as Place[];
  return places.find((place) => screens[place].path === `/loan/$id/${step}`) ?? null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
