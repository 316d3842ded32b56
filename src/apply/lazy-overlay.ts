/** What comes over a page, or into it later: a chunk of its own with its words, fetched as soon as the page stands. */
import { type ComponentType, lazy } from 'react';
import type { Namespace } from '../../locales/index.ts';
import { loadMessages } from '../i18n.tsx';

const retryMs = 3000;

/** One of the chunk's components; render it in a Suspense. */
export function lazyOverlay<All, Props>(
  load: () => Promise<All>,
  areas: readonly Namespace[],
  pick: (all: All) => ComponentType<Props>,
) {
  /** The page can be filled in without it, so a lost connection is waited for. */
  const fetched = async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      const [all] = await Promise.all([load(), ...areas.map(loadMessages)]);
      return { default: pick(all) };
    } catch {
      await new Promise((over) => setTimeout(over, retryMs));
      return fetched();
    }
  };
  return lazy(fetched);
}
