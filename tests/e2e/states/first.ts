/** States before there is a loan, and faces in place of one. */
import { raman } from '../support/families.ts';
import { answerAll, button } from '../support/hands.ts';
import { newLoan, openLoan } from '../support/loans.ts';
import { parentAt } from '../support/parent.ts';
import type { Bring } from './index.ts';

export const firstStates = {
  'key-missing': async (page, world) => {
    await page.goto(world.url);
    await page.getByText('API KEY NOT FOUND').waitFor();
  },
  'not-found': async (page, world) => {
    await page.goto(`${world.url}/nowhere?api_key=${world.key}`);
    await page.getByRole('heading', { name: 'There is no page at this address' }).waitFor();
  },
  opening: async (page, world) => {
    world.faults.arm({ operation: 'getLoan', fault: 'slow', ms: 20_000 });
    await openLoan(page, world, await newLoan(world), 'student');
    await page.getByRole('status').getByText('Loading').first().waitFor();
  },
  'opening-failed': async (page, world) => {
    world.faults.arm({ operation: 'getLoan', fault: 'refused', status: 500, message: 'Out of order' });
    await openLoan(page, world, await newLoan(world), 'student');
    await button(page, 'Try again').waitFor();
  },
  broken: async (page, world) => {
    await page.route(/\/assets\/screen-[^/]+\.js$/, (route) => route.abort());
    await openLoan(page, world, await newLoan(world), 'student');
    await button(page, 'Try again').waitFor();
  },

  create: (page, world) => parentAt(page, world).opensTheLink(),
  'create-test': (page, world) => parentAt(page, world).opensTheLink('&test=1'),
  'create-filled': async (page, world) => {
    await parentAt(page, world).opensTheLink();
    await parentAt(page, world).fillsTheCreateForm(raman);
  },
  'create-errors': async (page, world) => {
    await parentAt(page, world).opensTheLink();
    await button(page, 'Submit').click();
    await page.getByRole('group', { name: /^Please check/ }).waitFor();
  },
  'create-checking': async (page, world) => {
    await parentAt(page, world).opensTheLink();
    await parentAt(page, world).fillsTheCreateForm(raman);
    world.faults.arm({ operation: 'verifyEmail', fault: 'slow', ms: 20_000 });
    await button(page, 'Submit').click();
    await page.getByText(/^Checking your email/).waitFor();
  },
  'create-email-refused': async (page, world) => {
    await parentAt(page, world).opensTheLink();
    await answerAll(page, { ...raman.create, Email: 'meena@invalid.example' });
    await button(page, 'Submit').click();
    await page.getByRole('alertdialog').waitFor();
  },
  'create-unheard': async (page, world) => {
    await parentAt(page, world).opensTheLink();
    await parentAt(page, world).fillsTheCreateForm(raman);
    world.cutOff('createLoan');
    await button(page, 'Submit').click();
    await page.getByRole('alertdialog').waitFor();
  },
  'create-offline': async (page, world) => {
    await parentAt(page, world).opensTheLink();
    await page.context().setOffline(true);
    await page.getByText('You are offline').waitFor();
  },
} satisfies Record<string, Bring>;
