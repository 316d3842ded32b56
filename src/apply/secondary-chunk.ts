/**
 * Components that most people never see: in a secondary chunk, off the first screen, and prefetched. If the chunk
 * fails to load when one of them is rendered, the error boundary shows the status page for that.
 */
import { type ComponentType, Fragment, lazy } from 'react';
import { loadMessages } from '../i18n.tsx';

type SecondaryChunk = typeof import('./secondary/chunk.ts');

/** Fetches it with its messages; rejects where it cannot be fetched. */
export async function loadSecondaryChunk(): Promise<SecondaryChunk> {
  const [chunk] = await Promise.all([import('./secondary/chunk.ts'), loadMessages('secondary')]);
  return chunk;
}

const lazyFromSecondaryChunk = <Props>(pick: (chunk: SecondaryChunk) => ComponentType<Props>) =>
  lazy(async () => ({ default: pick(await loadSecondaryChunk()) }));

export const CreateAlert = lazyFromSecondaryChunk((chunk) => chunk.CreateAlert);

/** Left out where the chunk cannot be had. */
const lazyOrNothing = (pick: (chunk: SecondaryChunk) => ComponentType) =>
  lazy(async () => ({ default: await loadSecondaryChunk().then(pick, (): ComponentType => Fragment) }));

/** Comes rendered with the page. */
export const NextSteps = lazyOrNothing((chunk) => chunk.NextSteps);
export const EmailSuggestions = lazyOrNothing((chunk) => chunk.EmailSuggestions);
export const NotFoundScreen = lazyFromSecondaryChunk((chunk) => chunk.NotFoundScreen);
export const OpeningFailedScreen = lazyFromSecondaryChunk((chunk) => chunk.OpeningFailedScreen);
/** The consumer app alone shows it in a frame of its own. */
export const OpeningFailedCard = /* @__PURE__ */ lazyFromSecondaryChunk((chunk) => chunk.OpeningFailedCard);

/** In a chunk of its own: only a device that has begun an application shows it. */
export const ContinueScreen = lazy(async () => {
  const [screen] = await Promise.all([import('./secondary/continue.tsx'), loadMessages('secondary')]);
  return { default: screen.ContinueScreen };
});

/** In a chunk of its own: hardly anybody opens an application on another device. */
export const ReentryScreen = lazy(async () => {
  const [reentry] = await Promise.all([import('./secondary/reentry.tsx'), loadMessages('secondary')]);
  return { default: reentry.ReentryScreen };
});
