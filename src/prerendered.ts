/**
 * The first screen that came with the page (src/prerender.tsx), before the app runs: what a person did in it, and whether
 * the app can take it over as it is. Its facts are attributes of the root, which src/early-input.js reads too.
 */
import type { Field } from '../domain/check.ts';
import { type CreateField, createFields, readCreateValues } from '../domain/create.ts';
import type { EarlyInput } from './apply/services.ts';

export interface Prerendered {
  /** The code of its language; another one where that was chosen in it. */
  language: string;
  /** Whether it is for test loans. */
  test: boolean;
}

/** Null where the page came without its screen, or has removed it. */
export function findPrerendered(root: HTMLElement): Prerendered | null {
  const chosen = root.querySelector<HTMLSelectElement>('.language')?.value;
  return chosen === undefined ? null : { language: chosen, test: 'test' in root.dataset };
}

/** Shows what the form will begin with; what was typed stays. */
export function showStored(root: HTMLElement, stored: unknown): void {
  for (const [name, value] of Object.entries(readCreateValues(stored))) {
    const input = inputOf(root, name);
    // A value that is set moves the caret.
    if (input && !input.value) input.value = value;
  }
}

/** Once: from then on the app sees to Submit. Null where nothing came with the page. */
export function takeEarlyInput(root: HTMLElement): EarlyInput | null {
  if (root.dataset.language === undefined) return null;
  const isSubmitted = 'submitted' in root.dataset;
  delete root.dataset.language;
  const values = readCreateValues({});
  for (const name of Object.keys(values) as CreateField[]) {
    const { clean = String }: Field = createFields[name];
    values[name] = clean(inputOf(root, name)?.value ?? '');
  }
  return { values, isSubmitted };
}

const inputOf = (root: HTMLElement, name: string) => root.querySelector<HTMLInputElement>(`#${name}`);
