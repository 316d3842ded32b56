/** The bar at the foot of a step, and the sections above it: a row of 56 px under which no focus is hidden. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserForFile } from '../support/browser.ts';
import { raman } from './support/fixtures.ts';
import { hasFocus } from './support/eventually.ts';
import { answer, answerAll, button, typeByKeys, card, openSections } from './support/interactions.ts';
import { loanWithStudents, newLoan, openLoan } from './support/loans.ts';
import { parentAt } from './support/parent.ts';
import { phoneFor } from './support/screens.ts';
import { testAppForFile } from './support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();

const heightOfBar = 56;
const languages = ['en', 'ta', 'hi', 'tl', 'ka'] as const;

async function phoneIn(language: string, name: string, width = 360, height = 740) {
  const { page } = await phoneFor(await open(), `${name}, ${language}`, { viewport: { width, height } });
  await page.context().addInitScript((code) => localStorage.setItem('language', code), language);
  return page;
}

/** The heights of the bar on both steps. */
async function heights(page: Page): Promise<(number | undefined)[]> {
  const bar = page.locator('.step-bar');
  const heightOf = async () => (await bar.boundingBox())?.height;
  await openLoan(page, testApp(), await newLoan(testApp()), 'student');
  await bar.waitFor();
  const student = await heightOf();
  await openLoan(page, testApp(), await loanWithStudents(testApp()), 'applications');
  await page.locator('#section-bank').waitFor();
  return [student, await heightOf()];
}

test.each(languages)('the step bar is one row of 56 px in %s, also at 320 px', async (language) => {
  const page = await phoneIn(language, 'height of the bar');
  expect(await heights(page)).toEqual([heightOfBar, heightOfBar]);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await heights(page)).toEqual([heightOfBar, heightOfBar]);
});

test.each([
  ['en', 360, 740],
  ['ta', 360, 740],
  ['ta', 320, 640],
  // A window of 1280×800 at 200 %.
  ['ta', 640, 400],
] as const)('the step bar hides no Tab stop in %s at %i×%i', async (language, width, height) => {
  const page = await phoneIn(language, `Tab stops ${width}`, width, height);
  await openLoan(page, testApp(), await loanWithStudents(testApp()), 'applications');
  await page.locator('#section-bank').waitFor();
  await openSections(page);
  const hidden: string[] = [];
  let stops = 0;
  for (; stops < 120; stops++) {
    await page.keyboard.press('Tab');
    const at = await focusedAt(page);
    if (at === null) break;
    if (at.isHidden) hidden.push(at.name);
  }
  expect(stops).toBeGreaterThan(40);
  expect(hidden).toEqual([]);
});

/** Returns the focused element, and whether the bar or window's edge covers a part of it; null after the last stop. */
const focusedAt = (page: Page) =>
  page.evaluate(async () => {
    const look = () => {
      const at = document.activeElement;
      const bar = document.querySelector('.step-bar');
      if (!at || !bar || at === document.body) return null;
      const [box, cover] = [at.getBoundingClientRect(), bar.getBoundingClientRect()];
      const isCovered = !bar.contains(at) && box.bottom > cover.top + 1 && box.top < cover.bottom - 1;
      const isOut = box.top < -1 || box.bottom > window.innerHeight + 1;
      const name = `${at.id || (at.textContent ?? '')} ${box.top}–${box.bottom}, bar ${cover.top}`;
      return { name, isHidden: isCovered || isOut };
    };
    // The field that was left shows its error a moment later, and the page scrolls to where one is.
    for (let frames = 0; frames < 60 && look()?.isHidden; frames++) await new Promise(requestAnimationFrame);
    return look();
  });

test('a section that is complete folds as the next is entered, and nothing moves under the finger', async () => {
  const { page } = await phoneFor(await open(), 'sections fold');
  await openLoan(page, testApp(), await loanWithStudents(testApp()), 'applications');
  const parent = parentAt(page, testApp());
  await parent.isAtApplicant();
  const openHeight = await heightOf(page);
  const [first, bank] = [card(page, 'Applicant Details'), card(page, 'Bank Details')];
  await answerAll(first, raman.applicant['Applicant Details'] ?? {});
  const ifsc = page.getByLabel('IFSC code');
  await ifsc.scrollIntoViewIfNeeded();
  const before = await ifsc.boundingBox();
  await ifsc.tap();
  expect(await first.locator('details').getAttribute('open')).toBeNull();
  expect(await ifsc.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await ifsc.boundingBox()).toEqual(before);
  expect(await heightOf(page)).toBeLessThan(openHeight - 500);
  // An incomplete section stays open.
  await answer(card(page, 'Employment Details'), 'Organization', 'Cauvery Mills', typeByKeys);
  expect(await bank.locator('details').getAttribute('open')).not.toBeNull();
});

const heightOf = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight);

test.each([
  ['no-preference', 2, 'collapsible-tick'],
  ['reduce', 0, 'none'],
] as const)('steps slide and a tick draws itself: %s', async (reducedMotion, slides, animation) => {
  const { page } = await phoneFor(await open(), `motion, ${reducedMotion}`, { reducedMotion });
  const parent = parentAt(page, testApp());
  await page.context().addInitScript(() => {
    const animate = Element.prototype.animate;
    const counted = Object.assign(window, { slides: 0 });
    Element.prototype.animate = function (...args) {
      if (this.matches('main')) counted.slides += 1;
      return animate.apply(this, args);
    };
  });
  await openLoan(page, testApp(), await loanWithStudents(testApp()), 'student');
  await parent.isAtStudents();
  await parent.savesTheStudents();
  const bank = card(page, 'Bank Details');
  await answerAll(bank, raman.applicant['Bank Details'] ?? {});
  const tick = bank.locator('.collapsible-tick path');
  await tick.waitFor({ state: 'attached' });
  expect(await tick.evaluate((path) => getComputedStyle(path).animationName)).toBe(animation);
  await button(page, 'Previous').click();
  await parent.isAtStudents();
  expect(await page.evaluate(() => (window as unknown as { slides: number }).slides)).toBe(slides);
});

test('a summary of errors keeps a distance from the edge of the window', async () => {
  const { page } = await phoneFor(await open(), 'distance of the summary');
  await openLoan(page, testApp(), await loanWithStudents(testApp()), 'applications');
  const parent = parentAt(page, testApp());
  await parent.isAtApplicant();
  await parent.declares();
  await parent.submits();
  const summary = page.getByRole('group', { name: /^Please check/ });
  await hasFocus(summary);
  const { y } = (await summary.boundingBox()) ?? { y: 0 };
  expect(y).toBeGreaterThanOrEqual(12);
  expect(y).toBeLessThan(60);
});
