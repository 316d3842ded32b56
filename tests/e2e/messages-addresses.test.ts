/** The addresses of Applicant Details: the place of a pincode, lists that are typed into, and copies. */
import { beforeEach, expect, test } from 'vitest';
import { browserForFile } from '../support/browser.ts';
import { applicantForms } from './support/applicant-form.ts';
import { eventually, hasFocus } from './support/eventually.ts';
import { answer, answerAll, button, card, control } from './support/interactions.ts';
import { messageText } from './support/message-text.ts';
import { testAppForFile } from './support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();
const { form } = applicantForms(open, testApp);

beforeEach(() => testApp().faults.disarmAll());

test('clears the place of a pincode that became unknown, and says so', async () => {
  const { page } = await form('Applicant Details clears a place');
  const home = card(page, 'Current Residence');
  await answer(home, 'Pincode', '600001');
  await eventually(() => control(home, 'City').inputValue()).toBe('Chennai');
  await control(home, 'Pincode').fill('999999');
  await home.getByText(messageText('applicant.pincode.unknown', { pincode: '999999' })).waitFor();
  expect(await control(home, 'State').inputValue()).toBe('');
  expect(await control(home, 'City').inputValue()).toBe('');
  await answer(home, 'State', 'Kerala');
  await control(home, 'Pincode').fill('000000');
  await home.getByText(messageText('applicant.pincode.unknown', { pincode: '000000' })).waitFor();
  expect(await control(home, 'State').inputValue()).toBe('Kerala');
  await answer(home, 'Pincode', '600001');
  await control(home, 'Pincode').fill('6000');
  await control(home, 'Pincode').blur();
  await eventually(() => control(home, 'City').inputValue()).toBe('');
});

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

test('finds the place of a pincode, which can be changed', async () => {
  const { page } = await form('Applicant Details finds a place');
  const home = card(page, 'Current Residence');
  await answer(home, 'Pincode', '625001');
  await eventually(() => control(home, 'State').inputValue()).toBe('Tamil Nadu');
  await eventually(() => control(home, 'City').inputValue()).toBe('Madurai');
  await answer(home, 'State', 'Kerala');
  await eventually(() => control(home, 'City').inputValue()).toBe('');
  await control(home, 'State').fill('Qqq');
  await page.getByRole('status').getByText('No options').waitFor();
});

test('shows and finds places in the language of the page, and keeps them in English', async () => {
  const { page } = await form('Applicant Details names places in Tamil');
  const input = (part: string) => page.locator(`[id="personal_details.address.residence.${part}"]`);
  await control(card(page, 'Current Residence'), 'Pincode').fill('௬௨௫௦௦௧');
  await page.locator('.language').selectOption('ta');
  await eventually(() => input('state').inputValue()).toBe('தமிழ்நாடு');
  await eventually(() => input('city').inputValue()).toBe('மதுரை');
  await page.locator('[id="personal_details.address.residence.city-open"]').click();
  await eventually(() => page.locator('.combobox-item').count()).toBe(38);
  const listed = await page.locator('.combobox-item').allInnerTexts();
  expect(listed).toEqual(listed.toSorted(new Intl.Collator('ta').compare));
  await input('city').fill('Coim');
  await page.getByRole('option', { name: 'கோயம்புத்தூர்' }).click();
  await input('state').fill('கேர');
  await page.getByRole('option', { name: 'கேரளா' }).click();
  await page.locator('.language').selectOption('en');
  await eventually(() => input('state').inputValue()).toBe('Kerala');
  await eventually(() => input('city').inputValue()).toBe('');
});

test('leaves alone what is typed while the place of the pincode is still sought', async () => {
  const { page } = await form('Applicant Details seeks a place for long');
  const home = card(page, 'Current Residence');
  testApp().hold('getPincode');
  const found = page.waitForResponse(/pincode/);
  await control(home, 'Pincode').fill('625001');
  await control(home, 'State').pressSequentially('Ker');
  testApp().letGo();
  await found;
  await control(home, 'State').pressSequentially('ala');
  await page.getByRole('option', { name: 'Kerala', exact: true }).click();
  expect(await control(home, 'State').inputValue()).toBe('Kerala');
});

test('copies an address both ways, and gives back what was there', async () => {
  const { page } = await form('Applicant Details copies addresses');
  const [home, other] = [card(page, 'Current Residence'), card(page, 'Permanent Residence')];
  await answerAll(home, { Address: '12 Temple Street', Pincode: '6000' });
  await answer(other, 'Address', 'Elsewhere');
  await answer(other, 'Copy from current residence', true);
  await eventually(() => control(other, 'Address').inputValue()).toBe('12 Temple Street');
  await control(other, 'Copy from current residence').uncheck();
  await eventually(() => control(other, 'Address').inputValue()).toBe('Elsewhere');
  await answer(home, 'Copy from permanent residence', true);
  await eventually(() => control(home, 'Address').inputValue()).toBe('Elsewhere');
  // The two are alike now, and the switch goes off nevertheless.
  await answer(other, 'Copy from current residence', true);
  await control(other, 'Copy from current residence').uncheck();
});

test('copies a correction of a copied address as well', async () => {
  const { page } = await form('Applicant Details copies a correction');
  const [home, other] = [card(page, 'Current Residence'), card(page, 'Permanent Residence')];
  await answerAll(home, { Address: '12 Tempel Street', Pincode: '600001' });
  await eventually(() => control(home, 'City').inputValue()).toBe('Chennai');
  // The place of a pincode that is still sought when the address is copied is another one's.
  testApp().hold('getPincode');
  const found = page.waitForResponse(/pincode/);
  await control(other, 'Pincode').fill('625001');
  await answer(other, 'Copy from current residence', true);
  testApp().letGo();
  await found;
  await answerAll(home, { Address: '12 Temple Street', Pincode: '625001' });
  await eventually(() => control(other, 'Address').inputValue()).toBe('12 Temple Street');
  await eventually(() => control(other, 'City').inputValue()).toBe('Madurai');
  expect(await control(other, 'Copy from current residence').isChecked()).toBe(true);
  await answer(other, 'Address', 'Elsewhere');
  expect(await control(other, 'Copy from current residence').isChecked()).toBe(false);
  await answer(home, 'Address', '14 Temple Street');
  expect(await control(other, 'Address').inputValue()).toBe('Elsewhere');
});

test('copies the place of the current residence to the office, and keeps the address there', async () => {
  const { page } = await form('Applicant Details copies a place');
  const [home, office] = [card(page, 'Current Residence'), card(page, 'Office Address')];
  await answerAll(home, { Address: '12 Temple Street', Pincode: '600001' });
  await answerAll(office, { Address: '77 Mount Road', Pincode: '625001' });
  const samePlace = 'Same pincode, state and city as my current residence';
  await answer(office, samePlace, true);
  await eventually(() => control(office, 'City').inputValue()).toBe('Chennai');
  expect(await control(office, 'Address').inputValue()).toBe('77 Mount Road');
  await control(office, samePlace).uncheck();
  await eventually(() => control(office, 'Pincode').inputValue()).toBe('625001');
  // The combobox shows its value one effect later than the text beside it.
  await eventually(() => control(office, 'City').inputValue()).toBe('Madurai');
});
