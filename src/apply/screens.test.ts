import { expect, it } from 'vitest';
import { places } from '../../domain/steps.ts';
import { screenOf } from './screens.tsx';

const fetched = places.filter((place) => place !== 'create');

it.each(fetched)('%s has a screen: the default export of screen.tsx in its folder', async (place) => {
  expect(await screenOf(place).load?.()).toMatchObject({ default: expect.any(Function) });
});
