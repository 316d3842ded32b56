/** The part of seen.ts that runs in the page; without imports, because Playwright hands it over as text. */
export const reporter = '__feepathSaw';
export const scanner = '__feepathScan';

type Watch = { reporter: string; scanner: string; seenBefore: readonly string[] };

/** Runs in the page, so it uses nothing from outside of it but its argument. */
export function watchPage({ reporter, scanner, seenBefore }: Watch): void {
  const shownAttributes = ['aria-label', 'aria-description', 'placeholder', 'title', 'alt', 'label'];
  const known = new Set(seenBefore);
  const pending: Promise<unknown>[] = [];

  const plain = (text: string) => ` ${text.replace(/\s+/g, ' ').trim().toLowerCase()} `;
  const isLetter = (text: string) => /[\p{L}\p{N}]/u.test(text);

  /** Compares whole words: 'Name' is not in 'Surname'. */
  const contains = (piece: string, shown: string) => {
    for (let at = shown.indexOf(piece); at >= 0; at = shown.indexOf(piece, at + 1)) {
      const before = isLetter(piece.charAt(0)) && isLetter(shown.charAt(at - 1));
      const after = isLetter(piece.charAt(piece.length - 1)) && isLetter(shown.charAt(at + piece.length));
      if (!before && !after) return true;
    }
    return false;
  };

  /** An option has no box while its list is closed. */
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

  /** Reads every text of the page, visible or not: an absent text cannot be visible. */
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

  // A separate task after each change: on a busy machine an animation frame comes so late that a test has seen a
  // message and typed it away before, and a timer stops if a test sets the clock.
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
