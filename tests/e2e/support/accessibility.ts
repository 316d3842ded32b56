/** Tests of states that everybody must be able to use. */
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import type { TestBrowser } from '../../support/browser.ts';
import type { States } from '../states/index.ts';
import { accessibilityViolations } from './axe.ts';
import { phoneFor } from './screens.ts';
import type { TestApp } from './test-app.ts';

/** In CSS pixels: the phone, the narrowest that must do, and a small laptop's page at 200 % and at 400 %. */
const sizes = [
  { width: 360, height: 740 },
  { width: 320, height: 640 },
  { width: 640, height: 400 },
  { width: 320, height: 256 },
];

/** Call it at a file's top: one test for each state. */
export function describeAccessibility(
  states: States,
  open: () => Promise<TestBrowser>,
  testApp: () => TestApp,
): void {
  beforeEach(() => testApp().faults.disarmAll());

  describe('axe finds nothing, and nothing is wider than the page', () => {
    test.each(Object.entries(states))('%s', async (name, bring) => {
      const { page } = await phoneFor(await open(), `axe on ${name}`);
      await bring(page, testApp());
      expect(await accessibilityViolations(page, 'everything'), 'in light colours').toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await accessibilityViolations(page, 'colours'), 'in dark colours').toEqual([]);
      for (const size of sizes) {
        await page.setViewportSize(size);
        expect(await widerThanThePage(page), `at ${size.width}×${size.height}`).toEqual([]);
      }
    });
  });
}

/** What sticks out to the right, innermost first; what scrolls in a box of its own may. */
const widerThanThePage = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return [];
    return [...document.querySelectorAll('body *')]
      .filter((one) => one.getBoundingClientRect().right > width + 0.5)
      .map((one) => `${one.tagName}.${one.className} ${one.textContent?.slice(0, 40)}`)
      .reverse();
  });
