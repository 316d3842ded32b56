/** Walks in real browsers, a few at a time, each lane with a separate server and database. */
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { readPlaces } from '../../../server/masters/places.ts';
import { openBrowser, type TestBrowser } from '../../support/browser.ts';
import { makeSeededDatabase, seededDatabase } from '../../support/seeded.ts';
import prepareApp from '../../support/setup-app.ts';
import { describeStep, type Walk } from '../graph.ts';
import type { Failure } from '../machine-run.ts';
import { walkInBrowser, WalkFailed } from './driver.ts';
import type { Assertion } from './scene.ts';
import { openWorld, type World } from './fixtures.ts';

export interface BrowserWorkers {
  /** Walks one on whichever lane is free, and looks at its end once more. @returns what failed, with a picture */
  walk: (walk: Walk, ends?: Assertion) => Promise<Failure | null>;
  /** The number of walks that run at once. */
  count: number;
  close: () => Promise<void>;
}

const pictures = join('screenshots', 'failed');

/** Two lanes for two cores: while one page waits for its server, another is drawn. */
const laneCount = 2;

export async function openBrowserWorkers({ headed }: { headed: boolean }): Promise<BrowserWorkers> {
  await Promise.all([prepareApp(), makeSeededDatabase(), readPlaces()]);
  process.env.PGLITE_TEMPLATE = seededDatabase;
  const count = headed ? 1 : laneCount;
  const browser = await openBrowser({ headed, optimizes: false });
  if (headed && browser.name.startsWith('@sparticuz'))
    console.log('This browser has no window: set CHROMIUM_PATH to a Chromium or Chrome that has one.');
  const testApps: World[] = [];
  for (let lane = 0; lane < count; lane += 1) testApps.push(await openWorld());
  const free = [...testApps];
  const waiting: ((testApp: World) => void)[] = [];

  const lend = (): Promise<World> => {
    const testApp = free.pop();
    return testApp ? Promise.resolve(testApp) : new Promise((resolve) => waiting.push(resolve));
  };
  const giveBack = (testApp: World) => {
    const next = waiting.shift();
    if (next) next(testApp);
    else free.push(testApp);
  };

  return {
    count,
    async walk(walk, ends) {
      const testApp = await lend();
      try {
        return await walkOn({ testApp, browser, walk, ends });
      } finally {
        giveBack(testApp);
      }
    },
    async close() {
      await browser.close();
      for (const testApp of testApps) await testApp.close();
    },
  };
}

interface Lane {
  testApp: World;
  browser: TestBrowser;
  walk: Walk;
  ends: Assertion | undefined;
}

async function walkOn({ testApp, browser, walk, ends }: Lane): Promise<Failure | null> {
  const path = describeStep(walk);
  const screen = await browser.phone(`path ${path}`);
  try {
    await walkInBrowser(testApp, screen, walk, ends);
    return null;
  } catch (error) {
    if (!(error instanceof WalkFailed)) throw error;
    // The name is derived from the path, so that a replay keeps the pictures of other paths.
    const picture = join(pictures, `path-${createHash('sha256').update(path).digest('hex').slice(0, 8)}.png`);
    mkdirSync(pictures, { recursive: true });
    await screen.page.screenshot({ path: picture, fullPage: true }).catch(() => undefined);
    const { after, expected, message } = error;
    const seen = `${message}\n${await pageInWords(screen.page)}`;
    return { machine: 'wizard', by: 'browser', path, after, expected, seen, picture };
  } finally {
    await screen.done();
  }
}

/** The address, headings, dialogs and alerts of a page, for the report. */
async function pageInWords(page: Page): Promise<string> {
  const named = async (role: 'heading' | 'dialog' | 'alertdialog' | 'alert') => {
    const texts = await page.getByRole(role).allInnerTexts();
    return texts.map((text) => `${role} "${text.replace(/\s+/g, ' ').slice(0, 80)}"`);
  };
  try {
    const roles = ['heading', 'dialog', 'alertdialog', 'alert'] as const;
    const parts = (await Promise.all(roles.map(named))).flat();
    return `on the page: ${new URL(page.url()).pathname.replace(/[0-9a-f-]{36}/, '…')}, ${parts.join(', ')}`;
  } catch {
    return 'the page is gone';
  }
}
