/**
 * A frame that is as tall as its content, in a page that scrolls in its place: the page around gets the height and
 * what to scroll to, and dialogs are shown where they can be seen instead of in the middle of the frame.
 */
import type { EmbedMessage } from './messages.ts';
import { dialogArea, measureVisibleArea, type VisibleArea, withoutCovered } from './visible-area.ts';

type Send = (message: EmbedMessage) => void;

/** @param coveredTop the height of what lies over the top of the page around, in CSS pixels */
export function growWithContent(send: Send, coveredTop: number): void {
  // A page that is at least as tall as its window would never become less tall again.
  document.documentElement.style.setProperty('--page-min-height', '0');
  reportHeight(send);
  reportFocus(send);
  placeDialogs(send, coveredTop);
}

function reportHeight(send: Send): void {
  let reported = 0;
  new ResizeObserver(() => {
    const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
    if (height !== reported) send({ type: 'feepath.height', height });
    reported = height;
  }).observe(document.documentElement);
}

/** Reports the focus: a browser scrolls another site's page neither to a new heading nor to an invalid field. */
function reportFocus(send: Send): void {
  let isPressed = false;
  addEventListener('mousedown', () => (isPressed = true), true);
  for (const type of ['mouseup', 'keydown']) addEventListener(type, () => (isPressed = false), true);
  addEventListener('focusin', ({ target }) => {
    // A pressed element is visible already and would move away under the finger. Nothing moves while the page loads.
    if (isPressed || navigator.userActivation?.hasBeenActive === false) return;
    // Dialogs are placed where they can be seen.
    if (!(target instanceof Element) || target.closest('dialog')) return;
    const { top, bottom } = target.getBoundingClientRect();
    const isPageHeading = target.tagName === 'H1';
    send({ type: 'feepath.scroll', top: isPageHeading ? 0 : Math.max(0, top), bottom: Math.max(0, bottom) });
  });
}

function placeDialogs(send: Send, coveredTop: number): void {
  const place = () => {
    const dialogs = document.querySelectorAll<HTMLDialogElement>('dialog[open]');
    if (dialogs.length === 0) return;
    measureVisibleArea((visible) => {
      const area = dialogArea(withoutCovered(visible, coveredTop), window.innerHeight);
      for (const dialog of dialogs) placeDialog(dialog, area);
      send({ type: 'feepath.scroll', top: area.top, bottom: area.top + area.height });
    });
  };
  new MutationObserver(place).observe(document.body, { subtree: true, attributeFilter: ['open'] });
  // The screen below a dialog may have changed, and the frame's height with it.
  addEventListener('resize', place);
}

function placeDialog({ style }: HTMLDialogElement, { top, height }: VisibleArea): void {
  style.top = `${top}px`;
  style.bottom = `${window.innerHeight - top - height}px`;
  style.maxHeight = `${height}px`;
}
