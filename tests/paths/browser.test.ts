/** At least one path to every leaf of the wizard, walked on the real app in a real browser. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserForFile } from '../support/browser.ts';
import { perceiveLeaf, walkInBrowser } from './browser-driver.ts';
import { leaves, walksToLeaves } from './browser-model.ts';
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
