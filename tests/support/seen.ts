/**
 * Which messages people really see in a test. The app's test build keeps what each id was formatted to
 * (`src/i18n/message-trace.ts`); here an id counts as seen once such a text is in the page's visible text, in an attribute
 * that is shown or read out, or in the document's title. What was seen goes to the file of SEEN_FILE, a line an id.
 */
import { appendFileSync } from 'node:fs';
import type { BrowserContext } from 'playwright-core';
import { reporter, scanner, watchPage } from './watch-page.ts';

export type ShownMessage = { id: string; text: string; test: string };

/** What this process has seen already, so that later pages do not look for it. */
const seenBefore = new Set<string>();

/**
 * Watches every page of `context` from its next navigation on. Without SEEN_FILE nobody asks, and nothing is watched.
 * @returns what to call at the test's end, before the context closes
 */
export async function recordShownMessages(
  context: BrowserContext,
  test: string,
): Promise<() => Promise<void>> {
  const file = process.env.SEEN_FILE;
  if (!file) return async () => {};
  const seen = new Map<string, ShownMessage>();
  await context.exposeBinding(reporter, (_source, id: string, text: string) => {
    if (!seenBefore.has(id)) seen.set(id, { id, text, test });
    seenBefore.add(id);
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
    appendShownMessages([...seen.values()]);
  };
}

/** Appends them to SEEN_FILE, where there is one. */
export function appendShownMessages(messages: readonly ShownMessage[]): void {
  const file = process.env.SEEN_FILE;
  if (file) appendFileSync(file, messages.map((one) => `${JSON.stringify(one)}\n`).join(''));
}
