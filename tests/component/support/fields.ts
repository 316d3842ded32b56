/** The labelled inputs of the page, and what it tells at them. */
import { expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The text input with this label, optional or not. */
export const control = (label: string): Locator =>
  page.getByRole('textbox', { name: new RegExp(`^${escaped(label)}( \\(optional\\))?$`) });

export const button = (name: string): Locator => page.getByRole('button', { name, exact: true });

/** Reads what is typed there now. */
export const valueOf = (label: string): string => (control(label).element() as HTMLInputElement).value;

/** Replaces what is typed there, and leaves the field. */
export async function fillAndLeave(label: string, text: string): Promise<void> {
  await control(label).fill(text);
  (control(label).element() as HTMLElement).blur();
}

/** The message at a field, or null where there is none. */
export function errorOf(label: string): string | null {
  const described = control(label).element().getAttribute('aria-describedby');
  const id = described?.split(' ').find((one) => one.endsWith('-error'));
  return id ? (document.getElementById(id)?.innerText ?? null) : null;
}

/** Waits for the summary of errors: its title and its entries. */
export async function expectSummary(texts: readonly string[]): Promise<void> {
  const summary = page.getByRole('group', { name: /^Please check/ });
  const read = () =>
    [...(summary.query()?.querySelectorAll('h2, a') ?? [])].map((one) => one.textContent.trim());
  await expect.poll(read).toEqual(texts);
}

/** Waits until this can be seen. */
export async function expectShown(at: Locator): Promise<void> {
  await expect.element(at).toBeVisible();
}

/** Waits until this is gone. */
export async function expectGone(at: Locator): Promise<void> {
  await expect.element(at).not.toBeInTheDocument();
}
