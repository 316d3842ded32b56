/** States after Submit. */
import type { Page } from 'playwright-core';
import { raman } from '../support/fixtures.ts';
import { button } from '../support/interactions.ts';
import { answeredLoan, openLoan } from '../support/loans.ts';
import { parentAt } from '../support/parent.ts';
import type { TestApp } from '../support/test-app.ts';
import { submitted } from './applicant.ts';
import type { OpenState } from './index.ts';

export const statusStates = {
  waiting: async (page, testApp) => {
    const parent = await submitted(page, testApp);
    await parent.declares();
    testApp.hold('createOnLender');
    await parent.submits();
    await page
      .getByText(/^This can take a minute/)
      .first()
      .waitFor();
  },
  'status-timed-out': (page, testApp) => refusedBy(page, testApp, 'timedOut'),
  'status-no-response': (page, testApp) => refusedBy(page, testApp, 'cut'),
  'status-refused': (page, testApp) => refusedBy(page, testApp, 'refused'),
  'status-refused-fields': async (page, testApp) => {
    const parent = await submitted(page, testApp);
    await parent.declares();
    await testApp.offerPlan(raman.seeded.tenure, false);
    await parent.submits();
    await parent.alert().waitFor();
    await testApp.offerPlan(raman.seeded.tenure, true);
  },
  'status-approved': (page, testApp) =>
    verdict(page, testApp, 'approved', { status: 'APPROVED', url: 'https://lender.example/continue' }),
  'status-approved-no-link': (page, testApp) => verdict(page, testApp, 'approved', { status: 'APPROVED' }),
  'status-rejected': (page, testApp) => verdict(page, testApp, 'rejected', { status: 'REJECTED' }),
  'status-pending': (page, testApp) => verdict(page, testApp, 'pending', { status: 'PENDING' }),
  'status-in-progress': (page, testApp) => verdict(page, testApp, 'in_progress', { status: 'IN_PROGRESS' }),
  'status-under-review': (page, testApp) => verdict(page, testApp, 'under_review', { status_code: 1001 }),
  'status-screen': async (page, testApp) => {
    await verdict(page, testApp, 'approved', { status: 'APPROVED', url: 'https://lender.example/continue' });
    await button(page, 'Close').click();
    await page.getByText(/^What was sent/).waitFor();
  },
  'status-screen-pending': async (page, testApp) => {
    await verdict(page, testApp, 'pending', { status: 'PENDING' });
    await button(page, 'Close').click();
    await page.getByRole('link', { name: 'Upload documents' }).waitFor();
  },
  'status-screen-rejected': async (page, testApp) => {
    await verdict(page, testApp, 'rejected', { status: 'REJECTED' });
    await button(page, 'Close').click();
    await page.getByText(/^What was sent/).waitFor();
  },
  'status-screen-in-progress': async (page, testApp) => {
    await verdict(page, testApp, 'in_progress', { status: 'IN_PROGRESS' });
    await button(page, 'Close').click();
    await page.getByText(/^What was sent/).waitFor();
  },
  'success-approved': (page, testApp) => success(page, testApp, 'approved'),
  'success-pending': (page, testApp) => success(page, testApp, 'pending'),
  'success-rejected': (page, testApp) => success(page, testApp, 'rejected'),
  'success-review': (page, testApp) => success(page, testApp, 'under_review'),
} satisfies Record<string, OpenState>;

async function refusedBy(page: Page, testApp: TestApp, fault: 'timedOut' | 'cut' | 'refused') {
  const parent = await submitted(page, testApp);
  await parent.declares();
  const message = 'The lender has a fault of its own. Please try again later.';
  testApp.faults.arm({ operation: 'createOnLender', fault, message, times: fault === 'cut' ? 1000 : 1 });
  await parent.submits();
  await parent.alert().waitFor();
}

type Answered = Parameters<typeof answeredLoan>;

async function verdict(page: Page, testApp: TestApp, status: Answered[1], result: Answered[2]) {
  await openLoan(page, testApp, await answeredLoan(testApp, status, result), 'applications');
  await parentAt(page, testApp).verdict().waitFor();
}

async function success(page: Page, testApp: TestApp, status: Answered[1]) {
  const result = status === 'approved' ? { status: 'APPROVED', url: 'https://lender.example/continue' } : {};
  await openLoan(page, testApp, await answeredLoan(testApp, status, result), 'success');
  await page.getByRole('link', { name: 'Go to Dashboard' }).waitFor();
}
