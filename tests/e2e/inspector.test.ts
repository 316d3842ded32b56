/** The panel of development builds (`tools/inspector/`) is no part of what people get. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../scripts/build-app.ts';
import { browserForFile } from '../support/browser.ts';
import { button } from './support/interactions.ts';
import { desktopFor } from './support/screens.ts';
import { testAppForFile } from './support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();

/** What its classes and attributes begin with, and how a manifest would name it. */
const traces = /inspector/;

test('no file of the built app has a trace of it, neither of the parent’s page nor of the desk', () => {
  expect(tracesIn(join(root, 'tools/inspector'))).toContain('inspector.css');
  expect(tracesIn(resolve(root, process.env.APP_DIR ?? ''))).toEqual([]);
});

test('?inspect shows nothing and keeps nothing', async () => {
  const { page, errors } = await desktopFor(await open(), 'no inspector');
  for (const [address, action] of [
    [`/?api_key=${testApp().key}&inspect`, 'Submit'],
    ['/review?inspect', 'Sign in'],
  ] as const) {
    await page.goto(testApp().url + address);
    await button(page, action).waitFor();
    expect(await page.locator('.inspector, .inspector-root').count()).toBe(0);
    expect(await page.evaluate(() => Object.keys(sessionStorage))).not.toContain('feepath.inspector');
  }
  expect(errors).toEqual([]);
});

/** The names of the files below `folder` that have one. */
function tracesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && traces.test(readFileSync(join(entry.parentPath, entry.name), 'utf8')),
    )
    .map(({ name }) => name);
}
