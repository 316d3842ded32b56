/** Optional components of a screen, in a chunk with its messages that is fetched when the first of them is rendered. */
import { type ComponentType, createElement, type JSX, use } from 'react';
import type { Namespace } from '../../locales/index.ts';
import { loadMessages } from '../i18n.tsx';

const retryMs = 3000;

/**
 * Makes a component of each pick; render it in a Suspense. The chunk's promise is shared, so that once one of its
 * components has been shown, the others render at once, without a fallback (a `lazy` of each would suspend anew).
 */
export function lazyOverlays<All>(load: () => Promise<All>, namespaces: readonly Namespace[]) {
  /** Retries until it succeeds: the form works without the overlay, so a lost connection must not break the page. */
  const loadWithRetry = async (): Promise<All> => {
    try {
      const [all] = await Promise.all([load(), ...namespaces.map(loadMessages)]);
      return all;
    } catch {
      await new Promise((over) => setTimeout(over, retryMs));
      return loadWithRetry();
    }
  };
  let chunk: Promise<All> | undefined;
  return <Props extends object>(pick: (all: All) => ComponentType<Props>) =>
    function Overlay(props: Props): JSX.Element {
      chunk ??= loadWithRetry();
      return createElement(pick(use(chunk)), props);
    };
}
