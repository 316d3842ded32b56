/**
 * Replaces TanStack Router's scrolling, which moves to the top after each load, also after Back and when the app takes
 * over a page that has been scrolled: each page scrolls by itself when it shows another view.
 */
export function setupScrollRestoration(): void {
  // The stub scrolls nothing.
}

export {
  setupScrollRestoration as defaultGetScrollRestorationKey,
  setupScrollRestoration as getElementScrollRestorationEntry,
  setupScrollRestoration as storageKey,
};
