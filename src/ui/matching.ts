/** Which options of a list a typed text means. */

const fold = (text: string) => text.normalize('NFKC').toLocaleLowerCase();

/** Those where each typed word begins a word of the label, in any order; in the list's order. */
export function matching<Item extends { label: string }>(items: readonly Item[], typed: string): Item[] {
  const wanted = wordsOf(typed);
  return items.filter(({ label }) => {
    const words = wordsOf(label);
    return wanted.every((start) => words.some((word) => word.startsWith(start)));
  });
}

function wordsOf(text: string): string[] {
  return fold(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);
}
