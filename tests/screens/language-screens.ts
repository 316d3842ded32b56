/**
 * `npm run language-screens`: every screen and state in every language that its page offers, at a phone's size and a
 * laptop's, in light and dark, into `screenshots/ta/phone-students-filled-dark.png`; to be looked at by people.
 * Each state is opened once, in English; size, language and theme are changed on the screen. Prints what is cut, covered or
 * broken (layout-problems.ts), texts that stayed English, and with `--axe` what axe finds; then one line.
 *
 * - `npm run language-screens -- status offers` takes the states whose name has one of the words only
 * - `--languages=ta,hi` some languages; `--sizes=narrow,zoomed` other sizes; `--jobs=4` so many pages at once
 * - `--no-pictures` looks for problems alone, in a fifth of the time
 * - `npm run screenshots` is the same in English alone
 * - `--pseudo`: the language is English, each text two fifths longer
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Frame, Page } from 'playwright-core';
import { type LanguageCode, languageCodes, languages } from '../../locales/index.ts';
import { readPlaces } from '../../server/masters/places.ts';
import { accessibilityViolations } from '../e2e/support/axe.ts';
import { unpinStickyElements, waitForIdleLayout } from '../e2e/support/layout.ts';
import { openTestApp, type TestApp } from '../e2e/support/test-app.ts';
import { pictureStates } from '../e2e/states/pictures.ts';
import { openBrowser, type TestBrowser } from '../support/browser.ts';
import { buildApp, root } from '../../scripts/build-app.ts';
import { layoutProblems } from './layout-problems.ts';
import { pseudoLanguage, serveMessages } from './served-messages.ts';
import { untranslatedTexts } from './untranslated.ts';

/** The sizes in CSS pixels. */
const viewports = {
  phone: { width: 360, height: 740 },
  desktop: { width: 1280, height: 800 },
  /** The narrowest that must do. */
  narrow: { width: 320, height: 640 },
  /** A laptop's page at 200 %. */
  zoomed: { width: 640, height: 400 },
};
type Size = keyof typeof viewports;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    axe: { type: 'boolean', default: false },
    'no-pictures': { type: 'boolean', default: false },
    pseudo: { type: 'boolean', default: false },
    languages: { type: 'string', default: languageCodes.join() },
    sizes: { type: 'string', default: 'phone,desktop' },
    jobs: { type: 'string', default: '2' },
  },
});
const chosenLanguages = values.pseudo
  ? ([pseudoLanguage] as const)
  : languageCodes.filter((code) => values.languages.split(',').includes(code));
const sizes = (Object.keys(viewports) as Size[]).filter((size) => values.sizes.split(',').includes(size));
const themes = ['light', 'dark'] as const;
const folder = join(root, 'screenshots', ...(values.pseudo ? ['pseudo'] : []));

async function main(): Promise<void> {
  const names = Object.keys(pictureStates)
    .filter((name) => positionals.length === 0 || positionals.some((word) => name.includes(word)))
    // It is brought about by texts of the language whose place the pseudo-language takes.
    .filter((name) => !values.pseudo || name !== 'terms-in-tamil');
  const jobs = Number(values.jobs);
  if (!(names.length * chosenLanguages.length * sizes.length * jobs >= 1))
    throw new Error('There is no such screen, language or size, or no job to look at one');
  for (const language of chosenLanguages) mkdirSync(join(folder, language), { recursive: true });
  const temporary = process.env.APP_DIR ? null : mkdtempSync(join(tmpdir(), 'feepath-app-'));
  if (temporary) await buildApp({ folder: temporary, traced: true });
  process.env.APP_DIR ??= temporary ?? '';
  const browser = await openBrowser();
  const inEnglishOnly: string[] = [];
  const waiting = [...names];
  let problems = 0;
  try {
    // Faults are armed in a server, so each job has one.
    await Promise.all(
      Array.from({ length: jobs }, async () => {
        const [testApp] = await Promise.all([openTestApp(), readPlaces()]);
        for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
          testApp.faults.disarmAll();
          const found = await checkState(browser, testApp, name);
          for (const problem of found.problems) console.log(`PROBLEM ${name} ${problem}`);
          problems += found.problems.length;
          if (!found.offersLanguages) inEnglishOnly.push(name);
        }
        await testApp.close();
      }),
    );
  } finally {
    await browser.close();
    if (temporary) rmSync(temporary, { recursive: true, force: true });
  }
  if (inEnglishOnly.length > 0)
    console.log(`Without a language chooser, so in English only: ${inEnglishOnly.join(', ')}`);
  console.log(
    `language-screens: ${names.length} screens × ${chosenLanguages.length} languages × ${sizes.length} sizes × ${themes.length} themes, ${problems} problems`,
  );
  process.exitCode = problems > 0 ? 1 : 0;
}

async function checkState(
  browser: TestBrowser,
  testApp: TestApp,
  name: string,
): Promise<{ problems: string[]; offersLanguages: boolean }> {
  const screen = await browser.phone(name);
  const { page } = screen;
  const problems: string[] = [];
  let offersLanguages = true;
  try {
    page.setDefaultTimeout(60_000);
    await serveMessages(page, values.pseudo);
    await pictureStates[name]?.(page, testApp);
    const frame = await frameWithChooser(page);
    offersLanguages = frame !== null;
    const offered = frame ? chosenLanguages : chosenLanguages.filter((language) => language === 'en');
    // A dialog belongs to the window; what is below it is no part of the picture.
    const fullPage = (await page.locator('dialog[open]').count()) === 0;
    for (const size of sizes) {
      await page.setViewportSize(viewports[size]);
      for (const language of offered) {
        if (frame) await changeLanguage(frame, language);
        if (fullPage) await unpinStickyElements(page);
        const label = `${language} ${size}`;
        const view = { page, name, language, size, fullPage, isFirstLanguage: language === offered[0] };
        for (const theme of themes)
          problems.push(...(await checkTheme(view, theme)).map((text) => `${label} ${theme}: ${text}`));
        problems.push(
          ...(await layoutProblems(frame ?? page.mainFrame())).map((text) => `${label}: ${text}`),
        );
        if (size === sizes[0] && !values.pseudo) {
          const english = await untranslatedTexts(frame ?? page.mainFrame(), language);
          problems.push(...english.map((text) => `${label}: English '${text}'`));
        }
      }
    }
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  } finally {
    await screen.done();
  }
  return { problems, offersLanguages };
}

/** A state in one language and size. */
interface View {
  page: Page;
  /** The name of the state. */
  name: string;
  language: LanguageCode;
  size: Size;
  fullPage: boolean;
  isFirstLanguage: boolean;
}

/**
 * Takes its picture. The markup is the same in each language, so axe looks at the first one's only.
 * @returns what axe finds
 */
async function checkTheme(view: View, theme: (typeof themes)[number]): Promise<string[]> {
  const { page, name, language, size, fullPage, isFirstLanguage } = view;
  await page.emulateMedia({ colorScheme: theme });
  await waitForIdleLayout(page);
  const file = `${size}-${name}${theme === 'dark' ? '-dark' : ''}.png`;
  if (!values['no-pictures']) await page.screenshot({ path: join(folder, language, file), fullPage });
  if (!values.axe) return [];
  return accessibilityViolations(
    page,
    theme === 'dark' ? 'colours' : isFirstLanguage ? 'everything' : 'texts',
  );
}

/** The application may be in a frame of a school's page. */
async function frameWithChooser(page: Page): Promise<Frame | null> {
  for (const frame of page.frames()) if ((await frame.locator('select.language').count()) > 0) return frame;
  return null;
}

/** Changes the language by the chooser, also if a dialog covers it. */
async function changeLanguage(frame: Frame, language: LanguageCode): Promise<void> {
  await frame.locator('select.language').evaluate((select: HTMLSelectElement, code) => {
    select.value = code;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  }, language);
  await frame.locator(`html[lang="${languages[language].tag}"]`).waitFor({ state: 'attached' });
}

await main();
