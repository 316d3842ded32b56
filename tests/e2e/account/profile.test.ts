/** A customer's profile and devices. */
import { readFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { MyData } from '../../../domain/values/wire.ts';
import { customers } from '../../../server/db/schema/customers.ts';
import { browserForFile } from '../../support/browser.ts';
import { myLoanStates } from '../states/my-loans.ts';
import { describeAccessibility } from '../support/accessibility.ts';
import {
  meena,
  newMobile,
  passCooldown,
  passwordAfter,
  signInElsewhere,
  signInPastScreens,
} from '../support/customers.ts';
import { eventually, hasFocus } from '../support/eventually.ts';
import { answer, button, card, control } from '../support/interactions.ts';
import { messageText } from '../support/message-text.ts';
import { phoneFor } from '../support/screens.ts';
import { testAppForFile } from '../support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();

beforeEach(() => testApp().faults.disarmAll());

describeAccessibility(myLoanStates, ['profile', 'agreements'], open, testApp);

test('a customer changes name and number, and ends the sessions of other devices', async () => {
  const mobile = newMobile();
  const next = newMobile();
  const { page } = await phoneFor(await open(), 'a profile is changed');
  await signInPastScreens(page, testApp(), { mobile });
  await signInElsewhere(testApp(), mobile);
  await page.goto(`${testApp().url}/app/profile`);
  const other = page.getByRole('listitem').filter({ hasText: messageText('account.devices.unknown') });
  await button(other, messageText('account.devices.end')).click();
  await page
    .getByRole('status')
    .filter({ hasText: messageText('account.devices.ended') })
    .waitFor();
  await other.waitFor({ state: 'detached' });
  await hasFocus(page.getByRole('heading', { name: messageText('account.devices.title') }));
  await page.getByText(messageText('account.devices.current')).waitFor();
  const edit = button(page, messageText('account.profile.edit'));
  const name = control(page, messageText('account.name.label'));
  await edit.click();
  await hasFocus(name);
  await name.fill('Somebody Else');
  await button(page, messageText('account.cancel')).click();
  await hasFocus(edit);
  await page.getByText(meena.name, { exact: true }).waitFor();
  await edit.click();
  await name.fill('Meenakshi Raman');
  await button(page, messageText('account.profile.update')).click();
  await page.getByText(messageText('account.profile.saved'), { exact: true }).waitFor();
  await page.getByText('Meenakshi Raman', { exact: true }).waitFor();

  const nominee = card(page, messageText('account.nominee.title'));
  await button(nominee, messageText('account.nominee.add')).click();
  await answer(nominee, messageText('account.name.label'), 'Raman Pillai');
  await answer(nominee, messageText('account.nominee.relation.label'), 'Brother or sister');
  await answer(nominee, messageText('account.mobile.label'), newMobile());
  await button(nominee, messageText('account.nominee.save')).click();
  await button(nominee, messageText('account.profile.edit')).click();
  testApp().hold('saveNominee');
  const remove = button(nominee, messageText('account.nominee.remove'));
  await button(nominee, messageText('account.profile.update')).click();
  await eventually(() => remove.getAttribute('aria-busy')).toBe('true');
  await remove.click({ force: true });
  testApp().letGo();
  await button(nominee, messageText('account.profile.edit')).waitFor();
  await page.reload();
  await nominee.getByText('Raman Pillai').waitFor();

  testApp().cutOff('exportMyData');
  const download = button(page, messageText('account.myData.download'));
  await download.click();
  await page.getByText(messageText('account.unreachable')).waitFor();
  testApp().faults.disarmAll();
  const saving = page.waitForEvent('download');
  await download.click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('feepath-data.json');
  const data = JSON.parse(readFileSync(await saved.path(), 'utf8')) as MyData;
  expect(data).toMatchObject({
    profile: { mobile, name: 'Meenakshi Raman' },
    nominee: { name: 'Raman Pillai' },
  });

  await button(page, messageText('account.mobileChange.open')).click();
  await hasFocus(control(page, messageText('account.mobileChange.next')));
  await answer(page, messageText('account.mobileChange.next'), newMobile());
  await button(page, messageText('account.mobileChange.send')).click();
  await page.getByText(/^One-time passwords are on their way/).waitFor();
  await button(page, messageText('account.cancel')).click();
  // The cooldown by number ends here; the customer's present number is limited by customer instead.
  await passCooldown(testApp(), '');

  await button(page, messageText('account.mobileChange.open')).click();
  await answer(page, messageText('account.mobileChange.next'), mobile);
  await button(page, messageText('account.mobileChange.send')).click();
  await page.getByText(messageText('refusal.numberPresent')).waitFor();
  await button(page, messageText('account.cancel')).click();
  await button(page, messageText('account.mobileChange.open')).click();
  await answer(page, messageText('account.mobileChange.next'), next);
  await button(page, messageText('account.mobileChange.send')).click();
  await page.getByText(/^One-time passwords are on their way/).waitFor();
  const otp = await passwordAfter(testApp(), mobile, 3);
  const newOtp = await passwordAfter(testApp(), next, 0);
  await answer(page, messageText('account.mobileChange.presentOtp'), otp);
  const wrong = newOtp === '000000' ? '111111' : '000000';
  await answer(page, messageText('account.mobileChange.nextOtp'), wrong);
  const submit = page.getByRole('button', { name: messageText('account.mobileChange.submit') });
  await submit.click();
  await page.getByText(messageText('account.otp.error.wrong', { tries: 4 })).waitFor();
  await answer(page, messageText('account.mobileChange.nextOtp'), newOtp);
  const taken = { id: crypto.randomUUID(), mobile: next, language: 'en' as const, createdAt: new Date() };
  await testApp().db.insert(customers).values(taken);
  await submit.click();
  await page.getByText(messageText('refusal.numberTaken')).waitFor();
  await testApp().db.delete(customers).where(eq(customers.id, taken.id));
  await submit.click();
  await page.getByText(messageText('account.mobileChange.done')).waitFor();
  await hasFocus(button(page, messageText('account.mobileChange.open')));
  await page.getByText(`+91 ${next}`).waitFor();

  await button(page, messageText('account.devices.endAll')).click();
  await page.getByRole('heading', { level: 1, name: messageText('account.signIn.title') }).waitFor();
  await page.goto(`${testApp().url}/app`);
  await page.getByRole('heading', { level: 1, name: messageText('account.start.title') }).waitFor();
});
