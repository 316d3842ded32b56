/** The app's texts around its screens: status pages, steps, drafts, the connection, queries. */
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { browserForFile } from '../support/browser.ts';
import { eventually, hasFocus } from './support/eventually.ts';
import { raman, selvi } from './support/fixtures.ts';
import { answer, button, card, control } from './support/interactions.ts';
import { loanWithStudents, newLoan, openLoan, queriedLoan } from './support/loans.ts';
import { parentAt } from './support/parent.ts';
import { followQuestion } from './support/questions.ts';
import { phoneFor } from './support/screens.ts';
import { messageText } from './support/message-text.ts';
import { testAppForFile } from './support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();

beforeEach(() => testApp().faults.disarmAll());

describe('a page that cannot be shown', () => {
  test('without a key shows only a message', async () => {
    const { page } = await phoneFor(await open(), 'there is no key');
    await page.goto(testApp().url);
    await page.getByText('API KEY NOT FOUND').waitFor();
    expect(await page.locator('body').allInnerTexts()).toEqual(['API KEY NOT FOUND']);
  });

  test('reports code that does not load and loads it again on request', async () => {
    const loan = await loanWithStudents(testApp());
    const { page } = await phoneFor(await open(), 'the code of a screen does not come');
    let isCut = true;
    await page.route(/\/assets\/screen-[^/]+\.js$/, (route) => (isCut ? route.abort() : route.continue()));
    await openLoan(page, testApp(), loan, 'student');
    await page.getByRole('heading', { name: messageText('app.broken.title') }).waitFor();
    await page.getByText(messageText('app.broken.help')).waitFor();
    isCut = false;
    await button(page, 'Try again').click();
    await card(page, 'Student 1').waitFor();
  });
});

test('each page has an icon, and the consumer app a manifest and icons to be installed with', async () => {
  const { page } = await phoneFor(await open(), 'the icon of the pages');
  const typesOn = async (path: string) => {
    await page.goto(testApp().url + path);
    const links = await page.locator('link[rel*=icon], link[rel=manifest]').all();
    const addresses = await Promise.all(links.map((link) => link.getAttribute('href')));
    const answers = await Promise.all(addresses.map((to) => fetch(testApp().url + to)));
    return answers.map(({ status, headers }) => [status, headers.get('content-type')]);
  };
  const icon = [200, 'image/svg+xml'];
  expect(await typesOn(`/?api_key=${testApp().key}`)).toEqual([icon]);
  expect(await typesOn('/review')).toEqual([icon]);
  const png = [200, 'image/png'];
  expect(await typesOn('/app')).toEqual([icon, png, [200, 'application/manifest+json']]);
  const manifest = (await (await fetch(`${testApp().url}/app.webmanifest`)).json()) as {
    icons: { src: string }[];
  };
  for (const { src } of manifest.icons) expect((await fetch(testApp().url + src)).status).toBe(200);
});

describe('what was typed', () => {
  test('is said to be saved, and where', async () => {
    const { page, context } = await students('the draft is marked');
    testApp().hold('keepDraft');
    await answer(page, 'Student name', 'Kavin');
    await mark(page, 'Saving…').waitFor();
    testApp().letGo();
    await mark(page, 'Saved').waitFor();
    await context.setOffline(true);
    await page.getByText(messageText('app.offline.title')).waitFor();
    await page.getByText(messageText('app.offline.help')).waitFor();
    await answer(page, 'Student name', 'Kavin Raman');
    await mark(page, messageText('app.draft.kept')).waitFor();
    await context.setOffline(false);
    await mark(page, 'Saved').waitFor();
  });

  test.each([
    ['app.draft.conflict.mine', 'Here'],
    ['app.draft.conflict.theirs', 'There'],
  ] as const)('is never overwritten by another tab without asking: %s', async (choice, kept) => {
    const { page, context, loan } = await students(`two tabs differ, ${choice}`);
    const other = await context.newPage();
    await openLoan(other, testApp(), loan, 'student');
    await parentAt(other, testApp()).isAtStudents();
    // Filled in at once: a dialog that opened between two keys would take the remaining ones.
    await control(page, 'Student name').fill('First');
    await mark(page, 'Saved').waitFor();
    await control(other, 'Student name').fill('There');
    const question = other.getByRole('alertdialog', {
      name: messageText('app.draft.conflict'),
    });
    await question.getByText(messageText('app.draft.conflict.help')).waitFor();
    await button(question, messageText('app.draft.conflict.mine')).click();
    await mark(other, 'Saved').waitFor();

    await control(page, 'Student name').fill('Here');
    await button(page.getByRole('alertdialog'), messageText(choice)).click();
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await eventually(() => control(page, 'Student name').inputValue()).toBe(kept);
  });

  test('is said to stay in this tab where the application was sent meanwhile', async () => {
    const { page, loan } = await students('it was sent elsewhere');
    await testApp().alter(loan.loanId, { status: 'approved' });
    await answer(page, 'Student name', 'Kavin');
    await mark(page, messageText('app.draft.refused')).waitFor();
    await button(page, messageText('app.draft.reload')).click();
    await parentAt(page, testApp()).verdict().waitFor();
  });

  const mark = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true });

  async function students(name: string) {
    const loan = await newLoan(testApp(), selvi);
    const { page, context } = await phoneFor(await open(), name);
    await openLoan(page, testApp(), loan, 'student');
    await parentAt(page, testApp()).isAtStudents();
    return { page, context, loan };
  }
});

describe('what a reviewer asked', () => {
  test('stands on each step, and only that can be changed', async () => {
    const loan = await queriedLoan(testApp(), {
      'personal_details.pan': { message: 'It is not the one on the card.' },
    });
    const [first] = await testApp().studentsOf(loan.loanId);
    await testApp().ask(loan.loanId, `el_details.students.${first?.id}.student_roll_no`, {
      message: 'A digit is missing.',
    });
    const { page } = await phoneFor(await open(), 'a reviewer asked');
    const parent = parentAt(page, testApp());
    await openLoan(page, testApp(), loan, 'student');
    await parent.isAtStudents();
    await page.getByRole('heading', { name: 'The reviewer asks about 2 answers', exact: true }).waitFor();
    const steps = page.getByRole('navigation', {
      name: 'Steps of the application',
    });
    await steps.getByText(messageText('app.step.asked')).first().waitFor();
    await page.getByText('The reviewer asks: A digit is missing.').first().waitFor();
    await followQuestion(page, 'Student 1: Roll number');
    const roll = control(card(page, 'Student 1'), 'Roll number');
    await hasFocus(roll);
    await page.locator('.query-summary summary').click();
    await page.getByRole('switch', { name: messageText('app.query.showAll') }).check();
    expect(await control(card(page, 'Student 1'), 'Student name').getAttribute('readonly')).not.toBeNull();
    await page.getByText('Locked').first().waitFor();
    await roll.fill('10412');
    await button(page, 'Next').click();
    await parent.isAtApplicant();
    await control(page, 'PAN number').fill('ABCPR4321K');
    await parent.declares();
    await parent.submits();
    await parent.verdict().waitFor();
    const saved = await testApp().loanOf(loan.loanId);
    expect(saved.personalDetails.pan).toBe('ABCPR4321K');
    expect((await testApp().studentsOf(loan.loanId))[0]?.student_roll_no).toBe('10412');
    expect(saved.name).toBe(raman.create.Name);
  });
});
