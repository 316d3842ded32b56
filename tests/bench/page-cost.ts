/**
 * `npm run page-cost`: what the first screen costs on a slow phone (a quarter of this machine's speed, 1.6 Mbit/s, 150 ms),
 * as ratios to two floors that are measured in turns in the same run: a static HTML form (tests/bench/static-form), and
 * the app's libraries alone with one field (tests/bench/floor). Medians of five.
 * - LCP: until the largest paint.
 * - usable: until React has the first input.
 * - script: processor time in scripts until then.
 * - key: processor time of one key in the first input.
 */
import { createServer } from 'node:http';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { build } from 'vite';
import { type Asset, createAsset, readAssets } from '../../server/app/assets.ts';
import { openTestApp } from '../e2e/support/test-app.ts';
import { openBrowser, type TestBrowser } from '../support/browser.ts';
import { shared } from '../../vite.config.ts';
import { buildApp, root } from '../../scripts/build-app.ts';

const rounds = 5;
const limits = { lcp: 1.4, usable: 1.15, script: 1.3, key: 1.15 };
const slowness = { processor: 4, latencyMs: 150, bytesPerSecond: 1_600_000 / 8 };
const typed = 'parent of a child in school';

interface Cost {
  /** Milliseconds. */
  lcp: number;
  usable: number;
  script: number;
  key: number;
}

const folder = mkdtempSync(join(tmpdir(), 'feepath-page-cost-'));
try {
  await main();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function main(): Promise<void> {
  await buildApp({ folder: join(folder, 'app'), traced: false });
  await build({
    ...shared,
    configFile: false,
    logLevel: 'warn',
    root: join(root, 'tests/bench/floor'),
    build: { ...shared.build, outDir: join(folder, 'floor'), emptyOutDir: true },
  });
  process.env.APP_DIR = join(folder, 'app');
  const form = createAsset('/', readFileSync(join(root, 'tests/bench/static-form/index.html'), 'utf8'));
  const [testApp, browser, floorServer, formServer] = await Promise.all([
    openTestApp(),
    openBrowser(),
    serve(readAssets(join(folder, 'floor'))),
    serve(new Map([['/index.html', { ...form, type: 'text/html; charset=utf-8' }]])),
  ]);
  const pages = {
    app: `${testApp.url}/?api_key=${testApp.key}`,
    floor: floorServer.url,
    form: formServer.url,
  };
  const costs: Record<keyof typeof pages, Cost[]> = { app: [], floor: [], form: [] };
  try {
    for (let round = 0; round < rounds; round += 1)
      for (const [name, url] of Object.entries(pages) as [keyof typeof pages, string][])
        costs[name].push(await measure(browser, url, { hasScript: name !== 'form' }));
  } finally {
    await browser.close();
    await testApp.close();
    floorServer.close();
    formServer.close();
  }
  const of = (name: keyof typeof pages, what: keyof Cost) => median(costs[name].map((cost) => cost[what]));
  for (const name of Object.keys(pages) as (keyof typeof pages)[])
    console.log(
      `${name.padEnd(8)}LCP ${of(name, 'lcp').toFixed(0)} ms, usable ${of(name, 'usable').toFixed(0)} ms, script ${of(name, 'script').toFixed(0)} ms, key ${of(name, 'key').toFixed(1)} ms`,
    );
  const ratios = {
    lcp: of('app', 'lcp') / of('form', 'lcp'),
    usable: of('app', 'usable') / of('floor', 'usable'),
    script: of('app', 'script') / of('floor', 'script'),
    key: of('app', 'key') / of('floor', 'key'),
  };
  const over = (Object.keys(limits) as (keyof typeof limits)[]).filter((what) => ratios[what] > limits[what]);
  for (const what of over)
    console.log(`FAULT ${what} is ${ratios[what].toFixed(2)} ×, more than ${limits[what]} ×`);
  const [lcp, usable, script, key] = [ratios.lcp, ratios.usable, ratios.script, ratios.key].map((one) =>
    one.toFixed(2),
  );
  console.log(
    `page-cost: first screen LCP ${lcp} × static HTML, usable ${usable} × eager floor, script ${script} × floor, key ${key} × floor`,
  );
  process.exitCode = over.length > 0 ? 1 : 0;
}

/** Opens the page with nothing cached, and types into its first input. */
async function measure(
  browser: TestBrowser,
  url: string,
  { hasScript }: { hasScript: boolean },
): Promise<Cost> {
  const screen = await browser.phone('page cost', { seesPrerendered: true });
  const { page } = screen;
  try {
    const cdp = await screen.context.newCDPSession(page);
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: slowness.latencyMs,
      downloadThroughput: slowness.bytesPerSecond,
      uploadThroughput: slowness.bytesPerSecond / 2,
    });
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowness.processor });
    await cdp.send('Performance.enable');
    await page.addInitScript(observe);
    await page.goto(url, { waitUntil: 'commit' });
    const usable = hasScript ? await page.evaluate(() => window.usableAt) : 0;
    const script = (await metric(cdp, 'ScriptDuration')) * 1000;
    await page.waitForLoadState('networkidle');
    const lcp = await page.evaluate(() => window.largestPaintAt);
    const key = hasScript ? await costOfKey(page, cdp) : 0;
    return { lcp, usable, script, key };
  } finally {
    await screen.done();
  }
}

async function costOfKey(page: Page, cdp: CDPSession): Promise<number> {
  const input = page.locator('input').first();
  await input.focus();
  const before = await metric(cdp, 'TaskDuration');
  await page.keyboard.type(typed);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  return (((await metric(cdp, 'TaskDuration')) - before) * 1000) / typed.length;
}

/** Returns a metric of the page's process, in seconds. */
async function metric(cdp: CDPSession, wanted: 'ScriptDuration' | 'TaskDuration'): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === wanted)?.value ?? 0;
}

declare global {
  interface Window {
    /** Milliseconds from the start of the navigation. */
    largestPaintAt: number;
    usableAt: Promise<number>;
  }
}

/** Runs in the page. */
function observe(): void {
  window.largestPaintAt = 0;
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) window.largestPaintAt = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  window.usableAt = new Promise((resolve) => {
    const look = () => {
      const input = document.querySelector('input');
      if (input && Object.keys(input).some((name) => name.startsWith('__reactProps$')))
        resolve(performance.now());
      else requestAnimationFrame(look);
    };
    look();
  });
}

/** Files on a loopback port, compressed as the server does. */
async function serve(files: Map<string, Asset>): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, reply) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const asset = files.get(path === '/' ? '/index.html' : path);
    if (!asset) {
      reply.writeHead(404).end();
      return;
    }
    void asset.packed(request.headers['accept-encoding'] ?? '').then(({ bytes, encoding }) => {
      reply.writeHead(200, {
        'content-type': asset.type,
        'content-length': bytes.length,
        ...(encoding && { 'content-encoding': encoding }),
      });
      reply.end(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
