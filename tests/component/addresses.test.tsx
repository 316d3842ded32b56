/** The addresses of Applicant Details: the place of a pincode, lists that are typed into, and copies. */
import { expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { messageText } from '../e2e/support/message-text.ts';
import { openForm } from './support/applicant.ts';
import {
  answer,
  answerAll,
  button,
  card,
  control,
  expectGone,
  expectShown,
  expectText,
  fillAndLeave,
  leave,
  valueOf,
} from './support/fields.ts';

const home = card('Current Residence');
const permanent = card('Permanent Residence');
const office = card('Office Address');

const unknown = (pincode: string) => expectText(messageText('applicant.pincode.unknown', { pincode }), home);
const expectValue = (label: string, at: Locator) => expect.poll(() => valueOf(label, at));

test('clears the place of a pincode that became unknown, and says so', async () => {
  await openForm();
  await answer('Pincode', '600001', home);
  await expectValue('City', home).toBe('Chennai');
  await control('Pincode', home).fill('999999');
  await unknown('999999');
  await expectValue('State', home).toBe('');
  await expectValue('City', home).toBe('');
  await answer('State', 'Kerala', home);
  await control('Pincode', home).fill('000000');
  await unknown('000000');
  expect(valueOf('State', home)).toBe('Kerala');
  await answer('Pincode', '600001', home);
  await fillAndLeave('Pincode', '6000', home);
  await expectValue('City', home).toBe('');
});

test('finds the place of a pincode, which can be changed', async () => {
  await openForm();
  await answer('Pincode', '625001', home);
  await expectValue('State', home).toBe('Tamil Nadu');
  await expectValue('City', home).toBe('Madurai');
  await answer('State', 'Kerala', home);
  await expectValue('City', home).toBe('');
  await control('State', home).fill('Qqq');
  await expectText('No options', page.getByRole('status'));
});

test('shows and finds places in the language of the page, and keeps them in English', async () => {
  await openForm();
  const input = (part: string) => page.getBySelector(`[id="personal_details.address.residence.${part}"]`);
  const inLanguage = (language: string) => page.getBySelector('.language').selectOptions(language);
  await control('Pincode', home).fill('௬௨௫௦௦௧');
  await inLanguage('ta');
  await expect.element(input('state')).toHaveValue('தமிழ்நாடு');
  await expect.element(input('city')).toHaveValue('மதுரை');
  await input('city-open').click();
  const items = page.getBySelector('.combobox-item');
  await expect.poll(() => items.length).toBe(4);
  const listed = items.elements().map((one) => one.textContent ?? '');
  expect(listed).toEqual(listed.toSorted(new Intl.Collator('ta').compare));
  await input('city').fill('Coim');
  await page.getByRole('option', { name: 'கோயம்புத்தூர்' }).click();
  await input('state').fill('கேர');
  await page.getByRole('option', { name: 'கேரளா' }).click();
  await inLanguage('en');
  await expect.element(input('state')).toHaveValue('Kerala');
  await expect.element(input('city')).toHaveValue('');
});

test('leaves alone what is typed while the place of the pincode is still sought', async () => {
  const server = await openForm();
  const answerPincode = server.hold('getPincode');
  await control('Pincode', home).fill('625001');
  await userEvent.type(control('State', home), 'Ker');
  await answerPincode();
  await userEvent.keyboard('ala');
  await page.getByRole('option', { name: 'Kerala', exact: true }).click();
  expect(valueOf('State', home)).toBe('Kerala');
});

test('copies an address both ways, and gives back what was there', async () => {
  await openForm();
  await expectGone(control('Copy from current residence', permanent));
  await answerAll({ Address: '12 Temple Street', Pincode: '6000' }, home);
  await answer('Address', 'Elsewhere', permanent);
  await answer('Copy from current residence', true, permanent);
  await expectValue('Address', permanent).toBe('12 Temple Street');
  await control('Copy from current residence', permanent).click();
  await expectValue('Address', permanent).toBe('Elsewhere');
  await answer('Copy from permanent residence', true, home);
  await expectValue('Address', home).toBe('Elsewhere');
  // The two are alike now, and the switch goes off nevertheless.
  const copy = control('Copy from current residence', permanent);
  await copy.click();
  await expect.element(copy).toBeChecked();
  await copy.click();
  await expect.element(copy).not.toBeChecked();
});

test('copies a correction of a copied address as well', async () => {
  const server = await openForm();
  await answerAll({ Address: '12 Tempel Street', Pincode: '600001' }, home);
  await expectValue('City', home).toBe('Chennai');
  // The place of a pincode that is still sought when the address is copied is another one's.
  const answerPincode = server.hold('getPincode');
  await control('Pincode', permanent).fill('625001');
  await answer('Copy from current residence', true, permanent);
  await answerPincode();
  await answerAll({ Address: '12 Temple Street', Pincode: '625001' }, home);
  await expectValue('Address', permanent).toBe('12 Temple Street');
  await expectValue('City', permanent).toBe('Madurai');
  const copy = control('Copy from current residence', permanent);
  await expect.element(copy).toBeChecked();
  await answer('Address', 'Elsewhere', permanent);
  await expect.element(copy).not.toBeChecked();
  await answer('Address', '14 Temple Street', home);
  expect(valueOf('Address', permanent)).toBe('Elsewhere');
});

test('copies the place of the current residence to the office, and keeps the address there', async () => {
  await openForm();
  await answerAll({ Address: '12 Temple Street', Pincode: '600001' }, home);
  await answerAll({ Address: '77 Mount Road', Pincode: '625001' }, office);
  const samePlace = control('Same pincode, state and city as my current residence', office);
  await samePlace.click();
  await expectValue('City', office).toBe('Chennai');
  expect(valueOf('Address', office)).toBe('77 Mount Road');
  await samePlace.click();
  await expectValue('Pincode', office).toBe('625001');
  await expectValue('City', office).toBe('Madurai');
});

test('takes what is typed into a filled list in place of its text, and clears it at a press', async () => {
  await openForm();
  const state = control('State', home);
  await answer('State', 'Tamil Nadu', home);
  leave();
  await state.click();
  await userEvent.keyboard('Kera');
  await expect.element(state).toHaveValue('Kera');
  await page.getByRole('option', { name: 'Kerala', exact: true }).click();
  // The focus stays in the input; the next tap opens the list again.
  await state.click();
  await userEvent.keyboard('Goa');
  await expect.element(state).toHaveValue('Goa');
  await userEvent.keyboard('{Escape}');
  leave();
  (state.element() as HTMLElement).focus();
  await userEvent.keyboard('Ass');
  await expect.element(state).toHaveValue('Ass');
  await userEvent.keyboard('{Escape}');
  const clear = button('Clear', home).first();
  const { width, height } = clear.element().getBoundingClientRect();
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  await clear.click();
  await expect.element(state).toHaveFocus();
  await expect.element(state).toHaveValue('');
  await expectShown(page.getByRole('option', { name: 'Assam', exact: true }));
});
