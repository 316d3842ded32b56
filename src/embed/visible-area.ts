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
 * Where a dialog is shown: the visible area, or where that is too low for one, a larger part that begins or ends there.
 * @param frameHeight of the whole frame, in CSS pixels
 */
export function dialogArea({ top, height }: VisibleArea, frameHeight: number): VisibleArea {
  const enough = Math.min(Math.max(height, minDialogHeight), frameHeight);
  return { top: Math.max(0, Math.min(top, frameHeight - enough)), height: enough };
}

const minDialogHeight = 480;
