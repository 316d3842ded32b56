/**
 * What most people never see, kept off the first screen and fetched ahead. Where it does not arrive when it is
 * needed, what shows it breaks, and the face for that stands there.
 */
import { type ComponentType, lazy } from 'react';
import { loadWords } from '../i18n.tsx';

type Rare = typeof import('./rare/all.ts');

/** Fetches it with its words; rejects where it cannot be had. */
export async function loadRare(): Promise<Rare> {
  const [rare] = await Promise.all([import('./rare/all.ts'), loadWords('rare')]);
  return rare;
}

const rarely = <Props>(pick: (rare: Rare) => ComponentType<Props>) =>
  lazy(async () => ({ default: pick(await loadRare()) }));

export const CreateAlert = rarely((rare) => rare.CreateAlert);
export const NotFound = rarely((rare) => rare.NotFound);
export const OpeningFailed = rarely((rare) => rare.OpeningFailed);

/** Of its own: hardly anybody opens an application on another device. */
export const Lost = lazy(async () => {
  const [{ ReentryScreen }] = await Promise.all([import('./rare/reentry.tsx'), loadWords('rare')]);
  return { default: ReentryScreen };
});
