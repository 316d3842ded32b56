/** Every message of Applicant Details, provoked (specification, sections 2, 4, 5 and 8). */
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { browserForFile } from '../support/browser.ts';
import { eventually, hasFocus } from './support/eventually.ts';
import { type ApplicantFixture, raman, selvi, sharma } from './support/fixtures.ts';
import {
  answer,
  answerAll,
  button,
  card,
  chosenRadio,
  control,
  fillByMouse,
  openAncestorDetails,
  radiosOf,
} from './support/interactions.ts';
import { loanWithStudents, openLoan, submittedLoan } from './support/loans.ts';
import { parentAt } from './support/parent.ts';
import { phoneFor } from './support/screens.ts';
import { errorOf, shownText, summaryOf } from './support/page-values.ts';
import { messageText } from './support/message-text.ts';
import { type CreatedLoan, testAppForFile } from './support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();

beforeEach(() => testApp().faults.disarmAll());

type Refusal = [section: string, label: string, ...refused: (readonly [typed: string, message: string])[]];

const refusals: readonly Refusal[] = [
  ['Applicant Details', 'Name', ['R2 D2', 'Enter valid name']],
  ['Applicant Details', "Father's name", ['Mr. Raman', 'Enter valid father name']],
  ['Applicant Details', 'PAN number', ['ABCD12345F', 'Please enter valid PAN number']],
  [
    'Applicant Details',
    'Date of birth',
    ['2006-01-01', 'Please enter valid date of birth'],
    ['1949-12-31', 'Please enter valid date of birth'],
  ],
  [
    'Applicant Details',
    'Alternate mobile number',
    ['900000000', 'Alternate number is invalid.'],
    ['9000000021', 'Alternate number cannot be same.'],
  ],
  ['Bank Details', 'Bank account number', ['1'.repeat(21), 'Enter valid bank account number']],
  ['Current Residence', 'Pincode', ['60001', 'Please enter valid pin number']],
  ['Employment Details', 'Organization', ['Mill 7', 'Enter valid organization']],
  ['Employment Details', 'Designation', ['Clerk-2', 'Enter valid designation']],
  ['Employment Details', 'Employed since', ['2999-01-01', 'Please enter valid employed since']],
  ['Office Address', 'Address', [`a${' a'.repeat(125)}`, 'Please use at most 250 characters']],
];

describe('Applicant Details', () => {
  test('asks for everything', async () => {
    const { page, parent } = await form('Applicant Details asks for everything');
    await page.getByRole('link', { name: messageText('app.complaints') }).waitFor();
    await control(page, 'Name').fill('');
    await answer(page, 'Net monthly salary', '24999');
    await parent.declares();
    await parent.submits();
    expect(await summaryOf(page)).toEqual([
      'Please check 31 answers',
      'Please enter a name',
      'Please enter a PAN number',
      'Please enter a date of birth',
      'Please enter a relationship',
      'Please enter a gender',
      'Please enter a marital status',
      'Please enter a father name',
      'Please enter an alternate mobile',
      'Please enter an IFSC code',
      'Please enter a bank name',
      'Please enter a bank account number',
      'Please enter an account type',
      'Please enter an EMI tenure',
      'Please enter a residence type',
      'Please enter a residence address',
      'Please enter a residence pincode',
      'Please enter a residence state',
      'Please enter a residence city',
      'Please enter a permanent address',
      'Please enter a permanent pincode',
      'Please enter a permanent state',
      'Please enter a permanent city',
      'Please enter an occupation',
      'Please enter an organization',
      'Please enter a designation',
      'Please enter an employed since date',
      'Please enter a household income',
      'Please enter an office address',
      'Please enter an office pincode',
      'Please enter an office state',
      'Please enter an office city',
    ]);
  });

  test('asks for a salary, and for the permanent address only where it is another one', async () => {
    const { page, parent } = await form('Applicant Details asks for a salary');
    await answer(page, 'This is the address in my Aadhaar', true);
    await parent.declares();
    await parent.submits();
    const summary = await summaryOf(page);
    expect(summary).toContain('Please enter a net monthly salary');
    expect(summary.filter((words) => /permanent|household/.test(words))).toEqual([]);
    expect(await card(page, 'Permanent Residence').count()).toBe(0);
  });

  test('refuses what cannot be, at its field, once it is left', async () => {
    const { page } = await form('Applicant Details refuses answers');
    for (const [section, label, ...refused] of refusals) {
      const at = card(page, section);
      for (const [index, [typed, message]] of refused.entries()) {
        expect(await errorOf(at, label)).not.toBe(message);
        await control(at, label).fill(typed);
        if (index === 0) expect(await errorOf(at, label)).toBeNull();
        // A whole date leaves the focus in its year.
        await page.locator(':focus').blur();
        await eventually(() => errorOf(at, label)).toBe(message);
        await control(at, label).fill('');
        await eventually(() => errorOf(at, label)).not.toBe(message);
      }
    }
  });

  test('offers what there is to choose', async () => {
    const { page } = await form('Applicant Details offers choices');
    const offeredFor = (label: string) => radiosOf(page, label);
    const constitutions = control(page, 'Business constitution').getByRole('option');
    expect(await constitutions.first().textContent()).toBe('Choose');
    expect(await constitutions.count()).toBe(15);
    expect(await offeredFor('Gender')).toEqual(['Male', 'Female', 'Transgender']);
    expect(await offeredFor('Relationship with the student')).toEqual([
      'Father',
      'Mother',
      'Self',
      'Sibling',
      'Spouse',
    ]);
    expect(await offeredFor('Marital status')).toEqual(['Married', 'Unmarried', 'Others']);
    expect(await offeredFor('Account type')).toEqual(['Savings', 'Current']);
    expect(await offeredFor('Residence type')).toEqual(['Rented', 'Owned']);
    expect(await offeredFor('Occupation')).toEqual(['Salaried', 'Self Employed']);
  });

  test('hints at an unusual IFSC code, and takes it', async () => {
    const { page } = await form('Applicant Details hints at the IFSC code');
    await page.getByText(messageText('applicant.ifsc.hint')).waitFor();
    await control(page, 'IFSC code').fill('SBIN1');
    await control(page, 'IFSC code').blur();
    await page.getByText(messageText('applicant.ifsc.unusual')).waitFor();
    expect(await errorOf(page, 'IFSC code')).toBeNull();
  });

  test('clears the bank of an IFSC code that became unknown, and says so', async () => {
    const { page } = await form('Applicant Details clears a bank');
    const [ifsc, bank] = [control(page, 'IFSC code'), control(page, 'Bank name')];
    await ifsc.fill('SBIN0001234');
    await eventually(() => bank.inputValue()).toBe('State Bank of India');
    await ifsc.fill('ZZZZ0001234');
    await eventually(() => bank.inputValue()).toBe('');
    await page.getByText(messageText('applicant.ifsc.unknown', { prefix: 'ZZZZ' })).waitFor();
    await answer(page, 'Bank name', 'Indian Bank');
    await ifsc.fill('YYYY0001234');
    await page.getByText(messageText('applicant.ifsc.unknown', { prefix: 'YYYY' })).waitFor();
    expect(await bank.inputValue()).toBe('Indian Bank');
  });

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

  test('doubts what is unusual, and takes it', async () => {
    const { page } = await form('Applicant Details doubts answers');
    for (const [section, label, typed, warning] of [
      ['Bank Details', 'Bank account number', '0', 'applicant.warning.accountNumber'],
      ['Employment Details', 'Net monthly salary', '0', 'applicant.warning.monthlyIncome'],
      ['Applicant Details', 'Alternate mobile number', '0000000000', 'app.warning.mobile'],
    ] as const) {
      const at = card(page, section);
      await control(at, label).fill(typed);
      await control(at, label).blur();
      await at.getByText(messageText(warning)).waitFor();
      expect(await errorOf(at, label)).toBeNull();
    }
  });

  test('takes a date as three numbers, or as a whole, and names what is no date', async () => {
    const { page } = await form('Applicant Details takes dates');
    const [section, label] = [card(page, 'Applicant Details'), 'Date of birth'];
    const born = control(section, label);
    const part = (name: string) => section.getByLabel(name, { exact: true });
    await born.fill('12/04/1985');
    expect(await born.inputValue()).toBe('12');
    expect(await part('Month').inputValue()).toBe('04');
    expect(await part('Year').inputValue()).toBe('1985');
    // Another window gets the focus in the middle of a year.
    await part('Year').fill('19');
    await part('Year').dispatchEvent('focusout');
    expect(await part('Year').inputValue()).toBe('19');
    await answer(section, label, '1987-02-29');
    await part('Year').blur();
    await eventually(() => errorOf(section, label)).toBe(messageText('common.error.date.notReal'));
    await part('Year').fill('19');
    await eventually(() => errorOf(section, label)).toBe(messageText('common.error.date.incomplete'));
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    await page.reload();
    await eventually(() => part('Year').inputValue()).toBe('19');
    await section.getByLabel('Choose in a calendar').fill('1988-02-29');
    await eventually(() => part('Year').inputValue()).toBe('1988');
    await eventually(() => errorOf(section, label)).toBeNull();
  });

  test('says the rules of its fields before they are broken', async () => {
    const { page } = await form('Applicant Details says its rules');
    for (const hint of ['name', 'fatherName', 'organization', 'designation', 'accountNumber'] as const)
      await page.getByText(messageText(`applicant.${hint}.hint`), { exact: true }).waitFor();
    const years = messageText('applicant.dob.hint', { firstYear: '1950', lastYear: '2005' });
    await page.getByText(years).waitFor();
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
  });

  test('copies a correction of a copied address as well', async () => {
    const { page } = await form('Applicant Details copies a correction');
    const [home, other] = [card(page, 'Current Residence'), card(page, 'Permanent Residence')];
    await answerAll(home, { Address: '12 Tempel Street', Pincode: '600001' });
    await answer(other, 'Copy from current residence', true);
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

  test('fills the gender in from the relationship while it is empty', async () => {
    const { page } = await form('Applicant Details fills in the gender');
    await answer(page, 'Relationship with the student', 'Mother');
    await eventually(() => chosenRadio(page, 'Gender')).toBe('Female');
    await answer(page, 'Gender', 'Transgender');
    await answer(page, 'Relationship with the student', 'Father');
    expect(await chosenRadio(page, 'Gender')).toBe('Transgender');
  });

  test('counts the years at work', async () => {
    const { page } = await form('Applicant Details counts years');
    const thisYear = new Date().getFullYear();
    await answer(page, 'Employed since', `${thisYear - 7}-01-01`);
    await page.getByText('Employment experience: 7 years').waitFor();
    await answer(page, 'Date of birth', '1985-04-12');
    await answer(page, 'Employed since', '1990-01-01');
    await page.getByText(messageText('applicant.experience.young', { age: 4 })).waitFor();
  });

  test('waits for both declarations, and says so', async () => {
    const { page } = await form('Applicant Details waits for declarations');
    await page.getByText(messageText('applicant.declare.hint')).waitFor();
    // It says by itself that it is disabled, and still leads to what is missing.
    await button(page, 'Submit').click({ force: true });
    const genuine = page.getByRole('checkbox', {
      name: 'I declare that the details given are true and genuine.',
    });
    await hasFocus(genuine);
    await genuine.check();
    await button(page, 'Submit').click({ force: true });
    const terms = page.getByRole('checkbox', {
      name: 'I agree to the terms and the privacy policy.',
    });
    await hasFocus(terms);
  });

  test('leads back to the students', async () => {
    const { page, parent } = await form('Applicant Details leads back');
    await button(page, 'Previous').click();
    await parent.isAtStudents();
  });
});

describe('the sections', () => {
  const openTitles = (page: Page) =>
    page
      .locator('details.collapsible[open] > summary h2')
      .evaluateAll((all) => all.map((one) => one.textContent));

  test('start with the first that is not complete, and go on one by one to the declarations', async () => {
    const { page, parent } = await collapsed('the sections go on one by one', sharma);
    await page.getByText('0 of 8 sections are complete').waitFor();
    for (const [title, answers] of Object.entries(sharma.applicant)) {
      expect(await openTitles(page)).toEqual([title]);
      await answerAll(card(page, title), answers, fillByMouse);
      await button(card(page, title), 'Continue').click();
      if (title !== 'Bank Details') continue;
      expect(await openTitles(page)).toEqual(['EMI Details']);
      await parent.choosesAPlan(6);
      await button(card(page, 'EMI Details'), 'Continue').click();
    }
    expect(await openTitles(page)).toEqual([]);
    await hasFocus(page.getByRole('checkbox', { name: /^I declare/ }));
    const pan = sharma.applicant['Applicant Details']?.['PAN number'];
    expect(await shownText(card(page, 'Applicant Details'))).toMatch(
      new RegExp(`Complete[\\s\\S]*${String(pan)}`),
    );
    await parent.declares();
    await page.getByText(/^(\d) of \1 sections are complete$/).waitFor();
  });

  test('open the next when one is complete, without a press', async () => {
    const { page } = await collapsed('the next section opens by itself', sharma);
    await answerAll(
      card(page, 'Applicant Details'),
      sharma.applicant['Applicant Details'] ?? {},
      fillByMouse,
    );
    await eventually(() => openTitles(page)).toEqual(['Applicant Details', 'Bank Details']);
  });

  test('do not go on with what is missing, by Enter as by Continue, and nothing typed is lost in a collapsed one', async () => {
    const { page } = await collapsed('a section does not go on');
    await control(page, 'PAN number').fill('ABC');
    await page.keyboard.press('Enter');
    expect(await errorOf(page, 'PAN number')).toBe('Please enter valid PAN number');
    expect(await openTitles(page)).toEqual(['Applicant Details']);
    await hasFocus(control(page, 'PAN number'));
    await card(page, 'Applicant Details').locator('summary').click();
    expect(await openTitles(page)).toEqual([]);
    expect(await control(page, 'PAN number').inputValue()).toBe('ABC');
  });

  test('with an error open at Submit, grouped in the summary, whose links lead into them', async () => {
    const { page, parent } = await collapsed('the sections of errors open');
    await parent.declares();
    await parent.submits();
    const summary = page.getByRole('group', { name: /^Please check/ });
    await summary.getByText(/^Bank Details \(4\)$/).click();
    await card(page, 'Bank Details').locator('summary').click();
    await summary.getByRole('link', { name: 'Please enter an IFSC code' }).click();
    await hasFocus(control(page, 'IFSC code'));
    expect(await openTitles(page)).toContain('Bank Details');
  });

  async function collapsed(name: string, fixture: ApplicantFixture = selvi) {
    const { page } = await phoneFor(await open(), name);
    const parent = parentAt(page, testApp(), fillByMouse);
    await openLoan(page, testApp(), await loanWithStudents(testApp(), fixture), 'applications');
    await parent.isAtApplicant({ opensSections: false });
    return { page, parent };
  }
});

describe('the plans', () => {
  test('show what each costs, and which are not offered', async () => {
    const { page } = await form('the plans show what they cost', raman);
    await control(page, 'EMI tenure').click();
    const plans = page.getByRole('dialog', { name: 'Choose a plan' });
    const refused = plans.getByRole('radio', { name: /^5 months/ });
    expect(await refused.isDisabled()).toBe(true);
    await plans.getByText(messageText('status.plan.notOffered')).first().waitFor();
    expect(await button(plans, 'Take this plan').isDisabled()).toBe(true);
    await plans.getByRole('radio', { name: /^7 months/ }).check();
    await button(plans, 'Take this plan').click();
    // 144350 + 2.4 %, in 7 parts; 1.1 % and 100; one instalment ahead; 49.
    const section = card(page, 'EMI Details');
    await section.getByRole('button').getByText('7 months, ₹21,117 a month').waitFor();
    await section.getByText('Total initial payment').waitFor();
    expect(await shownText(section)).toMatch(
      /Processing fee\s*₹1,688\s*Down payment\s*₹21,117\s*Membership fee\s*₹49\s*Total initial payment\s*₹22,854/,
    );
  });

  test('stand together on the screen of a phone, to be compared', async () => {
    const { page } = await form('the plans are compared on a phone', raman);
    await control(page, 'EMI tenure').click();
    const plans = page.getByRole('dialog', { name: 'Choose a plan' });
    await plans.getByText('₹1,737 over the fees · 7.29% APR').waitFor();
    const rows = await Promise.all((await plans.getByRole('radio').all()).map((row) => row.boundingBox()));
    const buttons = await button(plans, 'Cancel').boundingBox();
    expect(rows).toHaveLength(8);
    expect(Math.max(...rows.map((row) => (row ? row.y + row.height : Infinity)))).toBeLessThan(
      buttons?.y ?? 0,
    );
  });

  test('unfold what is paid now and later, and what the institution pays', async () => {
    const { page } = await form('a plan unfolds', sharma);
    await control(page, 'EMI tenure').click();
    const plans = page.getByRole('dialog', { name: 'Choose a plan' });
    // 142839 in 6 parts, one of them ahead: 23806.5 each, and what is left for the last.
    await plans.getByRole('radio', { name: /^6 months/ }).check();
    await plans.getByText('Pay ₹23,807 now, then 4 × ₹23,807 and a last ₹23,804.').waitFor();
    await plans.getByText('The school pays ₹3,662 of the fees.').waitFor();
  });

  test('can be left as they were', async () => {
    const { page } = await form('the plans are left');
    testApp().hold('listEmiOptions');
    await page.reload();
    await openAncestorDetails(control(page, 'EMI tenure'));
    await control(page, 'EMI tenure').click();
    const plans = page.getByRole('dialog', { name: 'Choose a plan' });
    await button(plans, 'Cancel').click();
    await plans.waitFor({ state: 'detached' });
    testApp().letGo();
    expect(await shownText(control(page, 'EMI tenure'))).toBe('Choose a plan');
  });

  test('tell why they cannot be shown', async () => {
    const loan = await loanWithStudents(testApp(), selvi);
    testApp().faults.arm({
      operation: 'listEmiOptions',
      fault: 'refused',
      message: 'No plans tonight',
    });
    const { page } = await phoneFor(await open(), 'the plans are refused');
    await openLoan(page, testApp(), loan, 'applications');
    await alert(page).getByRole('heading', { name: 'ERROR : No plans tonight' }).waitFor();
    await button(alert(page), 'OK').click();
    testApp().cutOff('listEmiOptions');
    await openAncestorDetails(control(page, 'EMI tenure'));
    await control(page, 'EMI tenure').click();
    await alert(page).getByText(messageText('status.plan.unheard')).waitFor();
    testApp().faults.disarmAll();
    await button(alert(page), 'OK').click();
    await control(page, 'EMI tenure').click();
    await page.getByRole('radio', { name: /^3 months/ }).waitFor();
  });

  test('are calculated again when the fees change', async () => {
    const { page, parent } = await sent('the plans are calculated again');
    await button(page, 'Previous').click();
    await parent.isAtStudents();
    await answer(page, 'Annual fee', '30000');
    await parent.savesTheStudents();
    await page.getByText(messageText('applicant.emi.recalculated')).waitFor();
    await page.getByText('It was ₹6,667 a month and is ₹10,000 a month now.').waitFor();
    await card(page, 'EMI Details').getByRole('button').getByText('3 months, ₹10,000 a month').waitFor();
  });

  test('are chosen again when the course has others', async () => {
    const { page, parent } = await sent('the plans are cleared');
    await button(page, 'Previous').click();
    await parent.isAtStudents();
    await answer(page, 'Course', 'Any course');
    await parent.savesTheStudents();
    await page.getByText(messageText('applicant.emi.cleared')).waitFor();
    expect(await shownText(control(page, 'EMI tenure'))).toBe('Choose a plan');
    await parent.choosesAPlan(6);
  });

  test('are none for a course that has none yet', async () => {
    await testApp().withoutPlans(102, async () => {
      const { page } = await form('there are no plans');
      await control(page, 'EMI tenure').click();
      await page.getByText(messageText('status.plan.none')).waitFor();
    });
  });
});

const alert = (page: Page) => page.getByRole('alertdialog');

const form = async (name: string, fixture: ApplicantFixture = selvi) =>
  formOf(name, await loanWithStudents(testApp(), fixture));

const sent = async (name: string) => formOf(name, await submittedLoan(testApp(), selvi));

async function formOf(name: string, loan: CreatedLoan) {
  const { page } = await phoneFor(await open(), name);
  const parent = parentAt(page, testApp());
  await openLoan(page, testApp(), loan, 'applications');
  await parent.isAtApplicant();
  await page.getByRole('combobox', { name: 'Bank name' }).and(page.locator(':not([readonly])')).waitFor();
  return { page, parent };
}
