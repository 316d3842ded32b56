/**
 * Which messages people really see in a test. The app's test build keeps what each id was formatted to
 * (`src/i18n/message-trace.ts`); here an id counts as seen once such a text is in the page's visible text, in an attribute
 * that is shown or read out, or in the document's title. What was seen goes to the file of SEEN_FILE, a line an id.
 */
import { appendFileSync } from 'node:fs';
import type { BrowserContext } from 'playwright-core';

export type ShownMessage = { id: string; text: string; test: string };

const reporter = '__feepathSaw';
const scanner = '__feepathScan';

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
    if (seen.size > 0)
      appendFileSync(file, [...seen.values()].map((one) => `${JSON.stringify(one)}\n`).join(''));
  };
}

type Watch = { reporter: string; scanner: string; seenBefore: readonly string[] };

/** Runs in the page, so it uses nothing from outside of it but its argument. */
function watchPage({ reporter, scanner, seenBefore }: Watch): void {
  const shownAttributes = ['aria-label', 'aria-description', 'placeholder', 'title', 'alt', 'label'];
  const known = new Set(seenBefore);
  const pending: Promise<unknown>[] = [];

  const plain = (text: string) => ` ${text.replace(/\s+/g, ' ').trim().toLowerCase()} `;
  const isLetter = (text: string) => /[\p{L}\p{N}]/u.test(text);

  /** As whole words: 'Name' is not in 'Surname'. */
  const contains = (piece: string, shown: string) => {
    for (let at = shown.indexOf(piece); at >= 0; at = shown.indexOf(piece, at + 1)) {
      const before = isLetter(piece.charAt(0)) && isLetter(shown.charAt(at - 1));
      const after = isLetter(piece.charAt(piece.length - 1)) && isLetter(shown.charAt(at + piece.length));
      if (!before && !after) return true;
    }
    return false;
  };

  /** An option has no box of its own while its list is closed. */
  const isVisible = (element: Element | null) =>
    !!element && (element.closest('select') ?? element).checkVisibility({ visibilityProperty: true });

  const shownNow = () => {
    const texts = [document.title];
    const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode;
      if (textContent?.trim() && isVisible(parentElement)) texts.push(textContent);
    }
    for (const element of document.querySelectorAll(shownAttributes.map((name) => `[${name}]`).join())) {
      if (!isVisible(element)) continue;
      for (const name of shownAttributes) texts.push(element.getAttribute(name) ?? '');
    }
    return texts.map(plain).join('\n');
  };

  /** Every text of the page, visible or not: what is not in it need not be looked for among what is shown. */
  const thereNow = () => {
    const texts = [document.title, document.documentElement.textContent ?? ''];
    for (const element of document.querySelectorAll(shownAttributes.map((name) => `[${name}]`).join())) {
      for (const name of shownAttributes) texts.push(element.getAttribute(name) ?? '');
    }
    return texts.map(plain).join('\n');
  };

  /** The texts in the page of messages not seen before, with the pieces that each is made of. */
  const candidates = () => {
    const messages = globalThis.__feepathMessages;
    const unseen = messages ? [...messages].filter(([id]) => !known.has(id)) : [];
    if (unseen.length === 0) return [];
    const there = thereNow();
    return unseen.flatMap(([id, texts]) =>
      [...texts]
        .map((text) => ({ id, text, pieces: piecesOf(text) }))
        .filter(({ pieces }) => pieces.length > 0 && pieces.every((piece) => there.includes(piece))),
    );
  };

  const split = new Map<string, string[]>();
  const piecesOf = (text: string) => {
    const pieces = split.get(text) ?? text.split('\u0000').map((piece) => plain(piece).trim());
    split.set(text, pieces);
    return pieces.filter(Boolean);
  };

  const scan = () => {
    const found = candidates();
    if (found.length === 0) return;
    const shown = shownNow();
    for (const { id, text, pieces } of found) {
      if (known.has(id) || !pieces.every((piece) => contains(piece, shown))) continue;
      known.add(id);
      const report: unknown = Reflect.get(globalThis, reporter);
      if (typeof report === 'function') pending.push(report(id, text.replaceAll('\u0000', '')));
    }
  };

  // A task of its own after each change: on a busy machine an animation frame comes so late that a test has seen a
  // message and typed it away before, and a timer stands still where a test sets the clock.
  let due = false;
  const tasks = new MessageChannel();
  tasks.port1.onmessage = () => {
    due = false;
    scan();
  };
  const soon = () => {
    if (due) return;
    due = true;
    tasks.port2.postMessage(undefined);
  };

  Reflect.set(globalThis, scanner, async () => {
    scan();
    await Promise.all(pending);
  });
  new MutationObserver(soon).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  });
}
