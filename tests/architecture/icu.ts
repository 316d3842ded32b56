/** The arguments that a catalogue's messages require of their callers. */

type Element = {
  type: number;
  value?: string;
  options?: Record<string, { value: Element[] }>;
  children?: Element[];
};

const selectType = 5;

/** formatjs' element types for a value of the caller's. */
const kinds: Record<number, string> = {
  1: 'text',
  2: 'number',
  3: 'date',
  4: 'time',
  [selectType]: 'select',
  6: 'plural',
  8: 'tag',
};

/** The names and kinds of a compiled message's arguments, sorted; of a select also its options. */
export function argumentsOf(message: unknown[] | undefined): string {
  const found = new Set<string>();
  const visit = (elements: Element[]) => {
    for (const { type, value, options, children } of elements) {
      const kind = kinds[type];
      const names =
        type === selectType
          ? ` ${Object.keys(options ?? {})
              .sort()
              .join(' ')}`
          : '';
      if (kind) found.add(`${value}: ${kind}${names}`);
      for (const option of Object.values(options ?? {})) visit(option.value);
      visit(children ?? []);
    }
  };
  visit((message ?? []) as Element[]);
  return [...found].sort().join(', ');
}

/** The pieces of text of a compiled message, of all its options. */
export function literalsOf(message: unknown[] | undefined): string[] {
  const visit = (elements: Element[]): string[] =>
    elements.flatMap(({ type, value, options, children }) => [
      ...(type === 0 && value !== undefined ? [value] : []),
      ...Object.values(options ?? {}).flatMap((option) => visit(option.value)),
      ...visit(children ?? []),
    ]);
  return visit((message ?? []) as Element[]);
}
