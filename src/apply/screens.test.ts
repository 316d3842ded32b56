import { createElement, Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { beforeAll, expect, it, vi } from 'vitest';
import { places } from '../../domain/pages/steps.ts';
import secondary from '../../locales/en/app.json?namespace=secondary&messages';
import { screenOf } from './screens.tsx';

/** The one file of messages that comes with a screen. */
beforeAll(() => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(secondary)));
  return () => vi.unstubAllGlobals();
});

const fetched = places.filter((place) => place !== 'create');

it.each(fetched)('%s has a screen: the default export of screen.tsx in its folder', async (place) => {
  expect(await screenOf(place).load?.()).toMatchObject({ default: expect.any(Function) });
});

it('a screen that is loaded is shown at once, without a fallback', async () => {
  vi.doMock('./students/screen.tsx', () => ({ default: () => 'the students' }));
  const { component, load } = screenOf('students');
  await load?.();
  expect(
    renderToString(createElement(Suspense, { fallback: 'not yet' }, createElement(component))),
  ).toContain('the students');
});
