/** Every message of the create form, provoked (specification, sections 5 and 8). */
import type { Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { browserForFile } from '../support/browser.ts';
import { eventually, hasFocus } from './support/eventually.ts';
import { button, control } from './support/interactions.ts';
import { phoneFor } from './support/screens.ts';
import { errorOf, summaryOf } from './support/page-values.ts';
import { messageText } from './support/message-text.ts';
import { testAppForFile } from './support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();

const good = {
  Name: 'Meena Raman',
  'Mobile number': '9000000001',
  Email: 'meena@example.org',
};

beforeEach(() => testApp().faults.disarmAll());

describe('the create form', () => {
  test('asks for everything, and leads to it', async () => {
    const page = await formFor('the create form asks for everything');
    await button(page, 'Submit').click();
    expect(await summaryOf(page)).toEqual([
      'Please check 3 answers',
      'Please enter a name',
      'Please enter a phone',
      'Please enter an email',
    ]);
    await page.getByRole('link', { name: 'Please enter a phone' }).click();
    await hasFocus(control(page, 'Mobile number'));
  });

  test('refuses what cannot be, at its field, once it is left', async () => {
    const page = await formFor('the create form refuses answers');
    for (const [label, typed, message] of [
      ['Name', '   ', 'Please enter a name'],
      ['Name', `a${' a'.repeat(50)}`, 'Please use at most 100 characters'],
      ['Mobile number', '900000000', 'Enter valid phone'],
      ['Mobile number', '90000000011', 'Enter valid phone'],
      ['Email', 'meena', 'Enter valid email'],
      ['Email', 'meena@example', 'Enter valid email'],
    ] as const) {
      await control(page, label).fill(good[label]);
      await control(page, label).blur();
      await eventually(() => errorOf(page, label)).toBeNull();
      await control(page, label).fill(typed);
      await control(page, label).blur();
      await eventually(() => errorOf(page, label)).toBe(message);
    }
  });

  test('says what is wrong with an answer once it is left, and not before', async () => {
    const page = await formFor('the create form waits with its errors');
    for (const [label, typed] of [
      ['Name', '   '],
      ['Mobile number', '900000000'],
      ['Email', 'meena'],
    ] as const) {
      await control(page, label).fill(typed);
      expect(await errorOf(page, label)).toBeNull();
    }
  });

  test('strips what cannot be in an answer', async () => {
    const page = await formFor('the create form strips answers');
    for (const [label, typed, kept] of [
      ['Name', 'M33na R@man-P.', 'Mna RmanP'],
      ['Mobile number', '+91 90000-00001', '9000000001'],
      ['Mobile number', 'o9000000001', '9000000001'],
    ] as const) {
      await control(page, label).fill('');
      await control(page, label).fill(typed);
      await eventually(() => control(page, label).inputValue()).toBe(kept);
    }
  });

  test('says which characters of the name it left out, and keeps saying it', async () => {
    const page = await formFor('the create form says what it stripped');
    await control(page, 'Name').pressSequentially("Anu.K O'Brien");
    expect(await control(page, 'Name').inputValue()).toBe('AnuK OBrien');
    const notice = messageText('app.stripped.letters', { characters: ". '" });
    await page.getByRole('status').getByText(notice).waitFor();
    await control(page, 'Name').fill('');
    await page.getByText(notice).waitFor({ state: 'detached' });
  });

  test('doubts a mobile number that nobody has, and takes it', async () => {
    const page = await formFor('the create form doubts a mobile number');
    await control(page, 'Mobile number').fill('1234567890');
    await control(page, 'Mobile number').blur();
    await page.getByText(messageText('app.warning.mobile')).waitFor();
    expect(await errorOf(page, 'Mobile number')).toBeNull();
  });

  test('doubts a domain that was typed wrongly, and takes it', async () => {
    const page = await formFor('the create form doubts a mail domain');
    await control(page, 'Email').fill('lakshmi@gmial.com');
    await control(page, 'Email').blur();
    await page.getByText(messageText('app.warning.email', { domain: 'gmail.com' })).waitFor();
    expect(await errorOf(page, 'Email')).toBeNull();
    await control(page, 'Email').fill('lakshmi@gmail.com');
    await page.getByText('@gmail.com?').waitFor({ state: 'detached' });
  });

  test('refuses an address that no mail can reach', async () => {
    const page = await formFor('the create form refuses an address');
    await fill(page, { ...good, Email: 'meena@invalid.example' });
    await button(page, 'Submit').click();
    await alertOf(page).getByRole('heading', { name: 'Invalid Email' }).waitFor();
    await button(alertOf(page), 'OK').click();
    await eventually(() => errorOf(page, 'Email')).toBe('Invalid Email');
    expect(await testApp().loansOf('meena@invalid.example')).toEqual([]);
  });

  test('says what it is waiting for', async () => {
    const page = await formFor('the create form says what it waits for');
    await fill(page, good);
    testApp().hold('verifyEmail');
    await button(page, 'Submit').click();
    await page.getByText(messageText('create.checkingEmail')).waitFor();
    testApp().letGo('createLoan');
    await page.getByText(messageText('create.creating')).waitFor();
    testApp().letGo();
    await page.getByRole('heading', { name: 'Student Details' }).waitFor();
  });

  test('tells why a server refuses', async () => {
    const page = await formFor('the create form is refused');
    await fill(page, good);
    testApp().faults.arm({
      operation: 'createLoan',
      fault: 'refused',
      message: 'We are closed tonight',
    });
    await button(page, 'Submit').click();
    await alertOf(page)
      .getByRole('heading', { name: messageText('refusal.invalid') })
      .waitFor();
    await button(alertOf(page), 'OK').click();
    expect(await control(page, 'Name').inputValue()).toBe(good.Name);
  });

  test('tells that no answer came, and that Submit again is safe', async () => {
    const page = await formFor('the create form hears nothing');
    const Email = 'lost@example.org';
    await fill(page, { ...good, Email });
    testApp().loseAnswersOf('createLoan');
    await button(page, 'Submit').click();
    await alertOf(page)
      .getByRole('heading', { name: messageText('create.noResponse') })
      .waitFor();
    await alertOf(page).getByText(messageText('create.noResponse.help')).waitFor();
    testApp().faults.disarmAll();
    await button(alertOf(page), 'OK').click();
    await button(page, 'Submit').click();
    await page.getByRole('heading', { name: 'Student Details' }).waitFor();
    expect(await testApp().loansOf(Email)).toHaveLength(1);
  });
});

const alertOf = (page: Page): Locator => page.getByRole('alertdialog');

async function formFor(name: string): Promise<Page> {
  const { page } = await phoneFor(await open(), name);
  await page.goto(`${testApp().url}/?api_key=${testApp().key}`);
  await button(page, 'Submit').waitFor();
  return page;
}

async function fill(page: Page, answers: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(answers)) await control(page, label).fill(text);
}
