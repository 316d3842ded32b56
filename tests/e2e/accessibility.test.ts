/** Everybody can use the embedded flow: axe finds nothing, nothing is wider than the page, the keyboard is enough. */
import { expect, test } from 'vitest';
import { browserForFile } from '../support/browser.ts';
import { parentStates } from './states/index.ts';
import { describeAccessibility } from './support/accessibility.ts';
import { sharma } from './support/fixtures.ts';
import { keyboardAt } from './support/keyboard.ts';
import { parentAt } from './support/parent.ts';
import { expectedRecord, savedRecord } from './support/saved-record.ts';
import { desktopFor } from './support/screens.ts';
import { testAppForFile } from './support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();

describeAccessibility(
  parentStates,
  [
    ...(['create', 'create-errors', 'create-email-refused', 'reentry-typing', 'students-filled'] as const),
    ...(['students-errors', 'students-delete', 'students-receipt', 'applicant-filled'] as const),
    ...(['applicant-errors', 'applicant-plans', 'applicant-queried', 'waiting', 'status-approved'] as const),
    ...(['status-screen', 'success-approved', 'documents', 'documents-redact', 'terms'] as const),
  ],
  open,
  testApp,
);

test('the keyboard alone leads from the create form to the lender’s approval', async () => {
  const { page } = await desktopFor(await open(), 'the keyboard alone');
  const keyboard = keyboardAt(page);
  const parent = parentAt(page, testApp());
  const fixture = { ...sharma, create: { ...sharma.create, Email: 'keys@example.org' } };
  await parent.opensTheLink();
  for (const [label, typed] of Object.entries(fixture.create)) await keyboard.answers(label, typed);
  await page.keyboard.press('Enter');
  await parent.isAtStudents();
  const loanId = parent.loanId();

  await page.getByRole('combobox', { name: 'Institution' }).and(page.locator(':not([readonly])')).waitFor();
  await keyboard.answers('Institution', fixture.institution);
  for (const [label, typed] of Object.entries(fixture.students[0] ?? {}))
    await keyboard.answers(label, typed);
  await keyboard.presses('Submit');
  await parent.isAtApplicant();

  for (const [section, answers] of Object.entries(fixture.applicant)) {
    for (const [label, typed] of Object.entries(answers)) await keyboard.answers(label, typed);
    if (section === 'Bank Details') {
      await keyboard.presses('EMI tenure');
      await page.getByRole('radio', { name: /^6 months/ }).waitFor();
      await page.keyboard.press('Tab');
      await page.keyboard.press('ArrowDown');
      expect(await page.getByRole('radio', { name: /^6 months/ }).isChecked()).toBe(true);
      await keyboard.presses('Take this plan');
    }
  }
  await keyboard.answers('I declare that the details given are true and genuine.', true);
  await keyboard.answers('I agree to the terms and the privacy policy.', true);
  const consents = page.getByRole('region', { name: 'Your consents' }).getByRole('checkbox');
  const labels = await consents.evaluateAll((boxes: HTMLInputElement[]) =>
    boxes.map((box) => box.labels?.[0]?.textContent ?? ''),
  );
  expect(labels).toHaveLength(3);
  for (const label of labels) await keyboard.answers(label, true);
  await keyboard.presses('Submit');
  await parent.verdict().getByRole('heading', { name: 'Your loan is approved' }).waitFor();
  await keyboard.goesTo('Continue to the lender');
  expect(await savedRecord(testApp(), loanId)).toEqual(expectedRecord(fixture));
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: 'What was sent' }).waitFor();
  await keyboard.goesTo('Continue to the lender');
});
