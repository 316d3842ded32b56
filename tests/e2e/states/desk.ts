/** States of the reviewer's desk. */
import type { Page } from 'playwright-core';
import {
  anotherReviewer,
  answeredApplication,
  applicationWithReceipt,
  asked,
  decided,
  demoReviewer,
  endSessions,
  fullQueue,
  staffCall,
} from '../support/desk.ts';
import { raman, withPanDigits } from '../support/families.ts';
import { button } from '../support/hands.ts';
import { submittedLoan } from '../support/loans.ts';
import { type Reviewer, reviewerAt } from '../support/reviewer.ts';
import type { Opened, World } from '../support/world.ts';
import type { Bring } from './index.ts';

export const deskStates = {
  'desk-sign-in': async (page, world) => {
    await reviewerAt(page, world).opensTheDesk();
    await button(page, 'Sign in').waitFor();
  },
  'desk-sign-in-empty': async (page, world) => {
    await reviewerAt(page, world).opensTheDesk();
    await button(page, 'Sign in').click();
    await page.getByRole('group', { name: /^Please check/ }).waitFor();
  },
  'desk-sign-in-wrong': async (page, world) => {
    await signInWith(page, world, 'not this one');
    await page.getByRole('alert').waitFor();
  },
  'desk-sign-in-locked': async (page, world) => {
    const reviewer = reviewerAt(page, world);
    const account = { ...(await anotherReviewer(world, 'Locked out')), password: 'wrong' };
    await reviewer.opensTheDesk();
    for (let tries = 0; tries < 5; tries += 1)
      await staffCall(world, account, '/review/session').catch(() => {});
    await reviewer.typesCredentials(account);
    await button(page, 'Sign in').click();
    await page.getByText(/^Too many tries/).waitFor();
  },
  'desk-unchecked': async (page, world) => {
    world.cutOff('currentReviewer');
    await reviewerAt(page, world).opensTheDesk();
    await button(page, 'Try again').waitFor();
  },

  'desk-queue': async (page, world) => {
    await fullQueue(world);
    const other = await anotherReviewer(world, 'Leela Nair');
    const [first] = await fullQueue(world);
    await staffCall(world, other, `/review/applications/${first?.loanId}/presence`, {});
    await queue(page, world);
  },
  'desk-queue-none': async (page, world) => {
    await submittedLoan(world);
    await queue(page, world);
    await page.getByLabel('Name, mobile number or loan id').fill('Nobody has this name');
    await page.getByText('Nothing here fits the search').waitFor();
  },
  'desk-queue-loading': async (page, world) => {
    world.faults.arm({ operation: 'searchApplications', fault: 'slow', ms: 20_000 });
    await reviewerAt(page, world).opensTheDesk();
    await reviewerAt(page, world).signsIn();
    await page.getByText('Loading the applications').first().waitFor({ state: 'attached' });
  },
  'desk-queue-failed': async (page, world) => {
    world.cutOff('searchApplications');
    await reviewerAt(page, world).opensTheDesk();
    await reviewerAt(page, world).signsIn();
    await button(page, 'Try again').waitFor();
  },

  'desk-application': async (page, world) => {
    await application(page, world);
  },
  'desk-application-missing': async (page, world) => {
    await reviewerAt(page, world).opensTheDesk(`/applications/${crypto.randomUUID()}`);
    await reviewerAt(page, world).signsIn();
    await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor();
  },
  'desk-application-failed': async (page, world) => {
    const { loanId } = await submittedLoan(world);
    world.cutOff('getApplication');
    await reviewerAt(page, world).opensTheDesk(`/applications/${loanId}`);
    await reviewerAt(page, world).signsIn();
    await button(page, 'Try again').waitFor();
  },
  'desk-pdf': async (page, world) => {
    const loan = await submittedLoan(world);
    await world.attachReceipt(loan, new TextEncoder().encode('%PDF-1.4\n%%EOF\n'));
    await reviewerAt(page, world).opensTheApplication(loan.loanId);
    await page.getByText('PDF', { exact: true }).waitFor();
  },
  'desk-flags': async (page, world) => {
    await flagged(page, world);
  },
  'desk-flags-missing': async (page, world) => {
    const reviewer = await application(page, world);
    await button(page, 'Flag PAN number').click();
    await reviewer.flags('Fee Receipt', 'Another reason');
    await button(page, 'Preview and send back').click();
    await page.getByRole('group', { name: /^Please check/ }).waitFor();
  },
  'desk-preview': async (page, world) => {
    const reviewer = await flagged(page, world, 'ta');
    await reviewer.previews();
  },
  'desk-sending': async (page, world) => {
    const reviewer = await flagged(page, world);
    world.faults.arm({ operation: 'actOnApplication', fault: 'slow', ms: 20_000 });
    await reviewer.sendsBack();
    await page.locator('[aria-busy="true"]').first().waitFor();
  },
  'desk-not-sent': async (page, world) => {
    const reviewer = await flagged(page, world);
    world.cutOff('actOnApplication');
    await reviewer.sendsBack();
    await page.getByRole('alertdialog').waitFor();
  },
  'desk-sent-back': async (page, world) => {
    const reviewer = await flagged(page, world);
    await reviewer.sendsBack();
    await page.getByText('Sent back with 3 questions').waitFor();
  },
  'desk-overtaken': async (page, world) => {
    const reviewer = await flagged(page, world);
    const other = await anotherReviewer(world, 'Leela Nair');
    await decided(world, loanAt(page), { raise: [question(asked.bank)] }, other);
    await reviewer.sendsBack();
    await page.getByRole('alertdialog').waitFor();
  },
  'desk-two-reviewers': async (page, world) => {
    const { loanId } = await applicationWithReceipt(world);
    const other = await anotherReviewer(world, 'Leela Nair');
    await staffCall(world, other, `/review/applications/${loanId}/presence`, {});
    await page.clock.install();
    await reviewerAt(page, world).opensTheApplication(loanId);
    await page.getByText('Leela Nair has this open too').waitFor();
    await decided(world, loanId, { raise: [question(asked.bank)] }, other);
    await page.clock.runFor(21_000);
    await button(page, 'Show the latest').waitFor();
  },
  'desk-session-lost': async (page, world) => {
    const reviewer = await flagged(page, world);
    await endSessions(world);
    await reviewer.sendsBack();
    await page.getByRole('dialog', { name: 'Please sign in again' }).waitFor();
  },

  'desk-answers': async (page, world) => {
    await answers(page, world);
  },
  'desk-decisions': async (page, world) => {
    const reviewer = await answers(page, world);
    await reviewer.answer('PAN number').getByRole('button', { name: 'Accept' }).click();
    await reviewer.answer('Fee Receipt').getByRole('button', { name: 'Accept' }).click();
    const father = reviewer.answer("Father's name");
    await father.getByRole('button', { name: 'Ask again' }).click();
    await father.getByLabel('Reason').selectOption({ label: 'Incomplete' });
  },
  'desk-accepting': async (page, world) => {
    const reviewer = await answers(page, world);
    for (const name of ['PAN number', 'Fee Receipt'])
      await reviewer.answer(name).getByRole('button', { name: 'Accept' }).click();
    await button(page, 'Look over and save').click();
    await page.getByRole('dialog').waitFor();
  },

  'desk-push': async (page, world) => {
    await pushing(page, world);
  },
  'desk-pushing': async (page, world) => {
    await pushing(page, world);
    world.faults.arm({ operation: 'pushApplication', fault: 'slow', ms: 20_000 });
    await button(page, 'Push').click();
    await page.getByText('The lender is looking').first().waitFor({ state: 'attached' });
  },
  'desk-pushed': async (page, world) => {
    await pushing(page, world);
    await button(page, 'Push').click();
    await page.getByRole('dialog', { name: 'The lender has answered' }).waitFor();
  },
  'desk-push-overtaken': async (page, world) => {
    const { loanId } = await pushing(page, world);
    world.faults.arm({ operation: 'pushApplication', fault: 'timedOut' });
    world.hold('getApplication');
    await button(page, 'Push').click();
    await button(page, 'Push again').click();
    await world.alter(loanId, { status: 'approved', lenderResult: { status: 'APPROVED' } });
    world.letGo();
    await page.getByRole('alertdialog', { name: 'Somebody changed this application meanwhile' }).waitFor();
  },
  'desk-push-silent': async (page, world) => {
    await pushing(page, world);
    world.faults.arm({ operation: 'pushApplication', fault: 'timedOut' });
    await button(page, 'Push').click();
    await page.getByRole('alertdialog').waitFor();
  },
} satisfies Record<string, Bring>;

async function signInWith(page: Page, world: World, password: string): Promise<void> {
  const reviewer = reviewerAt(page, world);
  const { email } = await anotherReviewer(world, 'Leela Nair');
  await reviewer.opensTheDesk();
  await reviewer.typesCredentials({ email, password });
  await button(page, 'Sign in').click();
}

async function queue(page: Page, world: World): Promise<Reviewer> {
  const reviewer = reviewerAt(page, world);
  await reviewer.opensTheDesk();
  await reviewer.signsIn(demoReviewer);
  await reviewer.isAtTheQueue();
  return reviewer;
}

async function application(page: Page, world: World, language = 'en'): Promise<Reviewer> {
  const { loanId } = await applicationWithReceipt(world, raman, { language });
  const reviewer = reviewerAt(page, world);
  await reviewer.opensTheApplication(loanId);
  await page.locator('.document img').waitFor();
  return reviewer;
}

async function flagged(page: Page, world: World, language = 'en'): Promise<Reviewer> {
  const reviewer = await application(page, world, language);
  await reviewer.flags('PAN number', 'Differs from the documents');
  await reviewer.flags('Student 1, Roll number', 'Unclear');
  await reviewer.flags('Fee Receipt', 'Cannot be read');
  return reviewer;
}

async function answers(page: Page, world: World): Promise<Reviewer> {
  const { loanId } = await answeredApplication(world);
  const reviewer = reviewerAt(page, world);
  await reviewer.opensTheApplication(loanId);
  await page.locator('.document img').nth(1).waitFor();
  return reviewer;
}

async function pushing(page: Page, world: World): Promise<Opened> {
  const loan = await submittedLoan(world, withPanDigits(raman, '1234', 'push@example.org'));
  await reviewerAt(page, world).opensTheApplication(loan.loanId);
  await button(page, 'Push to the lender').click();
  await page.getByRole('dialog').waitFor();
  return loan;
}

const loanAt = (page: Page) => new URL(page.url()).pathname.split('/')[3] ?? '';

const question = (field: string) =>
  ({ field, reason: 'mismatch', message: 'This differs from your passbook.' }) as const;
