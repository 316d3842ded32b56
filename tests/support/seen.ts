/**
 * Records the messages that a test really shows. The app's test build keeps the formatted text of each id
 * (`src/i18n/message-trace.ts`); an id counts as seen once its text is in the page's visible text, in an attribute that
 * is shown or read out, or in the document's title. The ids are written to the file of SEEN_FILE, one a line.
 */
import { appendFileSync } from 'node:fs';
import type { BrowserContext } from 'playwright-core';
import { reporter, scanner, watchPage } from './watch-page.ts';

export type ShownMessage = { id: string; text: string; test: string };

/** The ids that this process has seen already, so that later pages skip them. */
const seenBefore = new Set<string>();

/**
 * Watches every page of `context` from its next navigation on. Pages are not watched if SEEN_FILE is not set.
 * @returns a function to call at the test's end, before the context closes
 */
export async function recordShownMessages(
  context: BrowserContext,
  test: string,
): Promise<() => Promise<void>> {
  const file = process.env.SEEN_FILE;
  if (!file) return async () => {};
  // Written at once: a test may close the context before its end, and no later page reports the id again.
  await context.exposeBinding(reporter, (_source, id: string, text: string) => {
    if (seenBefore.has(id)) return;
    seenBefore.add(id);
    appendShownMessages([{ id, text, test }]);
  });
  await context.addInitScript(watchPage, { reporter, scanner, seenBefore: [...seenBefore] });
  return async () => {
    for (const page of context.pages()) {
      await page
        .evaluate((name) => {
          const scan: unknown = Reflect.get(globalThis, name);
          return typeof scan === 'function' ? scan() : undefined;
        }, scanner)
        .catch(() => undefined);
    }
  };
}

/** Appends them to SEEN_FILE, where there is one. */
export function appendShownMessages(messages: readonly ShownMessage[]): void {
  const file = process.env.SEEN_FILE;
  if (file) appendFileSync(file, messages.map((one) => `${JSON.stringify(one)}\n`).join(''));
}
