/** Lazy components in one chunk with its messages, fetched as soon as the page is shown. */
import { type ComponentType, lazy } from 'react';
import type { Namespace } from '../../locales/index.ts';
import { loadMessages } from '../i18n.tsx';

const retryMs = 3000;

/** One of the chunk's components; render it in a Suspense. */
export function lazyOverlay<All, Props>(
  load: () => Promise<All>,
  namespaces: readonly Namespace[],
  pick: (all: All) => ComponentType<Props>,
) {
  /** Retries until it succeeds: the form works without the overlay, so a lost connection must not break the page. */
  const loadWithRetry = async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      const [all] = await Promise.all([load(), ...namespaces.map(loadMessages)]);
      return { default: pick(all) };
    } catch {
      await new Promise((over) => setTimeout(over, retryMs));
      return loadWithRetry();
    }
  };
  return lazy(loadWithRetry);
}
