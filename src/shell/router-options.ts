/** The options that the routers of the three apps share. */
import type { RouterHistory } from '@tanstack/react-router';

/**
 * @param history the browser's history, or one in memory in tests
 * @param origin the app's origin during prerendering, which has no window
 */
export const routerOptions = (history: RouterHistory, origin: string | undefined) => ({
  history,
  // Prerendering must produce the browser's tree, down to its boundaries.
  ...(origin && { origin, isServer: false }),
  // The search is not parsed: each screen reads its own parameters, and an embedding site's search stays unchanged.
  parseSearch: (carried: string) => ({ carried }),
  stringifySearch: ({ carried = '' }: { carried?: unknown }) => String(carried),
});
