/** Failures of a document's upload to the store and of its addition to the loan (specification, section 3). */
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { browserForFile } from '../support/browser.ts';
import { choose, heavyPdf, photo, row } from './support/files.ts';
import { button } from './support/interactions.ts';
import { messageText } from './support/message-text.ts';
import { testAppForFile } from './support/test-app.ts';
import { documentLists, here } from './support/document-list.ts';

const open = browserForFile();
const testApp = testAppForFile();
const { listOf } = documentLists(open, testApp);

beforeEach(() => testApp().faults.disarmAll());

const alert = (page: Page) => page.getByRole('alertdialog');

test('a document shows its progress and can be cancelled', async () => {
  const { page, loan } = await listOf('a document is stopped');
  testApp().hold('putObject');
  await choose(page, 'pan_photo', photo('pan.png'));
  await page.getByText(messageText('document.sending', { name: 'pan.png' })).waitFor();
  await button(page, messageText('document.cancel')).click();
  testApp().letGo();
  await page.getByText('Upload was cancelled').waitFor();
  testApp().hold('addDocument');
  await button(page, messageText('app.tryAgain')).click();
  await page.getByText(messageText('document.storing', { name: 'pan.png' })).waitFor();
  testApp().letGo();
  await here(page, 'pan_photo').waitFor();
  expect(await testApp().documentsOf(loan.loanId)).toHaveLength(1);
});

test('a cancelled document reports parts that it leaves behind', async () => {
  const { page } = await listOf('parts are left behind');
  testApp().hold('uploadPart');
  const firstPart = page.waitForRequest(/[?&]partNumber=/);
  await choose(page, 'bank_statement_3_months', heavyPdf(6_000_000, 'half-year.pdf'));
  await firstPart;
  testApp().hold('abortMultipartUpload');
  await button(page, messageText('document.cancel')).click();
  await page.getByText(messageText('document.stopping')).waitFor();
  testApp().faults.disarmAll();
  testApp().faults.arm({ operation: 'abortMultipartUpload', fault: 'refused', times: 1000 });
  await page.getByText('Multi Part upload clean up failed').waitFor();
  await page.getByText(messageText('document.cancelled.leftovers.help')).waitFor();
});

test('a lost connection is reported, and the upload continues by itself, also after a reload', async () => {
  const { page, loan } = await listOf('the line is lost');
  testApp().cutOff('putObject');
  await choose(page, 'pan_photo', photo('pan.png'));
  await page.getByText(messageText('document.interrupted')).waitFor();
  await page.getByText(messageText('document.interrupted.help')).waitFor();
  expect(await row(page, 'pan_photo').getByRole('button').allInnerTexts()).toEqual([
    messageText('app.tryAgain'),
    messageText('document.cancel'),
  ]);
  await page.reload();
  await page.getByText(messageText('document.interrupted')).waitFor();
  testApp().faults.disarmAll();
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await here(page, 'pan_photo').waitFor();
  expect(await testApp().documentsOf(loan.loanId)).toHaveLength(1);
  await page.reload();
  await here(page, 'pan_photo').waitFor();
  expect(await page.getByText(messageText('document.sending', { name: 'pan.png' })).count()).toBe(0);
});

test('a document that the store or the loan refuses is reported', async () => {
  const { page, loan } = await listOf('nothing is taken');
  testApp().faults.arm({ operation: 'putObject', fault: 'refused', status: 403, times: 1000 });
  await choose(page, 'pan_photo', photo());
  await alert(page)
    .getByRole('heading', { name: messageText('document.fault.refused') })
    .waitFor();
  await alert(page).getByText(messageText('document.fault.refused.help')).waitFor();
  await button(alert(page), messageText('document.cancel')).click();
  testApp().faults.disarmAll();
  await testApp().alter(loan.loanId, { status: 'rejected' });
  await choose(page, 'pan_photo', photo());
  await page.getByRole('alertdialog').waitFor();
});

test('a document that the store has lost is sent again', async () => {
  const { page, loan } = await listOf('the store loses it');
  testApp().hold('addDocument');
  await choose(page, 'pan_photo', photo('pan.png'));
  await page.getByText(messageText('document.storing', { name: 'pan.png' })).waitFor();
  testApp().loseUploads(loan.loanId);
  testApp().letGo();
  await alert(page)
    .getByRole('heading', { name: messageText('document.error.missing') })
    .waitFor();
  await alert(page).getByText(messageText('document.fault.lost.help')).waitFor();
  await button(alert(page), messageText('app.tryAgain')).click();
  await here(page, 'pan_photo').waitFor();
});

test('without credentials nothing is sent', async () => {
  const { page } = await listOf('no credentials');
  testApp().faults.arm({
    operation: 'issueStorageCredentials',
    fault: 'refused',
    status: 404,
    times: 1000,
  });
  await choose(page, 'pan_photo', photo());
  await alert(page).getByRole('heading', { name: 'No credentials' }).waitFor();
  await alert(page).getByText(messageText('document.fault.noCredentials.help')).waitFor();
});

test('a storage plugin that does not load is reported', async () => {
  const { page } = await listOf('no plugin');
  await page.route(/amplify|plugin/, (route) => route.abort());
  await choose(page, 'pan_photo', photo());
  await alert(page).getByRole('heading', { name: 'No plugin found in Storage for the provider' }).waitFor();
  await alert(page).getByText(messageText('document.fault.noProvider.help')).waitFor();
});
