/** Keeps the focus of a keyboard in place when the control that has it is removed. */
import { pageTitleId } from '../ui/page.tsx';

/**
 * Moves the focus to a heading if the focused element is removed and nothing else takes it: to that of the closest
 * section or dialog around it that is left, else to the page's. A browser would drop it, and a screen reader begin anew
 * at the top.
 */
export function recoverLostFocus(): void {
  /** The element that has the focus; null where none has, and once a person has taken it away. */
  let focused: Element | null = null;
  let titleIds: readonly string[] = [];
  document.addEventListener('focusin', ({ target }) => {
    focused = target instanceof Element ? target : null;
    titleIds = focused ? titleIdsAround(focused) : [];
  });
  document.addEventListener('focusout', () =>
    // Some browsers send it before they remove the element.
    queueMicrotask(() => {
      if (focused?.isConnected && focused !== document.activeElement) focused = null;
    }),
  );
  new MutationObserver(() => {
    if (!focused || focused.isConnected) return;
    focused = null;
    // The code that removed the focused element may focus its replacement first.
    requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return;
      const heading = titleIds.map((id) => document.getElementById(id)).find((found) => found !== null);
      if (!heading) return;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    });
  }).observe(document.body, { childList: true, subtree: true });
}

/** Returns the ids of the headings that name what is around an element, the closest first. */
function titleIdsAround(element: Element): string[] {
  const around = element.closest('[aria-labelledby]:is(section, dialog)');
  const titleId = around?.getAttribute('aria-labelledby');
  const { parentElement } = around ?? {};
  if (!titleId) return [pageTitleId];
  return [titleId, ...(parentElement ? titleIdsAround(parentElement) : [pageTitleId])];
}
