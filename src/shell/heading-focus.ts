/** The focus goes to the heading when what a page shows becomes something else. */
import type { AnyRouter, RouterHistory } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';
import { pageTitleId } from '../ui/page.tsx';

/**
 * Scrolls to the top and focuses the heading when another view is shown. Only the content is replaced: the control that
 * led here may be gone, and the focus with it, and a screen reader announces nothing, as no page is loaded.
 *
 * Nothing moves while the page loads, not before a view was shown on which a person could act: somebody may have tabbed
 * into it already, and the browser restores the position after a reload.
 *
 * A layout effect, so that it precedes the effects of the view: a field that takes the focus gets it last.
 *
 * @param view the name of the view
 * @param isLoading true if the view only waits
 */
export function useHeadingFocus(view: string, isLoading = false): void {
  const hasLoaded = useRef(false);
  useLayoutEffect(() => {
    if (hasLoaded.current) focusPageHeading();
    hasLoaded.current ||= !isLoading;
  }, [view, isLoading]);
}

/** Does the same in an app whose router chooses the view, but for the position: Back restores that. */
export function focusHeadingOfScreens(history: RouterHistory, router: AnyRouter): void {
  let isNewScreen = false;
  history.subscribe(({ action }) => {
    isNewScreen ||= action.type === 'PUSH';
  });
  router.subscribe('onRendered', ({ pathChanged }) => {
    if (pathChanged) focusPageHeading(isNewScreen);
    isNewScreen = false;
  });
}

/** @param scrolls true if the page is scrolled to its top */
export function focusPageHeading(scrolls = true): void {
  if (scrolls) window.scrollTo(0, 0);
  document.getElementById(pageTitleId)?.focus({ preventScroll: true });
}
