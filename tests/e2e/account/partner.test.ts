/** A school's office looks at the applications that were made with its keys. */
import { readFileSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import { browserForFile } from '../../support/browser.ts';
import { partner, signInAsMember } from '../states/partner.ts';
import { eventually } from '../support/eventually.ts';
import { button } from '../support/interactions.ts';
import { messageText } from '../support/message-text.ts';
import { shownText } from '../support/page-values.ts';
import { desktopFor } from '../support/screens.ts';
import { testAppForFile } from '../support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();

beforeEach(() => testApp().faults.disarmAll());

test('a member sees counts, a chart, the list and the keys, saves the list, and nothing personal besides', async () => {
  const { page, context, errors } = await desktopFor(await open(), 'a partner');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const answers: string[] = [];
  page.on('response', async (answer) => {
    if (answer.url().includes('/dev/api/partner')) answers.push(await answer.text().catch(() => ''));
  });
  const partnerId = await signInAsMember(page, testApp());
  await page.goto(`${testApp().url}/app`);
  await page.getByRole('link', { name: messageText('account.navigation.partner'), exact: true }).click();
  await page.getByRole('heading', { level: 1, name: partner.name }).waitFor();

  const chart = page.getByRole('img');
  expect(await chart.getAttribute('aria-label')).toMatch(/^2\d applications in the last 30 days$/);
  await button(page, messageText('partner.trend.week')).click();
  await eventually(() => page.getByRole('img').getAttribute('aria-label')).toMatch(
    /^29 applications in the last 26 weeks$/,
  );
  await page.getByText(messageText('partner.trend.table'), { exact: true }).click();
  await page.getByRole('columnheader', { name: messageText('partner.trend.from') }).waitFor();

  const rows = page.getByRole('table', { name: messageText('partner.applications') }).getByRole('row');
  await eventually(() => rows.count()).toBe(26);
  await button(page, messageText('partner.pages.next')).click();
  await eventually(() => rows.count()).toBe(5);
  await page.getByText('2 / 2', { exact: true }).waitFor();
  await button(page, messageText('partner.pages.previous')).click();
  await eventually(() => rows.count()).toBe(26);

  const approved = page.getByRole('button', { name: /^Approved/ });
  await approved.click();
  await eventually(() => rows.count()).toBe(4);
  expect(await approved.getAttribute('aria-pressed')).toBe('true');
  testApp().cutOff('exportPartnerApplications');
  await button(page, messageText('partner.export')).click();
  await page.getByText(messageText('partner.export.failed')).waitFor();
  testApp().faults.disarmAll();
  const saving = page.waitForEvent('download');
  await button(page, messageText('partner.export')).click();
  const csv = readFileSync(await (await saving).path(), 'utf8');
  expect(csv).toMatch(/^\uFEFFLoan number,Begun on,Applicant,Institution,Student,/);
  expect(csv).toContain(messageText('partner.status.approved'));
  expect(csv.trim().split('\r\n')).toHaveLength(4);
  await approved.click();

  await page.getByLabel(messageText('partner.search'), { exact: true }).fill('kavin');
  await button(page, messageText('partner.search.submit')).click();
  await eventually(() => rows.count()).toBe(2);
  const found = await shownText(rows.nth(1));
  const reference = messageText('partner.utr', { utr: 'N201260719' });
  for (const shown of [
    'Kavin',
    'Class 3',
    messageText('partner.roll', { roll: '17' }),
    '₹65,200',
    '₹64,905',
    reference,
  ])
    expect(found).toContain(shown);
  expect(found).toContain(messageText('partner.status.disbursed'));
  await page.getByLabel(messageText('partner.search'), { exact: true }).fill('');
  await eventually(() => rows.count()).toBe(26);

  await page.getByRole('switch', { name: messageText('partner.test') }).check();
  await eventually(() => rows.count()).toBe(2);
  // A state that no application is in is not offered.
  await eventually(() => page.getByRole('button', { name: /^Rejected/ }).count()).toBe(0);
  await approved.click();
  await button(page, `Copy: ${messageText('partner.keys.partner')}`).click();
  await page.getByText(messageText('partner.copied'), { exact: true }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(partnerId);
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('The clipboard is blocked'));
  });
  await button(page, `Copy: ${messageText('partner.keys.testAddress')}`).click();
  await page.getByText(messageText('partner.copy.failed'), { exact: true }).waitFor();
  await page.getByText(`${testApp().url}/?api_key=KEY&institute_id=ID&test=1`).waitFor();
  await page.getByText(partner.origin, { exact: true }).waitFor();
  await page.getByText('Secret key, test', { exact: true }).waitFor();
  await page.getByText(messageText('partner.keys.scopes', { scopes: 'applications:read' })).waitFor();
  await page.getByLabel(messageText('partner.search'), { exact: true }).fill('nobody');
  await button(page, messageText('partner.search.submit')).click();
  await page.getByText(messageText('partner.none')).waitFor();

  expect(answers.length).toBeGreaterThan(5);
  expect(answers.join()).not.toMatch(/secret@parent|9840012345/);
  expect(errors).toEqual([]);
});
