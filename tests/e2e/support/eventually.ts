import type { Locator } from 'playwright-core';
import { expect } from 'vitest';

/** Asks again until the expectation holds, for as long as an action of the browser may take. */
export const eventually = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: 15_000 });

/** Resolves once this has the focus. */
export const hasFocus = (at: Locator): Promise<void> =>
  eventually(() => at.evaluate((element) => element === document.activeElement)).toBe(true);
