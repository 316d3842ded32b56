/** An approved loan whose lender has no profile for servicing continues at the lender's portal (decision 114). */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addressOf, consumerBase } from '../../../domain/pages/steps.ts';
import { browserForFile } from '../../support/browser.ts';
import { ownLoan, signInPastScreens } from '../support/customers.ts';
import { raman } from '../support/fixtures.ts';
import { submittedLoan } from '../support/loans.ts';
import { messageText } from '../support/message-text.ts';
import { parentAt } from '../support/parent.ts';
import { phoneFor } from '../support/screens.ts';
import { testAppForFile } from '../support/test-app.ts';

const officer = { name: 'Help Desk', phone: '1800 000 0001', email: 'help@invalid.example' };
const profiles = join(mkdtempSync(join(tmpdir(), 'feepath-profiles-')), 'profiles.json');
writeFileSync(profiles, JSON.stringify({ platform: { name: 'Feepath', officer }, lenders: {} }));

const open = browserForFile();
const testApp = testAppForFile({}, { SERVICING_PROFILES: profiles });

test('leads to the portal from the dashboard and from its status, and nowhere without an address', async () => {
  const { page } = await phoneFor(await open(), 'a loan that goes on at the portal');
  const { mobile } = await signInPastScreens(page, testApp());
  const { loanId } = await submittedLoan(testApp(), raman);
  await ownLoan(testApp(), mobile, loanId);
  const url = 'https://lender.example/portal';
  await testApp().alter(loanId, { status: 'approved', lenderResult: { status: 'APPROVED', url } });
  await page.goto(`${testApp().url}/app`);
  await page.getByText(messageText('account.next.lenderPortal')).waitFor();
  const portal = page.getByRole('link', { name: messageText('account.action.lender') });
  expect(await portal.getAttribute('href')).toBe(url);

  await page.goto(testApp().url + addressOf('applicant', loanId, consumerBase));
  const { verdict } = parentAt(page, testApp());
  await verdict().getByText(messageText('status.approved.steps')).waitFor();
  expect(
    await verdict()
      .getByRole('link', { name: messageText('status.approved.continue') })
      .getAttribute('href'),
  ).toBe(url);

  await testApp().alter(loanId, { lenderResult: { status: 'APPROVED' } });
  await page.reload();
  await page.getByText(messageText('status.approved.noLink')).waitFor();
  await page.goto(`${testApp().url}/app`);
  await page.getByText(messageText('account.next.lenderPortal')).waitFor();
  expect(await portal.count()).toBe(0);
});
