/**
 * `npm run screenshots`: a picture of every screen and state, at a phone's size and a laptop's, into `screenshots/`
 * (`phone-students-filled.png`), and of a few in dark. `npm run screenshots -- status` takes those whose name has
 * the word only. To be looked at by people.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pictureStates } from '../tests/e2e/states/pictures.ts';
import { waitForIdleLayout, unpinStickyElements } from '../tests/e2e/support/layout.ts';
import { openTestApp, type TestApp } from '../tests/e2e/support/test-app.ts';
import { openBrowser, type TestBrowser } from '../tests/support/browser.ts';
import { buildApp, root } from './build-app.ts';

const folder = join(root, 'screenshots');
const sizes = ['phone', 'desktop'] as const;

/** Enough to see every colour of the dark scheme. */
const darkToo = [
  'create-errors',
  'dashboard',
  'repayment',
  'students-filled',
  'students-receipt',
  'students-queried',
  'applicant-filled',
  'applicant-consumer',
  'documents',
  'applicant-plans',
  'waiting',
  'status-approved',
  'status-rejected',
  'status-no-response',
  'status-screen',
  'status-screen-pending',
  'documents-requested',
  'terms',
  'embedding-dialog',
  'success-pending',
  'desk-queue',
  'desk-flags',
  'desk-answers',
];

await main(process.argv.slice(2));

async function main(wanted: string[]): Promise<void> {
  const chosen = Object.keys(pictureStates).filter(
    (name) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
  );
  mkdirSync(folder, { recursive: true });
  const temporary = process.env.APP_DIR ? null : mkdtempSync(join(tmpdir(), 'feepath-app-'));
  if (temporary) await buildApp({ folder: temporary, traced: false });
  process.env.APP_DIR ??= temporary ?? '';
  const [testApp, browser] = await Promise.all([openTestApp(), openBrowser()]);
  try {
    const failed: string[] = [];
    for (const name of chosen) {
      for (const size of sizes) {
        testApp.faults.disarmAll();
        await picture(testApp, browser, name, size).catch((error: unknown) => {
          failed.push(`${size}-${name}: ${error instanceof Error ? error.message : String(error)}`);
        });
      }
    }
    console.log(`${chosen.length * sizes.length - failed.length} screens and states in ${folder}`);
    for (const line of failed) console.log(`FAILED ${line}`);
    process.exitCode = failed.length > 0 ? 1 : 0;
  } finally {
    await browser.close();
    await testApp.close();
    if (temporary) rmSync(temporary, { recursive: true, force: true });
  }
}

async function picture(
  testApp: TestApp,
  browser: TestBrowser,
  name: string,
  size: (typeof sizes)[number],
): Promise<void> {
  const screen = await browser[size](name);
  const { page } = screen;
  try {
    await pictureStates[name]?.(page, testApp);
    // A dialog belongs to the window; what is below it is no part of the picture.
    const fullPage = (await page.locator('dialog[open]').count()) === 0;
    if (fullPage) await unpinStickyElements(page);
    await waitForIdleLayout(page);
    await page.screenshot({ path: join(folder, `${size}-${name}.png`), fullPage });
    if (!darkToo.includes(name)) return;
    await page.emulateMedia({ colorScheme: 'dark' });
    await waitForIdleLayout(page);
    await page.screenshot({ path: join(folder, `${size}-${name}-dark.png`), fullPage });
  } finally {
    await screen.done();
  }
}
