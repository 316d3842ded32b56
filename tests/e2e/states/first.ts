/** States before there is a loan, and status pages in place of one. */
import { raman } from '../support/fixtures.ts';
import { answerAll, button } from '../support/interactions.ts';
import { knowLoan, loanWithStudents, newLoan, openLoan } from '../support/loans.ts';
import { parentAt } from '../support/parent.ts';
import type { OpenState } from './index.ts';

export const firstStates = {
  'key-missing': async (page, testApp) => {
    await page.goto(testApp.url);
    await page.getByText('API KEY NOT FOUND').waitFor();
  },
  'not-found': async (page, testApp) => {
    await page.goto(`${testApp.url}/nowhere?api_key=${testApp.key}`);
    await page.getByRole('heading', { name: 'There is no page at this address' }).waitFor();
  },
  opening: async (page, testApp) => {
    testApp.hold('getLoan');
    await openLoan(page, testApp, await newLoan(testApp), 'student');
    await page.getByRole('status').getByText('Loading').first().waitFor();
  },
  'opening-failed': async (page, testApp) => {
    testApp.faults.arm({ operation: 'getLoan', fault: 'refused', status: 500, message: 'Out of order' });
    await openLoan(page, testApp, await newLoan(testApp), 'student');
    await button(page, 'Try again').waitFor();
  },
  broken: async (page, testApp) => {
    await page.route(/\/assets\/screen-[^/]+\.js$/, (route) => route.abort());
    await openLoan(page, testApp, await newLoan(testApp), 'student');
    await button(page, 'Try again').waitFor();
  },

  create: (page, testApp) => parentAt(page, testApp).opensTheLink(),
  'create-test': (page, testApp) => parentAt(page, testApp).opensTheLink('&test=1'),
  'create-filled': async (page, testApp) => {
    await parentAt(page, testApp).opensTheLink();
    await parentAt(page, testApp).fillsTheCreateForm(raman);
  },
  'create-errors': async (page, testApp) => {
    await parentAt(page, testApp).opensTheLink();
    await button(page, 'Submit').click();
    await page.getByRole('group', { name: /^Please check/ }).waitFor();
  },
  'create-continue': async (page, testApp) => {
    await knowLoan(page, testApp, await loanWithStudents(testApp, raman));
    await knowLoan(page, testApp, await newLoan(testApp));
    await page.goto(`${testApp.url}/?api_key=${testApp.key}`);
    await button(page, 'Start another').waitFor();
  },
  'create-earlier': async (page, testApp) => {
    await knowLoan(page, testApp, await loanWithStudents(testApp, raman));
    await parentAt(page, testApp).opensTheLink();
    await parentAt(page, testApp).fillsTheCreateForm(raman);
    await button(page, 'Submit').click();
    await page.getByRole('alertdialog').waitFor();
  },
  'create-checking': async (page, testApp) => {
    await parentAt(page, testApp).opensTheLink();
    await parentAt(page, testApp).fillsTheCreateForm(raman);
    testApp.hold('verifyEmail');
    await button(page, 'Submit').click();
    await page.getByText(/^Checking your email/).waitFor();
  },
  'create-email-refused': async (page, testApp) => {
    await parentAt(page, testApp).opensTheLink();
    await answerAll(page, { ...raman.create, Email: 'meena@invalid.example' });
    await button(page, 'Submit').click();
    await page.getByRole('alertdialog').waitFor();
  },
  'create-no-response': async (page, testApp) => {
    await parentAt(page, testApp).opensTheLink();
    await parentAt(page, testApp).fillsTheCreateForm(raman);
    testApp.cutOff('createLoan');
    await button(page, 'Submit').click();
    await page.getByRole('alertdialog').waitFor();
  },
  'create-offline': async (page, testApp) => {
    await parentAt(page, testApp).opensTheLink();
    await page.context().setOffline(true);
    await page.getByText('You are offline').waitFor();
  },
} satisfies Record<string, OpenState>;
