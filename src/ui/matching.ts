/** Filtering the options of a combobox by a typed text. */
import type { Option } from './select.tsx';

type Named = Pick<Option, 'label' | 'otherName'>;

/** Removes what keyboards leave out (joiners, the dot below of Devanagari) and case. */
const fold = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[\u093c\u200c\u200d]/g, '')
    .toLowerCase();

/** Returns the items with a word in their names for each typed prefix, in the list's order. */
export function filterByText<Item extends Named>(items: readonly Item[], typed: string): Item[] {
  const searched = wordsOf(typed);
  return items.filter(({ label, otherName }) => {
    const words = wordsOf(`${label} ${otherName ?? ''}`);
    return searched.every((prefix) => words.some((word) => word.startsWith(prefix)));
  });
}

/** Returns the matching options, and with `allowCustomValue` the text itself unless it equals a label. */
export function optionsFor(items: readonly Option[], typed: string, allowCustomValue: boolean): Option[] {
  return [...filterByText(items, typed), ...customOption(items, typed, allowCustomValue)];
}

/** Returns the choice at blur: null for no text, the option of this name, the custom value, or the current one. */
export function optionForText(
  items: readonly Option[],
  text: string,
  allowCustomValue: boolean,
  chosen: Option | null,
): Option | null {
  if (text.trim() === '') return null;
  const same = items.find((item) => !item.disabled && isSame(item, text));
  return same ?? customOption(items, text, allowCustomValue)[0] ?? chosen;
}

function customOption(items: readonly Option[], typed: string, allowCustomValue: boolean): Option[] {
  const text = typed.trim();
  return allowCustomValue && text !== '' && !items.some((item) => isSame(item, text))
    ? [{ value: text, label: text }]
    : [];
}

const isSame = ({ label, otherName = label }: Option, text: string) =>
  [label, otherName].map(fold).includes(fold(text.trim()));

/** Returns the words of a text for comparison. */
export function wordsOf(text: string): string[] {
  return fold(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);
}
