/**
 * The setup in the page records which messages are shown, fails a test in which React or a library reports an error, and
 * leaves nothing of a test to the next.
 */
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { commands } from 'vitest/browser';
import type { ShownMessage } from '../../support/seen.ts';
import { reporter, scanner, watchPage } from '../../support/watch-page.ts';
import { closeApps } from './app.tsx';

declare module 'vitest/browser' {
  interface BrowserCommands {
    appendShownMessages: (messages: readonly ShownMessage[]) => Promise<void>;
  }
}

if (!Reflect.has(globalThis, scanner)) {
  const report = (id: string, text: string) =>
    commands.appendShownMessages([{ id, text, test: expect.getState().currentTestName ?? '' }]);
  Reflect.set(globalThis, reporter, report);
  watchPage({ reporter, scanner, seenBefore: [] });
}

beforeEach(() => {
  vi.spyOn(console, 'error');
});

afterEach(async () => {
  await (Reflect.get(globalThis, scanner) as () => Promise<void>)();
  await closeApps();
  const errors = vi.mocked(console.error).mock.calls.map(String);
  vi.restoreAllMocks();
  expect(errors).toEqual([]);
});
