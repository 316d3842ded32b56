/** The consumer app without a network, what browsers store of it, and how that is removed again (decision 80). */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserForFile } from '../support/browser.ts';
import { meena, signInPastScreens } from './support/customers.ts';
import { eventually } from './support/eventually.ts';
import { raman } from './support/fixtures.ts';
import { row } from './support/files.ts';
import { openDocuments, submittedLoan } from './support/loans.ts';
import { messageText } from './support/message-text.ts';
import { phoneFor } from './support/screens.ts';
import { openTestApp } from './support/test-app.ts';

const open = browserForFile();

/** Returns the contents of the caches as [path, text]. */
const stored = (page: Page) =>
  page.evaluate(async () => {
    const found: [string, string][] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request);
        found.push([new URL(request.url).pathname, (await answer?.text()) ?? '']);
      }
    }
    return found;
  });

const storedPaths = async (page: Page) => (await stored(page)).map(([path]) => path);

test('the app opens without a network, stores nothing personal, and is removed by the switch', async () => {
  const { page, context } = await phoneFor(await open(), 'without a network', { serviceWorkers: 'allow' });
  const offline = page.getByText(messageText('app.offline.title'), { exact: true });
  const testApp = await openTestApp();
  const { port } = new URL(testApp.url);
  try {
    const loan = await submittedLoan(testApp, raman);
    const { mobile } = await signInPastScreens(page, testApp);
    await page.goto(`${testApp.url}/app`);
    await page.getByRole('heading', { name: meena.name }).waitFor();
    await eventually(() => storedPaths(page)).toContain('/app');
    await openDocuments(page, testApp, loan);
    await row(page, 'bank_statement_3_months').waitFor();
    expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);

    await context.setOffline(true);
    const answer = await page.goto(`${testApp.url}/app`);
    expect(answer?.fromServiceWorker()).toBe(true);
    await page.getByRole('heading', { level: 1 }).waitFor();
    // The emulation does not reach `navigator.onLine` of a new document until it changes.
    await context.setOffline(false);
    await context.setOffline(true);
    await offline.waitFor();
    await context.setOffline(false);
    await offline.waitFor({ state: 'detached' });

    const contents = await stored(page);
    expect(contents.filter(([path]) => path !== '/app' && !path.startsWith('/assets/'))).toEqual([]);
    const texts = contents.map(([, text]) => text).join();
    for (const personal of [
      raman.create.Email,
      raman.create['Mobile number'],
      loan.loanId,
      loan.token,
      mobile,
      meena.name,
    ])
      expect(texts).not.toContain(personal);
    expect(texts).not.toContain('name="now"');
  } finally {
    await testApp.close();
  }

  // The device is online, and the server is not there.
  await page.goto(`${testApp.url}/app`);
  await offline.waitFor();

  const switchedOff = await openTestApp(undefined, { PORT: port, SERVICE_WORKER: '0' });
  try {
    await page.goto(`${switchedOff.url}/app`);
    await eventually(() => storedPaths(page)).toEqual([]);
    const registrations = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
    await eventually(registrations).toBe(0);
  } finally {
    await switchedOff.close();
  }
});
