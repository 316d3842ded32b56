/** The addresses of Applicant Details: the place of a pincode, lists that are typed into, and copies. */
import { beforeEach, expect, test } from 'vitest';
import { browserForFile } from '../support/browser.ts';
import { applicantForms } from './support/applicant-form.ts';
import { hasFocus } from './support/eventually.ts';
import { answer, button, card, control } from './support/interactions.ts';
import { testAppForFile } from './support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();
const { form } = applicantForms(open, testApp);

beforeEach(() => testApp().faults.disarmAll());

test('takes what is typed into a filled list in place of its text, and clears it at a press', async () => {
  const { page } = await form('Applicant Details types over a choice');
  const home = card(page, 'Current Residence');
  const state = control(home, 'State');
  await answer(home, 'State', 'Tamil Nadu');
  await state.blur();
  await state.tap();
  await page.keyboard.type('Kera');
  expect(await state.inputValue()).toBe('Kera');
  await page.getByRole('option', { name: 'Kerala', exact: true }).click();
  // The focus stays in the input; the next tap opens the list again.
  await state.tap();
  await page.keyboard.type('Goa');
  expect(await state.inputValue()).toBe('Goa');
  await state.press('Escape');
  await state.blur();
  await state.focus();
  await page.keyboard.type('Ass');
  expect(await state.inputValue()).toBe('Ass');
  await state.press('Escape');
  const clear = button(home, 'Clear').first();
  const size = await clear.boundingBox();
  expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(44);
  await clear.click();
  await hasFocus(state);
  expect(await state.inputValue()).toBe('');
  await page.getByRole('option', { name: 'Assam', exact: true }).waitFor();
});
