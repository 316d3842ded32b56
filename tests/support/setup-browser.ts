/** Finds the browser, so that the run ends with one sentence where there is none. */
import { findChromium } from './chromium.ts';

export default async function setup(): Promise<void> {
  await findChromium();
}
