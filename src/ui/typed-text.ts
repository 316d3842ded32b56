/** Keeps a stripping input calm: what is stripped goes, the caret stays behind the letter just typed. */

export type TextFilter = (typed: string) => string;

/** The cleaned text and where the caret belongs in it; `caret` counts UTF-16 units from the start. */
export function cleaned(typed: string, caret: number, clean: TextFilter): { text: string; caret: number } {
  const text = clean(typed);
  return { text, caret: Math.min(clean(typed.slice(0, caret)).length, text.length) };
}

/**
 * Cleans an input in place. Its DOM value is written before React hears of it, so that React finds nothing
 * to change and the browser leaves the caret alone, even when everything just typed was stripped.
 */
export function cleanInPlace(input: HTMLInputElement, clean: TextFilter): string {
  const caret = input.selectionStart;
  const next = cleaned(input.value, caret ?? input.value.length, clean);
  if (next.text !== input.value) {
    input.value = next.text;
    if (caret !== null) input.setSelectionRange(next.caret, next.caret);
  }
  return next.text;
}
