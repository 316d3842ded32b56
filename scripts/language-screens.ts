/**
 * `npm run language-screens`: every screen and state of the parent in every language, at a phone's size and a laptop's, in
 * light and dark, into `screenshots/languages/ta/phone-students-filled-dark.png`; to be looked at by people. Each state is
 * opened in English, and the language is changed on the screen. Prints what sticks out of the page or is cut, texts that
 * stayed English, and with `--axe` what axe finds; then one line. `npm run language-screens -- status` takes the states
 * whose name has the word only; `-- --languages=ta,hi` some languages. With `--pseudo` the
 * language is English, each text two fifths longer.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { type LanguageCode, languageCodes, languages } from '../locales/languages.ts';
import { accessibilityViolations } from '../tests/e2e/support/axe.ts';
import { unpinStickyElements, waitForIdleLayout } from '../tests/e2e/support/layout.ts';
import { openTestApp, type TestApp } from '../tests/e2e/support/test-app.ts';
import { states } from '../tests/e2e/states/index.ts';
import { openBrowser, type TestBrowser } from '../tests/support/browser.ts';
import { buildApp, root } from './build-app.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    axe: { type: 'boolean', default: false },
    pseudo: { type: 'boolean', default: false },
    languages: { type: 'string', default: languageCodes.join() },
    jobs: { type: 'string', default: '2' },
  },
});
/** Takes the place of Tamil: a page has no other way to a language that is not offered. */
const pseudoLanguage = 'ta';
const chosenLanguages = values.pseudo
  ? ([pseudoLanguage] as const)
  : languageCodes.filter((code) => values.languages.split(',').includes(code));
const viewports = { phone: { width: 360, height: 740 }, desktop: { width: 1280, height: 800 } };
const themes = ['light', 'dark'] as const;
const catalogues = new Map<string, Record<string, string>>();
const folder = join(root, 'screenshots', values.pseudo ? 'pseudo' : 'languages');

async function main(): Promise<void> {
  const names = Object.keys(states).filter(
    // The desk is for staff, in English.
    (name) =>
      !name.startsWith('desk') &&
      (positionals.length === 0 || positionals.some((word) => name.includes(word))),
  );
  for (const language of chosenLanguages) mkdirSync(join(folder, language), { recursive: true });
  const temporary = process.env.APP_DIR ? null : mkdtempSync(join(tmpdir(), 'feepath-app-'));
  if (temporary) await buildApp({ folder: temporary, traced: true });
  process.env.APP_DIR ??= temporary ?? '';
  const browser = await openBrowser();
  const problems: string[] = [];
  const waiting = [...names];
  try {
    // Faults are armed in a server, so each job has one.
    await Promise.all(
      Array.from({ length: Number(values.jobs) }, async () => {
        const testApp = await openTestApp();
        for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
          testApp.faults.disarmAll();
          problems.push(...(await lookAt(browser, testApp, name)));
        }
        await testApp.close();
      }),
    );
  } finally {
    await browser.close();
    if (temporary) rmSync(temporary, { recursive: true, force: true });
  }
  for (const problem of problems) console.log(`PROBLEM ${problem}`);
  console.log(
    `language-screens: ${names.length} screens × ${chosenLanguages.length} languages × ${Object.keys(viewports).length} sizes × ${themes.length} themes, ${problems.length} problems`,
  );
  process.exitCode = problems.length > 0 ? 1 : 0;
}

async function lookAt(browser: TestBrowser, testApp: TestApp, name: string): Promise<string[]> {
  const screen = await browser.phone(name);
  const { page } = screen;
  const problems: string[] = [];
  try {
    if (values.pseudo) await servePseudoLanguage(page);
    await states[name]?.(page, testApp);
    // A dialog belongs to the window; what is below it is no part of the picture.
    const fullPage = (await page.locator('dialog[open]').count()) === 0;
    if (fullPage) await unpinStickyElements(page);
    for (const language of chosenLanguages) {
      await changeLanguage(page, language);
      const shown = await shownEnglish(page, language);
      problems.push(...shown.map((text) => `${language} ${name}: English '${text}'`));
      for (const [size, viewport] of Object.entries(viewports)) {
        await page.setViewportSize(viewport);
        for (const theme of themes) {
          await page.emulateMedia({ colorScheme: theme });
          await waitForIdleLayout(page);
          const file = `${size}-${name}${theme === 'dark' ? '-dark' : ''}.png`;
          await page.screenshot({ path: join(folder, language, file), fullPage });
          if (values.axe && size === 'phone') {
            const found = await accessibilityViolations(page, theme === 'light' ? 'everything' : 'colours');
            problems.push(...found.map((violation) => `${language} ${name} ${theme}: ${violation}`));
          }
        }
        problems.push(...(await cutTexts(page)).map((text) => `${language} ${name} ${size}: ${text}`));
      }
      await page.setViewportSize(viewports.phone);
    }
  } catch (error) {
    problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await screen.done();
  }
  return problems;
}

/** By the chooser, also where a dialog is over it. */
async function changeLanguage(page: Page, language: LanguageCode): Promise<void> {
  await page.locator('select.language').evaluate((select: HTMLSelectElement, code) => {
    select.value = code;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  }, language);
  await page.locator(`html[lang="${languages[language].tag}"]`).waitFor({ state: 'attached' });
}

type MessagePart = {
  type: number;
  value?: unknown;
  options?: Record<string, { value: MessagePart[] }>;
  children?: MessagePart[];
};

/** Answers the fetching of the pseudo-language's messages. */
async function servePseudoLanguage(page: Page): Promise<void> {
  await page.route(new RegExp(`/assets/${pseudoLanguage}-`), async (route) => {
    const english = await route.fetch({ url: route.request().url().replace(`/${pseudoLanguage}-`, '/en-') });
    const messages = (await english.json()) as Record<string, MessagePart[]>;
    const json = Object.fromEntries(
      Object.entries(messages).map(([id, message]) => [id, message.map(lengthened)]),
    );
    await route.fulfill({ json });
  });
}

/** Two fifths longer, in words like those of the text. */
const lengthened = (element: MessagePart): MessagePart => {
  if (element.type === 0) return { ...element, value: longer(String(element.value)) };
  const options = Object.entries(element.options ?? {}).map(
    ([name, { value }]) => [name, { value: value.map(lengthened) }] as const,
  );
  return {
    ...element,
    ...(element.options && { options: Object.fromEntries(options) }),
    ...(element.children && { children: element.children.map(lengthened) }),
  };
};

const longer = (text: string): string => {
  const trimmed = text.trim();
  if (!trimmed) return text;
  return text.replace(trimmed, () => `${trimmed}${` ${trimmed}`.slice(0, Math.ceil(trimmed.length * 0.4))}`);
};

/** Texts on the screen that are messages of English and not of the language. */
async function shownEnglish(page: Page, language: LanguageCode): Promise<string[]> {
  if (language === 'en' || values.pseudo) return [];
  const words = await page.evaluate(() => {
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? '';
      const parent = node.parentElement;
      if (
        text &&
        parent &&
        !parent.closest('script, style, [lang="en"], [lang="en-IN"]') &&
        parent.checkVisibility()
      )
        texts.push(text);
    }
    return texts;
  });
  const english = new Set(Object.values(catalogueOf('en')));
  const own = new Set(Object.values(catalogueOf(language)));
  return [...new Set(words)].filter(
    (text) => /[A-Za-z]{2}/.test(text) && english.has(text) && !own.has(text),
  );
}

function catalogueOf(language: LanguageCode): Record<string, string> {
  const known =
    catalogues.get(language) ??
    (JSON.parse(readFileSync(join(root, 'locales', language, 'app.json'), 'utf8')) as Record<string, string>);
  catalogues.set(language, known);
  return known;
}

/** What is wider than the page, and what is cut by the box that it stands in. */
const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const nameOf = (one: Element) =>
      `${one.tagName}.${one.className} '${one.textContent?.trim().slice(0, 40)}'`;
    const wide =
      document.documentElement.scrollWidth <= width
        ? []
        : [...document.querySelectorAll('body *')]
            .filter((one) => one.getBoundingClientRect().right > width + 0.5)
            .map((one) => `sticks out: ${nameOf(one)}`)
            .slice(-3);
    const cut = [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((one) => {
        const { overflowX, overflowY, position } = getComputedStyle(one);
        const isHidden = position === 'absolute' && one.clientWidth <= 1;
        const clips = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
        return (
          !isHidden &&
          one.checkVisibility() &&
          Boolean(one.textContent?.trim()) &&
          ((clips(overflowX) && one.scrollWidth > one.clientWidth + 1) ||
            (clips(overflowY) && one.scrollHeight > one.clientHeight + 2))
        );
      })
      .map((one) => `is cut: ${nameOf(one)}`);
    return [...wide, ...cut];
  });

await main();
