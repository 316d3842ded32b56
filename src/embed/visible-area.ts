/** Which part of a frame can be seen, where the page around it scrolls. */

/** In CSS pixels from the frame's top. */
export interface VisibleArea {
  top: number;
  height: number;
}

/** Without help of the page around: browsers clip what they observe by the outermost window. */
export function measureVisibleArea(use: (area: VisibleArea) => void): void {
  const observer = new IntersectionObserver(([entry]) => {
    observer.disconnect();
    if (entry) use({ top: entry.intersectionRect.top, height: entry.intersectionRect.height });
  });
  observer.observe(document.documentElement);
}

/**
 * What of the area lies under nothing of the page around. A frame that begins inside the window may begin under what
 * covers the window's top: then the rest has room below it, once the page has scrolled.
 */
export const withoutCovered = ({ top, height }: VisibleArea, coveredTop: number): VisibleArea => ({
  top: top > 0 ? top + coveredTop : 0,
  height: Math.max(0, height - coveredTop),
});

/**
 * Where a dialog is shown: the visible area, or where that is too low for one, a larger part that begins or ends there.
 * @param frameHeight of the whole frame, in CSS pixels
 */
export function dialogArea({ top, height }: VisibleArea, frameHeight: number): VisibleArea {
  const enough = Math.min(Math.max(height, minDialogHeight), frameHeight);
  return { top: Math.max(0, Math.min(top, frameHeight - enough)), height: enough };
}

const minDialogHeight = 480;
