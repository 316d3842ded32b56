/** The screens after the approval are accessible, and the key facts can be read by keyboard too. */
import { expect, test } from 'vitest';
import { browserForFile } from '../../support/browser.ts';
import { offerStates } from '../states/offers.ts';
import { earlyRepaymentStates } from '../states/early-repayment.ts';
import { repaymentStates } from '../states/repayment.ts';
import { opensServicing, servicingStates } from '../states/servicing.ts';
import { describeAccessibility } from '../support/accessibility.ts';
import { eventually, hasFocus } from '../support/eventually.ts';
import { button } from '../support/interactions.ts';
import { messageText } from '../support/message-text.ts';
import { desktopFor, phoneFor } from '../support/screens.ts';
import { servicingOf } from '../support/servicing.ts';
import { testAppForFile } from '../support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();

describeAccessibility(
  { ...offerStates, ...servicingStates, ...repaymentStates, ...earlyRepaymentStates },
  [
    ...([
      'offers-facts',
      'key-facts',
      'consents',
      'servicing-kyc',
      'servicing-mandate',
      'servicing-cancel',
    ] as const),
    ...(['repayment', 'repayment-overdue', 'repayment-debit-awaited', 'repayment-debit-returned'] as const),
    'repayment-foreclosure' as const,
    'repayment-prepayment' as const,
    'repayment-prepayment-refused' as const,
  ],
  open,
  testApp,
);

test('the key facts are acknowledged by keyboard, once their end has been on the screen', async () => {
  const { page } = await phoneFor(await open(), 'key facts by keyboard');
  await offerStates['key-facts'](page, testApp());
  const acknowledge = button(page, messageText('servicing.keyFacts.acknowledge'));
  await expect(acknowledge.getAttribute('aria-disabled')).resolves.toBe('true');
  await page.getByText(messageText('servicing.keyFacts.acknowledge.reading')).waitFor();
  // The statement is no keyboard trap: Tab leads through its tables to its end.
  for (let press = 0; press < 40; press += 1) {
    await page.keyboard.press('Tab');
    if (await acknowledge.evaluate((element) => element === document.activeElement)) break;
  }
  await hasFocus(acknowledge);
  await eventually(() => acknowledge.getAttribute('aria-disabled')).toBeNull();
  await page.keyboard.press('Enter');
  await page.getByText(/^You have acknowledged these key facts on /).waitFor();
});

test('the key facts begin with six things to know, and lead to their parts', async () => {
  const { page } = await phoneFor(await open(), 'the parts of the key facts');
  await offerStates['key-facts'](page, testApp());
  const summary = page.getByRole('region', { name: messageText('servicing.keyFacts.summary') });
  const answers = await summary.locator('.key-facts-row').allInnerTexts();
  expect(answers).toHaveLength(6);
  // 60,000 with an instalment of 6,300, an APR of 19.84 % and 500 for a late payment.
  for (const [index, amount] of ['₹60,000.00', '₹6,300.00', '19.84%', '₹500.00'].entries())
    expect(answers[index]).toContain(amount);
  // Whoever cancels is told the amount that the lender keeps.
  expect(answers[4]).toMatch(
    /That fee is ₹[\d,.]+\. Your other payments by then, such as an advance instalment, are taken off what you pay back\./,
  );
  const parts = page.getByRole('navigation', { name: messageText('servicing.keyFacts.contents') });
  await eventually(() => parts.getByRole('link').count()).toBe(4);
  // A phone shows them in one line, without a scroll.
  const size = await parts.evaluate((nav) => ({
    hidden: nav.scrollWidth - nav.clientWidth,
    lines: Math.round(nav.clientHeight / (nav.querySelector('a')?.clientHeight ?? 1)),
  }));
  expect(size).toEqual({ hidden: 0, lines: 1 });
  await parts.getByRole('link').nth(2).click();
  const top = () => page.locator('#key-facts-annexB').evaluate((part) => part.getBoundingClientRect().top);
  await eventually(async () => Math.abs((await top()) - 56) < 30).toBe(true);
  await parts.getByRole('link').first().waitFor();
});

test('the annexes of the key facts are unfolded by their links, and nothing of the schedule is cut off', async () => {
  const { page } = await phoneFor(await open(), 'the schedule of the key facts');
  await offerStates['key-facts'](page, testApp());
  const schedule = page.locator('#key-facts-annexC');
  const instalments = schedule.getByText('₹6,300.00', { exact: true });
  expect(await instalments.first().isVisible()).toBe(false);
  const parts = page.getByRole('navigation', { name: messageText('servicing.keyFacts.contents') });
  await parts.getByRole('link').last().click();
  await instalments.first().waitFor();
  expect(await instalments.count()).toBe(10);
  const widths = await page
    .locator('.key-facts-scroll')
    .evaluateAll((tables) => tables.map((table) => table.scrollWidth - table.clientWidth));
  expect(Math.max(...widths)).toBeLessThanOrEqual(0);
});

test('a phone names the current of the steps to the loan, and shows the others as dots', async () => {
  const { page } = await phoneFor(await open(), 'the steps to the loan on a phone');
  await opensServicing(page, testApp(), { readServicing: servicingOf() });
  await page.getByText('Step 1 of 5: Agreement').waitFor();
  const sizes = await page
    .locator('.step-track-name')
    .evaluateAll((names) => names.map((name) => name.clientWidth));
  expect(sizes).toEqual([1, 1, 1, 1, 1]);
});

test('a provider’s page that does not come leaves the button to be pressed again', async () => {
  const { page } = await phoneFor(await open(), 'a provider without a page');
  await page.clock.install();
  await opensServicing(page, testApp(), {
    readServicing: servicingOf({ stage: 'agreement_signed', next: 'kyc' }),
    startKyc: { url: 'https://provider.example/kyc', expires_at: '2027-01-01T00:00:00Z' },
  });
  await page.route('https://provider.example/**', (route) => route.abort('aborted'));
  const start = button(page, messageText('servicing.kyc.start'));
  const isBusy = () => start.getAttribute('aria-busy');
  await start.click();
  await eventually(isBusy).toBe('true');
  await page.clock.fastForward(15_000);
  await eventually(isBusy).toBeNull();
  await start.click();
  await eventually(isBusy).toBe('true');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await eventually(isBusy).toBeNull();
});

test('a mandate that the bank has refused names its way, and none is chosen', async () => {
  const { page } = await phoneFor(await open(), 'a refused mandate');
  await servicingStates['servicing-mandate'](page, testApp());
  expect(await page.getByRole('radio', { checked: true }).count()).toBe(0);
  const refused = page.locator('label', { hasText: messageText('servicing.mandate.refusedWay') });
  expect(await refused.innerText()).toContain(messageText('servicing.mandate.netBanking'));
  const again = button(page, messageText('servicing.mandate.again'));
  await again.press('Enter');
  await hasFocus(page.getByRole('radio').first());
  await page.getByLabel(messageText('servicing.mandate.debitCard')).check();
  expect(await again.getAttribute('aria-disabled')).toBeNull();
});

test('the page of an accepted offer compares no lenders, and its way on is as wide as a phone allows', async () => {
  const { page } = await phoneFor(await open(), 'an accepted offer');
  await offerStates['offers-accepted'](page, testApp());
  expect(await page.getByText(messageText('servicing.offers.lead')).count()).toBe(0);
  const goOn = page.getByRole('link', { name: messageText('servicing.offers.accepted.open') });
  const width = (element: Element) => element.getBoundingClientRect().width;
  expect(await goOn.evaluate(width)).toBe(await goOn.locator('xpath=..').evaluate(width));
});

test('an offer is accepted with what the lender needs, told apart from what is the choice of a parent', async () => {
  const { page } = await phoneFor(await open(), 'the consents of an acceptance');
  await offerStates['key-facts-consents'](page, testApp());
  const needed = page.getByRole('group', { name: messageText('servicing.acceptance.needed') });
  const choice = page.getByRole('group', { name: messageText('servicing.acceptance.optional') });
  expect(await needed.getByRole('checkbox').count()).toBe(5);
  expect(await choice.getByRole('checkbox').count()).toBe(2);
  const summary = page.getByRole('group', { name: messageText('servicing.acceptance.error.required') });
  await hasFocus(summary);
  expect(await page.locator('.field-error').count()).toBe(0);
  expect(await needed.locator('[aria-invalid="true"]').count()).toBe(5);
  const bureau = messageText('servicing.consent.creditBureau');
  await summary.getByRole('link', { name: bureau }).click();
  await hasFocus(page.getByRole('checkbox', { name: bureau }));
});

test('consents that were given together stand in one card, those that were withdrawn last', async () => {
  const { page } = await phoneFor(await open(), 'the consents of a loan');
  await offerStates.consents(page, testApp());
  const given = page.getByRole('region', { name: 'Sandbox lender 15' });
  expect(await given.count()).toBe(1);
  const rows = await given.getByRole('listitem').allInnerTexts();
  expect(rows).toHaveLength(7);
  expect(rows.map((row) => row.includes(messageText('servicing.consents.withdrawn')))).toEqual([
    ...Array.from({ length: 6 }, () => false),
    true,
  ]);
});

test('the table of offers leads to the key facts of each, above the lenders that have none', async () => {
  const { page } = await desktopFor(await open(), 'the table of offers');
  await offerStates.offers(page, testApp());
  const top = (element: Element) => element.getBoundingClientRect().top;
  const read = page.getByRole('link', { name: messageText('servicing.offer.keyFacts') });
  const tops = await read.evaluateAll((links) => links.map((one) => one.getBoundingClientRect().top));
  expect(tops).toHaveLength(3);
  const others = page.getByRole('region', { name: messageText('servicing.offers.others') });
  expect(Math.max(...tops)).toBeLessThan(await others.evaluate(top));
  const [fifteen, eleven] = ['Sandbox lender 15', 'Sandbox lender 11'].map((lender) =>
    page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: lender }) }),
  );
  expect(await fifteen?.getByText(messageText('servicing.fact.coolingOff')).count()).toBe(0);
  await fifteen?.getByText(messageText('servicing.fact.validUntil')).waitFor();
  await eleven?.getByText(messageText('servicing.offer.nothingFirst')).waitFor();
  // The note of a changed offer comes after its figures, which stay in line with those of the others.
  const note = eleven?.getByText(messageText('servicing.offer.revised'));
  const price = eleven?.getByText('₹6,420.18');
  expect(await price?.evaluate(top)).toBeLessThan((await note?.evaluate(top)) ?? 0);
});

test('all facts of the offers explain what an offer costs more than the plan', async () => {
  const { page } = await phoneFor(await open(), 'all facts of the offers');
  await offerStates['offers-facts'](page, testApp());
  const facts = page.getByRole('table', { name: messageText('servicing.comparison.table') });
  await facts.getByText(/^One instalment is paid before the loan begins\./).waitFor();
  await facts
    .getByText(/ more interest: /)
    .first()
    .waitFor();
  await facts
    .getByText(/ more in charges: /)
    .first()
    .waitFor();
});
