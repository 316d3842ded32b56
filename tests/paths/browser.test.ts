/** At least one path to every leaf of the wizard, walked on the real app in a real browser. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserForFile } from '../support/browser.ts';
import { perceiveLeaf, walkInBrowser } from './browser-driver.ts';
import { leaves, walksToLeaves } from './browser-model.ts';
import { journey } from './model.ts';
import { openWorld, type World } from './world.ts';

const open = browserForFile();
const walks = walksToLeaves();
const all = leaves();
const walked = new Set<string>();
let world: World;

beforeAll(async () => {
  world = await openWorld();
});

afterAll(async () => {
  console.log(
    `paths in the browser: ${all.length} leaves, ${walked.size} walked, ${all.length - walked.size} not walked`,
  );
  await world.close();
});

test('every leaf can be walked to by people and the world', () => {
  expect(all.filter((leaf) => !walks.has(leaf))).toEqual([]);
});

describe('a walk to every leaf', () => {
  for (const leaf of all) {
    const walk = walks.get(leaf);
    if (!walk) continue;
    const words = [walk.start, ...walk.steps.map(({ happening }) => happening.words)].join(' → ');
    test(`${leaf}: ${words}`, async () => {
      const browser = await open();
      const screen = await browser.phone(`walk to ${leaf}`);
      try {
        await walkInBrowser(world, screen, walk);
        await perceiveLeaf(screen.page, leaf);
        expect(screen.errors).toEqual([]);
        walked.add(leaf);
      } finally {
        await screen.done();
      }
    });
  }
});

test('a second round asks about nothing but what is asked again', async () => {
  const browser = await open();
  const screen = await browser.phone('a second round');
  const { page } = screen;
  try {
    const words = ['readLoan answers: a second round', 'findInstitution answers: found'];
    await walkInBrowser(world, screen, journey('a link to the applicant', ...words));
    await page
      .getByRole('heading', { name: 'The reviewer asks about 1 answer: 0 answered, 1 open' })
      .waitFor();
    await page.getByText('The reviewer asks: It is still another one.').first().waitFor();
    expect(await page.getByLabel('PAN number').isEditable()).toBe(true);
    expect(await page.getByLabel('Date of birth').isEditable()).toBe(false);
    expect(screen.errors).toEqual([]);
  } finally {
    await screen.done();
  }
});
