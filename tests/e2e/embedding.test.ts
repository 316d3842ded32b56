/** A partner's page shows the application by `/embed.js` (docs/embedding.md; decisions 75 and 123). */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import type { Frame, Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { languageCodes } from '../../locales/index.ts';
import { appMessages } from '../../server/texts/app-messages.ts';
import { oneTimePasswords } from '../../server/db/schema/messages.ts';
import { createTestPartner } from '../../server/testing/services.ts';
import { openBrowser } from '../support/browser.ts';
import { eventually, hasFocus } from './support/eventually.ts';
import { choose, pdf, row } from './support/files.ts';
import { raman, withPanDigits } from './support/fixtures.ts';
import { answer, button, openAncestorDetails } from './support/interactions.ts';
import { applicationData, knowLoan, newLoan, studentsData } from './support/loans.ts';
import { messageText, reentryDateOfBirth } from './support/message-text.ts';
import { messagesTo } from './support/outbox.ts';
import { desktopFor, phoneFor } from './support/screens.ts';
import { testAppForFile } from './support/test-app.ts';
import { schoolPageOf } from './states/embedding.ts';

const testApp = testAppForFile();

beforeEach(() => testApp().faults.disarmAll());

test('from create to the verdict in a school’s page, with a reload and the documents in a new window', async () => {
  const { page, errors } = await desktopFor(await openPartitioned(), 'a school embeds the application');
  const mobile = '9000600010';
  const parent = withPanDigits(raman, '0003', 'embedded@example.org');
  const create = { ...parent.create, 'Mobile number': mobile, Email: 'embedded@example.org' };
  await page.goto(schoolPageOf(testApp()));
  await button(page, 'Apply on this page').click();
  let frame = await applicationIn(page);
  await staysWhereItIsPressed(page, frame);
  await fillCreateForm(frame, create);
  await frame.getByRole('heading', { level: 1, name: 'Student Details' }).waitFor();
  await eventually(() => isInWindow(frame.getByRole('heading', { level: 1 }))).toBe(true);
  const loan = await storedLoan(frame);
  const { loanId } = loan;
  await eventually(() => eventsOn(page)).toEqual([
    'feepath.ready',
    `feepath.loan.created ${loanId}`,
    `feepath.loan.status ${loanId} draft`,
  ]);
  await testApp().saveStudents(loan, studentsData(parent));
  await testApp().submit(loan, applicationData(parent));

  // The school hands the id back; the frame still has the loan's token, in the storage that it has on this site.
  await page.reload();
  frame = await applicationIn(page);
  await frame.getByRole('button', { name: 'Submit' }).click();
  await frame.getByRole('heading', { level: 1, name: 'Applicant Details' }).waitFor();
  // A dialog begins below the school's own header, which stays at the top of the window.
  await openAncestorDetails(frame.getByLabel('EMI tenure'));
  await frame.getByLabel('EMI tenure').click();
  const plans = frame.getByRole('dialog', { name: 'Choose a plan' });
  await eventually(() => isInWindow(plans)).toBe(true);
  await plans.press('Escape');
  await frame.getByRole('checkbox', { name: /^I declare/ }).check();
  await frame.getByRole('checkbox', { name: /^I agree/ }).check();
  // The frame is as tall as its content, so the page has the only scrollbar.
  await eventually(() =>
    frame.evaluate(() => document.documentElement.scrollHeight - window.innerHeight),
  ).toBeLessThanOrEqual(0);
  await frame.getByRole('button', { name: 'Submit' }).click();
  const verdict = frame.getByRole('dialog', { name: 'Loan Status' });
  await verdict.getByText('One more document is needed').waitFor();
  await eventually(() => isInWindow(verdict)).toBe(true);

  // A new window cannot read the frame's storage: it gets a separate token by a code.
  const opened = page.waitForEvent('popup');
  await verdict.getByRole('link', { name: messageText('status.documents') }).click();
  const documents = await opened;
  await row(documents, 'bank_statement_3_months').waitFor();
  expect(documents.url()).not.toContain(testApp().key);
  expect(new URL(documents.url()).hash).toBe('');
  expect(await documents.evaluate(() => window.opener as unknown)).toBeNull();
  await choose(documents, 'bank_statement_3_months', pdf('statement.pdf'));
  await documents.getByRole('heading', { name: messageText('document.answered') }).waitFor();
  await documents.evaluate(() => window.localStorage.clear());
  await documents.close();

  // A one-time password opens the documents if there is no access code, and ends the frame's token.
  const dob = String(parent.applicant['Applicant Details']?.['Date of birth']);
  testApp().faults.arm({ operation: 'createAccessCode', fault: 'refused', status: 429 });
  const again = page.waitForEvent('popup');
  await verdict.getByRole('link', { name: messageText('status.documents') }).click();
  const withPassword = await again;
  await reenter(withPassword.locator('body'), mobile, dob);
  await row(withPassword, 'bank_statement_3_months').waitFor();
  await withPassword.close();

  await button(verdict, 'Close').click();
  await frame.getByRole('button', { name: messageText('status.refresh') }).click();
  // Ends the cooldown of half a minute after the first password.
  await testApp()
    .db.update(oneTimePasswords)
    .set({ sentAt: new Date(0) })
    .where(eq(oneTimePasswords.subject, loanId));
  await reenter(frame.locator('body'), mobile, dob);
  await verdict.getByRole('heading', { name: 'Your loan is approved' }).waitFor();
  await eventually(() => isInWindow(verdict)).toBe(true);
  const toLender = page.waitForEvent('popup');
  await verdict.getByRole('link', { name: 'Continue to the lender' }).click();
  await (await toLender).getByRole('heading', { name: /^Sandbox lender/ }).waitFor();

  await eventually(() => eventsOn(page)).toEqual([
    'feepath.ready',
    `feepath.loan.status ${loanId} submitted`,
    `feepath.loan.submitted ${loanId}`,
    `feepath.loan.status ${loanId} pending`,
    `feepath.loan.status ${loanId} approved`,
  ]);
  expect(errors).toEqual([]);
});

test('as a dialog on a phone it has the focus, closes on Escape, and gives the focus back', async () => {
  const { page, errors } = await phoneFor(await openPartitioned(), 'the application as a dialog');
  await page.goto(schoolPageOf(testApp()));
  const opener = button(page, 'Apply in full screen');
  await opener.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Loan for school fees' });
  await hasFocus(dialog.locator('iframe'));
  expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 740 });
  const frame = await applicationIn(page);
  const name = frame.getByLabel('Name', { exact: true });
  await name.fill('Meena');
  await name.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await hasFocus(opener);
  await eventually(() => eventsOn(page)).toEqual(['feepath.ready', 'feepath.close']);

  await opener.press('Enter');
  await button(dialog, 'Close').click();
  await dialog.waitFor({ state: 'detached' });
  await hasFocus(opener);
  expect(await page.evaluate(() => document.documentElement.style.overflow)).toBe('');
  expect(errors).toEqual([]);
});

describe('a site that is not one of the key’s', () => {
  const words = appMessages(['embed.notAllowed.text', 'embed.notAllowed.open']);
  const show = (site: Site, key: string, language: string) =>
    site.show(`<title>A school</title>
      <meta http-equiv="Content-Security-Policy" content="script-src 'unsafe-inline' ${testApp().url}; frame-src ${testApp().url}">
      <body><script>
        window.told = [];
        for (const type of ['feepath.ready', 'feepath.notAllowed'])
          document.addEventListener(type, ({ target }) => told.push(type + ' ' + target.tagName));
      </script>
      <script src="${testApp().url}/embed.js" data-key="${key}" data-language="${language}"></script>`);
  const told = (page: Page) => page.evaluate(() => Reflect.get(window, 'told') as string[]);

  test('shows words in place of the frame, with a link to the application, and hears of it', async () => {
    const site = await startSite();
    const origins = ['https://school.example'];
    const { key } = await createTestPartner(testApp().db, { name: 'A school', origins, now: new Date() });
    const { page } = await phoneFor(await openPartitioned(), 'a site that may not frame');
    for (const language of languageCodes) {
      show(site, key, language);
      await page.goto(site.origin);
      const notice = page.getByRole('status');
      await notice.getByText(words[language]['embed.notAllowed.text'], { exact: true }).waitFor();
      await notice
        .getByRole('link', { name: words[language]['embed.notAllowed.open'], exact: true })
        .waitFor();
      expect(await page.locator('iframe').isVisible()).toBe(false);
      await eventually(() => told(page)).toEqual(['feepath.notAllowed IFRAME']);
    }
    const opened = page.waitForEvent('popup');
    await page.getByRole('status').getByRole('link').click();
    await (await opened).locator('#name').waitFor();
  });

  test('offers no link where the key is not in force', async () => {
    const site = await startSite();
    show(site, 'fp_wrong', 'en');
    const { page } = await desktopFor(await openPartitioned(), 'a site with a wrong key');
    await page.goto(site.origin);
    await page.getByRole('status').getByText(words.en['embed.notAllowed.text']).waitFor();
    expect(await page.getByRole('link').count()).toBe(0);
    expect(await told(page)).toEqual(['feepath.notAllowed IFRAME']);
  });
});

describe('a foreign site', () => {
  test('that talks to the frame or to the page around it is ignored', async () => {
    const [school, foreign] = await Promise.all([startSite(), startSite()]);
    const { key } = await createTestPartner(testApp().db, {
      name: 'A school',
      origins: [school.origin],
      now: new Date(),
    });
    foreign.show('<title>An advertisement</title>');
    school.show(`<title>A school</title><body>
      <script>
        window.told = [];
        for (const type of ['feepath.ready', 'feepath.notAllowed', 'feepath.loan.status', 'feepath.close'])
          document.addEventListener(type, () => told.push(type));
        addEventListener('message', ({ data }) => data === 'end' && told.push(data));
      </script>
      <script src="${testApp().url}/embed.js" data-key="${key}" data-institute="202" data-test="1"></script>
      <button type="button" id="apply">Apply</button>
      <script src="${testApp().url}/embed.js" data-key="${key}" data-trigger="#apply" data-title="Fees"></script>
      <iframe src="${foreign.origin}" title="Advertisement"></iframe>`);
    const { page } = await desktopFor(await openPartitioned(), 'a foreign site talks');
    await page.goto(school.origin);
    const frame = await applicationIn(page);
    expect(new URL(frame.url()).searchParams.get('institute_id')).toBe('202');
    await eventually(() => page.evaluate(() => Reflect.get(window, 'told') as string[])).toEqual([
      'feepath.ready',
    ]);
    const height = await page
      .locator('iframe')
      .first()
      .evaluate((element) => element.clientHeight);

    const other = page.frames().find((one) => one.url().startsWith(foreign.origin));
    await other?.evaluate(() => {
      const messages = [
        { type: 'feepath.loan.status', loanId: 'x', status: 'approved' },
        { type: 'feepath.height', height: 9999 },
        { type: 'feepath.closeRequested' },
        { type: 'feepath.ready' },
        'end',
      ];
      for (const message of messages) {
        for (let index = 0; index < window.parent.length; index += 1)
          window.parent[index]?.postMessage(message, '*');
        window.parent.postMessage(message, '*');
      }
    });
    await eventually(() => page.evaluate(() => Reflect.get(window, 'told') as string[])).toEqual([
      'feepath.ready',
      'end',
    ]);
    expect(
      await page
        .locator('iframe')
        .first()
        .evaluate((element) => element.clientHeight),
    ).toBe(height);
    await frame.getByText(messageText('app.testLoan')).waitFor();

    await button(page, 'Apply').press('Enter');
    await page.getByRole('dialog', { name: 'Fees' }).waitFor();
  });

  test('hears nothing, even where it got the page into a frame', async () => {
    const foreign = await startSite();
    const loan = await newLoan(testApp());
    foreign.show(`<title>A foreign site</title>
      <script>window.told = []; addEventListener('message', ({ data }) => told.push(data));</script>
      <iframe src="${testApp().url}/loan/${loan.loanId}/student?api_key=${testApp().key}" name="feepath-inline"></iframe>`);
    const { page } = await desktopFor(await openPartitioned(), 'a foreign site frames the page');
    await knowLoan(page, testApp(), loan);
    // A browser that does not honour the policy.
    await page.route(`${testApp().url}/loan/**`, async (route) => {
      const response = await route.fetch();
      const {
        'content-security-policy': _policy,
        'x-frame-options': _options,
        ...headers
      } = response.headers();
      await route.fulfill({ response, headers });
    });
    await page.goto(foreign.origin);
    const frame = await applicationIn(page);
    await frame.getByRole('heading', { level: 1, name: 'Student Details' }).waitFor();
    await frame.evaluate(() => window.parent.postMessage('end', '*'));
    await eventually(() => page.evaluate(() => Reflect.get(window, 'told') as unknown[])).toEqual(['end']);
  });
});

/** A browser that partitions the storage of frames of other sites. */
async function openPartitioned() {
  const browser = await openBrowser({ partitionsStorage: true });
  onTestFinished(() => browser.close());
  return browser;
}

/** The frame of the application, once it shows something to act on. */
async function applicationIn(page: Page): Promise<Frame> {
  const find = () => page.frames().find((one) => one.url().startsWith(testApp().url));
  await eventually(find).toBeDefined();
  const frame = find();
  if (!frame) throw new Error('The page has no frame of the application');
  await frame.getByRole('button', { name: 'Submit' }).waitFor();
  return frame;
}

/** Presses a field that is half below the window's edge; the page must not scroll under the finger. */
async function staysWhereItIsPressed(page: Page, frame: Frame): Promise<void> {
  await frame.getByLabel('Name', { exact: true }).focus();
  const email = frame.getByLabel('Email', { exact: true });
  const windowHeight = page.viewportSize()?.height ?? 0;
  const boxOf = async () => (await email.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const middleOf = async () => (await boxOf()).y + (await boxOf()).height / 2;
  await page.evaluate((by) => window.scrollBy(0, by), (await middleOf()) - windowHeight);
  await eventually(middleOf).toBeCloseTo(windowHeight, 0);
  const { x, y } = await boxOf();
  const scrolled = await page.evaluate(() => window.scrollY);
  await page.mouse.click(x + 20, y + 4);
  await hasFocus(email);
  // This message comes after those that the frame sent on focus, so they have arrived too.
  await frame.evaluate(() => window.parent.postMessage('end', '*'));
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
}

async function fillCreateForm(frame: Frame, create: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(create))
    await frame.getByLabel(label, { exact: true }).fill(value);
  await frame.getByRole('button', { name: 'Submit' }).click();
}

/** The loan that was created there, with the token that the frame has stored. */
async function storedLoan(frame: Frame): Promise<{ loanId: string; token: string }> {
  const loanId = new URL(frame.url()).pathname.split('/')[2] ?? '';
  const stored = await frame.evaluate((name) => window.localStorage.getItem(name), `feepath.loan.${loanId}`);
  return { loanId, token: (JSON.parse(stored ?? '{}') as { token: string }).token };
}

const eventsOn = (page: Page): Promise<string[]> => page.locator('#event-list li').allTextContents();

/** Returns whether all of it is visible without scrolling, also in a frame, below the header of the page around it. */
async function isInWindow(at: Locator): Promise<boolean> {
  const [box, header] = await Promise.all([
    at.boundingBox(),
    at.page().locator('body > header').boundingBox(),
  ]);
  const height = at.page().viewportSize()?.height ?? 0;
  if (box === null || header === null) return false;
  // A frame may begin at a fraction of a pixel.
  return box.y >= header.height - 1 && box.y + box.height <= height + 1;
}

async function reenter(at: Locator, mobile: string, dob: string): Promise<void> {
  const before = await passwordsTo(mobile);
  await button(at, messageText('app.reentry.send')).click();
  await eventually(async () => (await passwordsTo(mobile)).length).toBe(before.length + 1);
  const [otp = ''] = await passwordsTo(mobile);
  await at.getByLabel(messageText('app.reentry.otp')).fill(otp);
  await answer(at, reentryDateOfBirth, dob);
  await button(at, messageText('app.reentry.open')).click();
}

/** The one-time passwords that were sent there, the newest first. */
async function passwordsTo(mobile: string): Promise<string[]> {
  const messages = await messagesTo(testApp(), mobile);
  return messages.flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? []);
}

type Site = Awaited<ReturnType<typeof startSite>>;

/** A site at 127.0.0.1 with a port, and so an origin, of its own. */
async function startSite() {
  let html = '';
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end(`<!doctype html><html lang="en">${html}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, show: (content: string) => void (html = content) };
}
