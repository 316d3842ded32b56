/**
 * Builds the app once for the browser tests, with the messages traced, unless APP_DIR names a built one; and finds the
 * browser, so that the run ends with one sentence if there is none.
 */
import { buildApp } from '../../scripts/build-app.ts';
import { findChromium } from './chromium.ts';

export default async function setup(): Promise<void> {
  const { name } = await findChromium();
  process.stdout.write(`Browser: ${name}\n`);
  if (process.env.APP_DIR) return;
  const folder = 'dist/test-app';
  await buildApp({ folder, traced: true });
  process.env.APP_DIR = folder;
}
