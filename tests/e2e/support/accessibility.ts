/** Tests of states that everybody must be able to use. */
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import type { TestBrowser } from '../../support/browser.ts';
import { isNightly } from '../../support/nightly.ts';
import type { OpenState } from '../states/index.ts';
import { accessibilityViolations } from './axe.ts';
import { phoneFor } from './screens.ts';
import type { TestApp } from './test-app.ts';

/** Sizes in CSS pixels: the phone, the narrowest supported, and a small laptop's page at 200 % and at 400 %. */
const sizes = [
  { width: 360, height: 740 },
  { width: 320, height: 640 },
  { width: 640, height: 400 },
  { width: 320, height: 256 },
];

/**
 * Call it at a file's top: one test for each state.
 * @param byDay names the states that axe looks at in `npm test`: each screen as it is mostly seen, and what has a layout
 * of its own. By night it looks at all.
 */
export function describeAccessibility<Name extends string>(
  states: Readonly<Record<Name, OpenState>>,
  byDay: readonly NoInfer<Name>[],
  open: () => Promise<TestBrowser>,
  testApp: () => TestApp,
): void {
  beforeEach(() => testApp().faults.disarmAll());

  describe('nothing is wider than the page, and axe finds nothing', () => {
    test.each(Object.keys(states) as Name[])('%s', async (name) => {
      const { page } = await phoneFor(await open(), `axe on ${name}`);
      await states[name](page, testApp());
      if (isNightly || byDay.includes(name)) {
        expect(await accessibilityViolations(page, 'everything'), 'in light colours').toEqual([]);
        await page.emulateMedia({ colorScheme: 'dark' });
        expect(await accessibilityViolations(page, 'colours'), 'in dark colours').toEqual([]);
      }
      for (const size of sizes) {
        await page.setViewportSize(size);
        expect(await widerThanThePage(page), `at ${size.width}×${size.height}`).toEqual([]);
      }
    });
  });
}

/** Returns the elements that overflow to the right, innermost first, except those in scrolling boxes. */
const widerThanThePage = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return [];
    return [...document.querySelectorAll('body *')]
      .filter((one) => one.getBoundingClientRect().right > width + 0.5)
      .map((one) => `${one.tagName}.${one.className} ${one.textContent?.slice(0, 40)}`)
      .reverse();
  });
