/** States after Submit. */
import type { Page } from 'playwright-core';
import { raman } from '../support/families.ts';
import { button } from '../support/hands.ts';
import { answeredLoan, openLoan } from '../support/loans.ts';
import { parentAt } from '../support/parent.ts';
import type { World } from '../support/world.ts';
import { submitted } from './applicant.ts';
import type { Bring } from './index.ts';

export const statusStates = {
  waiting: async (page, world) => {
    const parent = await submitted(page, world);
    await parent.declares();
    world.faults.arm({ operation: 'createOnLender', fault: 'slow', ms: 20_000 });
    await parent.submits();
    await page
      .getByText(/^This can take a minute/)
      .first()
      .waitFor();
  },
  'status-timed-out': (page, world) => refusedBy(page, world, 'timedOut'),
  'status-unheard': (page, world) => refusedBy(page, world, 'cut'),
  'status-refused': (page, world) => refusedBy(page, world, 'refused'),
  'status-refused-fields': async (page, world) => {
    const parent = await submitted(page, world);
    await parent.declares();
    await world.offerPlan(raman.seeded.tenure, false);
    await parent.submits();
    await parent.alert().waitFor();
    await world.offerPlan(raman.seeded.tenure, true);
  },
  'status-approved': (page, world) =>
    verdict(page, world, 'approved', { status: 'APPROVED', url: 'https://lender.example/continue' }),
  'status-approved-no-link': (page, world) => verdict(page, world, 'approved', { status: 'APPROVED' }),
  'status-rejected': (page, world) => verdict(page, world, 'rejected', { status: 'REJECTED' }),
  'status-pending': (page, world) => verdict(page, world, 'pending', { status: 'PENDING' }),
  'status-in-progress': (page, world) => verdict(page, world, 'in_progress', { status: 'IN_PROGRESS' }),
  'status-under-review': (page, world) => verdict(page, world, 'under_review', { status_code: 1001 }),
  'applicant-sent': async (page, world) => {
    await verdict(page, world, 'approved', { status: 'APPROVED' });
    await button(page, 'Close').click();
    await page.getByText(/^Your application has been sent/).waitFor();
  },
  'success-approved': (page, world) => success(page, world, 'approved'),
  'success-pending': (page, world) => success(page, world, 'pending'),
  'success-rejected': (page, world) => success(page, world, 'rejected'),
  'success-review': (page, world) => success(page, world, 'under_review'),
} satisfies Record<string, Bring>;

async function refusedBy(page: Page, world: World, fault: 'timedOut' | 'cut' | 'refused') {
  const parent = await submitted(page, world);
  await parent.declares();
  const message = 'The lender has a fault of its own. Please try again later.';
  world.faults.arm({ operation: 'createOnLender', fault, message, times: fault === 'cut' ? 1000 : 1 });
  await parent.submits();
  await parent.alert().waitFor();
}

type Answered = Parameters<typeof answeredLoan>;

async function verdict(page: Page, world: World, status: Answered[1], result: Answered[2]) {
  await openLoan(page, world, await answeredLoan(world, status, result), 'applications');
  await parentAt(page, world).verdict().waitFor();
}

async function success(page: Page, world: World, status: Answered[1]) {
  await openLoan(page, world, await answeredLoan(world, status, {}), 'success');
  await button(page, 'Go to Dashboard').waitFor();
}
