/** Tracks a media query and renders again when its result changes. */
import { useCallback, useSyncExternalStore } from 'react';

/** `useMediaQuery('(width >= 48rem)')` */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  );
}
