/** Which options of a list a typed text means. */
import type { Option } from './Select.tsx';

const fold = (text: string) => text.normalize('NFKC').toLocaleLowerCase();

/** Those where each typed word begins a word of the label, in any order; in the list's order. */
export function filterByText<Item extends { label: string }>(items: readonly Item[], typed: string): Item[] {
  const wanted = wordsOf(typed);
  return items.filter(({ label }) => {
    const words = wordsOf(label);
    return wanted.every((start) => words.some((word) => word.startsWith(start)));
  });
}

/** What is offered for a typed text: what matches, then, with `own`, the text itself where it is none of all labels. */
export function optionsFor(items: readonly Option[], typed: string, own: boolean): Option[] {
  return [...filterByText(items, typed), ...ownOption(items, typed, own)];
}

/** What leaving the box chooses: nothing, the option that the text says exactly, the text itself, or what was chosen. */
export function optionForText(
  items: readonly Option[],
  text: string,
  own: boolean,
  chosen: Option | null,
): Option | null {
  if (text.trim() === '') return null;
  const same = items.find((item) => !item.disabled && isSame(item, text));
  return same ?? ownOption(items, text, own)[0] ?? chosen;
}

function ownOption(items: readonly Option[], typed: string, own: boolean): Option[] {
  const text = typed.trim();
  return own && text !== '' && !items.some((item) => isSame(item, text))
    ? [{ value: text, label: text }]
    : [];
}

const isSame = ({ label }: Option, text: string) =>
  label.toLocaleLowerCase() === text.trim().toLocaleLowerCase();

function wordsOf(text: string): string[] {
  return fold(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);
}
