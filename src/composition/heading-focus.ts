/** What the consumer app and the desk do when their router shows another screen. */
import type { AnyRouter, RouterHistory } from '@tanstack/react-router';
import { pageTitleId } from '../ui/page.tsx';

/** Moves the focus to the heading of each screen, and scrolls to the top of a new one: Back restores the position. */
export function focusHeadingOfScreens(history: RouterHistory, router: AnyRouter): void {
  let isNewScreen = false;
  history.subscribe(({ action }) => {
    isNewScreen ||= action.type === 'PUSH';
  });
  router.subscribe('onRendered', ({ pathChanged }) => {
    if (pathChanged && isNewScreen) window.scrollTo(0, 0);
    if (pathChanged) document.getElementById(pageTitleId)?.focus({ preventScroll: true });
    isNewScreen = false;
  });
}
