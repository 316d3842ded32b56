/** The page as it comes to rest, for axe and for pictures. */
import type { Page } from 'playwright-core';

/** Resolves once nothing fades or moves any more that ever ends. */
export const waitForIdleLayout = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)));
  });

/** Puts the bar at the bottom below the rest: what it covers can be scrolled, which axe and a picture cannot know. */
export const unpinStickyElements = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const bar of document.querySelectorAll<HTMLElement>('.step-bar, .actions-sticky'))
      bar.style.position = 'relative';
    const sides = '.columns-side, .step-side-content, .application-aside';
    for (const side of document.querySelectorAll<HTMLElement>(sides)) side.style.position = 'static';
  });
