/** Steps and measurements in a page for the tests of the black bars. */
import type { Locator, Page } from 'playwright-core';
import type {} from './page.tsx';

/** Returns the bar's position as fractions of the photo. */
export const placeOf = (bar: Locator) =>
  bar.evaluate((one) => {
    const part = one.getBoundingClientRect();
    const all = one.parentElement?.querySelector('img')?.getBoundingClientRect() ?? part;
    return {
      x: (part.x - all.x) / all.width,
      y: (part.y - all.y) / all.height,
      width: part.width / all.width,
      height: part.height / all.height,
    };
  });

/** Its middle, in pixels of the page. */
export const middleOf = async (at: Locator) => {
  const { x, y, width, height } = (await at.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return { x: x + width / 2, y: y + height / 2 };
};

/** The photo that is sent, with how black it is within a part of it and outside. */
export const sent = (page: Page, part: { x: number; y: number; width: number; height: number }) =>
  page.evaluate(async (within) => {
    const blob = await phone.answered();
    if (typeof blob === 'string') throw new Error(blob);
    const { width, height } = await phone.lookAt(blob);
    return { type: blob.type, width, height, ...(await phone.blackness(blob, within)) };
  }, part);

/** Drags with the mouse by a number of pixels. */
export async function drag(
  page: Page,
  from: { x: number; y: number },
  by: { x: number; y: number },
): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + by.x / 2, from.y + by.y / 2);
  await page.mouse.move(from.x + by.x, from.y + by.y);
  await page.mouse.up();
}

/** Drags with a finger by a number of pixels. */
export async function dragByTouch(
  page: Page,
  from: { x: number; y: number },
  by: { x: number; y: number },
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', part: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: from.x + by.x * part, y: from.y + by.y * part }],
    });
  await touch('touchStart', 0);
  for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', part);
  await touch('touchEnd', 1);
}
