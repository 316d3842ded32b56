/** The setup in the page records which messages are shown, and leaves nothing of a test to the next. */
import { afterEach, expect } from 'vitest';
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

afterEach(async () => {
  await (Reflect.get(globalThis, scanner) as () => Promise<void>)();
  await closeApps();
});
