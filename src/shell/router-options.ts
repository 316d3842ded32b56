/** The options that the routers of the three apps share. */
import type { RouterHistory } from '@tanstack/react-router';

/**
 * @param history the browser's, or in memory in tests
 * @param origin where the app is rendered at build, without a window
 */
export const routerOptions = (history: RouterHistory, origin: string | undefined) => ({
  history,
  // What renders at build renders the browser's tree, down to its boundaries.
  ...(origin && { origin, isServer: false }),
  // Not parsed: each screen reads what its address carries besides the path, and an embedding site's search stays as it is.
  parseSearch: (carried: string) => ({ carried }),
  stringifySearch: ({ carried = '' }: { carried?: unknown }) => String(carried),
});
