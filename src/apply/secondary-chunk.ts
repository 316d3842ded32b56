/**
 * Components that most people never see: in a secondary chunk, off the first screen, and prefetched. If the chunk
 * fails to load when one of them is rendered, the error boundary shows the status page for that.
 */
import { type ComponentType, lazy } from 'react';
import { loadMessages } from '../i18n.tsx';

type SecondaryChunk = typeof import('./secondary/all.ts');

/** Fetches it with its words; rejects where it cannot be had. */
export async function loadSecondaryChunk(): Promise<SecondaryChunk> {
  const [rare] = await Promise.all([import('./secondary/all.ts'), loadMessages('rare')]);
  return rare;
}

const lazyFromSecondaryChunk = <Props>(pick: (rare: SecondaryChunk) => ComponentType<Props>) =>
  lazy(async () => ({ default: pick(await loadSecondaryChunk()) }));

export const CreateAlert = lazyFromSecondaryChunk((rare) => rare.CreateAlert);
export const NotFoundScreen = lazyFromSecondaryChunk((rare) => rare.NotFoundScreen);
export const OpeningFailedScreen = lazyFromSecondaryChunk((rare) => rare.OpeningFailedScreen);

/** In a chunk of its own: hardly anybody opens an application on another device. */
export const ReentryScreen = lazy(async () => {
  const [reentry] = await Promise.all([import('./secondary/reentry.tsx'), loadMessages('rare')]);
  return { default: reentry.ReentryScreen };
});
