/** Screens for stories: closed when the test ends, and pictured in `screenshots/failed/` where it failed. */
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Screen, ScreenOptions, TestBrowser } from '../../support/browser.ts';

/** 360×740, touch. */
export const phoneFor = (browser: TestBrowser, name: string, options?: ScreenOptions) =>
  closeAfterTest(name, browser.phone(name, options));

/** 1280×800, mouse. */
export const desktopFor = (browser: TestBrowser, name: string, options?: ScreenOptions) =>
  closeAfterTest(name, browser.desktop(name, options));

async function closeAfterTest(name: string, opening: Promise<Screen>): Promise<Screen> {
  const screen = await opening;
  const file = name.replace(/[^\p{L}\p{N}]+/gu, '-').toLowerCase();
  onTestFinished(async ({ task }) => {
    const path = join('screenshots', 'failed', `${file}.png`);
    if (task.result?.state === 'fail')
      await screen.page.screenshot({ path, fullPage: true }).catch(() => undefined);
    await screen.done();
  });
  return screen;
}
