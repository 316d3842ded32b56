/** Cleans the text of an input while it is typed, and keeps the caret where it belongs. */

export type TextFilter = (typed: string) => string;

/** Returns the cleaned text and the caret's place in it; `caret` counts UTF-16 units from the start. */
export function cleanWithCaret(
  typed: string,
  caret: number,
  clean: TextFilter,
): { text: string; caret: number } {
  const text = clean(typed);
  return { text, caret: Math.min(clean(typed.slice(0, caret)).length, text.length) };
}

/** Cleans an input in place: the DOM value before React's state, which would set it again and move the caret. */
export function cleanInPlace(input: HTMLInputElement, clean: TextFilter): string {
  if (clean(input.value) === input.value) return input.value;
  const caret = input.selectionStart;
  const next = cleanWithCaret(input.value, caret ?? input.value.length, clean);
  input.value = next.text;
  if (caret !== null) input.setSelectionRange(next.caret, next.caret);
  return next.text;
}
