/** Measures the visible part of a frame that the page around it scrolls. */

/** The visible part, in CSS pixels from the frame's top. */
export interface VisibleArea {
  top: number;
  height: number;
}

/** Measures without the help of the page around: browsers clip observed elements by the outermost window. */
export function measureVisibleArea(use: (area: VisibleArea) => void): void {
  const observer = new IntersectionObserver(([entry]) => {
    observer.disconnect();
    if (entry) use({ top: entry.intersectionRect.top, height: entry.intersectionRect.height });
  });
  observer.observe(document.documentElement);
}

/**
 * Returns the part of the area that the page around does not cover. A frame that begins inside the window may begin
 * under a cover at the window's top: the rest has room below it, once the page has scrolled.
 */
export const withoutCovered = ({ top, height }: VisibleArea, coveredTop: number): VisibleArea => ({
  top: top > 0 ? top + coveredTop : 0,
  height: Math.max(0, height - coveredTop),
});

/**
 * Returns the area of a dialog: the visible area, or a larger part that begins or ends there if that is too low.
 * @param frameHeight the height of the whole frame, in CSS pixels
 */
export function dialogArea({ top, height }: VisibleArea, frameHeight: number): VisibleArea {
  const enough = Math.min(Math.max(height, minDialogHeight), frameHeight);
  return { top: Math.max(0, Math.min(top, frameHeight - enough)), height: enough };
}

const minDialogHeight = 480;
