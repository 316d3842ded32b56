/** The labelled controls of the page, how they are filled in, and what the page tells at them. */
import { expect } from 'vitest';
import { type Locator, locators, type LocatorSelectors, page } from 'vitest/browser';
import { limits } from '../../../domain/values/limits.ts';

declare module 'vitest/browser' {
  interface LocatorSelectors {
    /** Names it by a selector of CSS. */
    getBySelector: (selector: string) => Locator;
  }
}
locators.extend({ getBySelector: (selector: string) => selector });

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The control with this label, optional or not. */
export const control = (label: string, within: LocatorSelectors = page): Locator =>
  within
    .getByLabelText(new RegExp(`^${escaped(label)}( \\(optional\\))?$`))
    .and(page.getBySelector('input, select, button, [role=radiogroup]'));

export const button = (name: string, within: LocatorSelectors = page): Locator =>
  within.getByRole('button', { name, exact: true });

/** The card with this heading; that of a student begins with the student's name, once it is there. */
export const card = (title: string): Locator =>
  page.getByRole('region', { name: new RegExp(`^(.+ )?${escaped(title)}$`) });

export const heading = (name: string): Locator => page.getByRole('heading', { name, exact: true }).first();

export const alert = (): Locator => page.getByRole('alertdialog');

/** Reads what the control holds now. */
export const valueOf = (label: string, within?: LocatorSelectors): string =>
  (control(label, within).element() as HTMLInputElement).value;

/** Leaves the field that has the focus. */
export const leave = (): void => (document.activeElement as HTMLElement).blur();

/** Replaces what is typed there, and leaves the field. */
export async function fillAndLeave(label: string, text: string, within?: LocatorSelectors): Promise<void> {
  put((await control(label, within).findElement()) as HTMLInputElement, text);
  leave();
}

/** Fills in a field of any kind of control, once it is editable. */
export async function answer(
  label: string,
  typed: string | true,
  within: LocatorSelectors = page,
): Promise<void> {
  const at = control(label, within).and(page.getBySelector(':not([readonly])'));
  const element = (await at.findElement()) as HTMLInputElement;
  const role = element.getAttribute('role');
  openAncestorDetails(element);
  if (typed === true) {
    if (!element.checked) await at.click();
  } else if (role === 'radiogroup') {
    await at.getByRole('radio', { name: typed, exact: true }).click();
  } else if (element.tagName === 'SELECT') {
    await at.selectOptions(typed);
  } else {
    if (role === 'combobox') {
      await at.click();
      await at.fill(typed);
      await page.getByRole('option', { name: typed, exact: true }).click();
    } else {
      put(element, typed);
    }
    // The place is awaited, since further typing could end up in the city that arrives.
    if (label === 'Pincode' && typed.length === limits.pincodeMaxDigits)
      await expect.poll(() => valueOf('City', within)).not.toBe('');
  }
}

/** Replaces what is typed in an input that can be seen, and at once: `fill` waits for the browser to draw frames. */
function put(input: HTMLInputElement, text: string): void {
  expect(input).toBeVisible();
  input.focus();
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  input.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

/** Opens the collapsed sections that it is in. */
export function openAncestorDetails(element: Element): void {
  const closed = element.closest('details:not([open])');
  if (!closed) return;
  closed.querySelector<HTMLElement>(':scope > summary')?.click();
  if (closed.parentElement) openAncestorDetails(closed.parentElement);
}

export async function answerAll(
  answers: Record<string, string | true>,
  within?: LocatorSelectors,
): Promise<void> {
  for (const [label, typed] of Object.entries(answers)) await answer(label, typed, within);
}

/** The options of a group of radio buttons. */
export const radiosOf = (label: string): string[] =>
  control(label)
    .getBySelector('label')
    .elements()
    .map((one) => one.textContent ?? '');

/** Returns the message at a field, or null. */
export function errorOf(label: string, within?: LocatorSelectors): string | null {
  const described = control(label, within).element().getAttribute('aria-describedby');
  const id = described?.split(' ').find((one) => one.endsWith('-error'));
  return id ? (document.getElementById(id)?.innerText ?? null) : null;
}

/** The title of the summary of errors and its entries, as far as they are there. */
export const summaryNow = (): string[] =>
  [...document.querySelectorAll('[role=group]:has(h2) :is(h2, a)')].map((one) => one.textContent.trim());

/** Waits for the summary of errors: its title and its entries. */
export const expectSummary = (texts: unknown): Promise<void> => expect.poll(summaryNow).toEqual(texts);

/** Waits until this can be seen. */
export async function expectShown(at: Locator): Promise<void> {
  await expect.element(at).toBeVisible();
}

/** Waits until the first of these can be seen. */
export const expectText = (text: string | RegExp, within: LocatorSelectors = page): Promise<void> =>
  expectShown(within.getByText(text).first());

/** Waits until this is gone. */
export async function expectGone(at: Locator): Promise<void> {
  await expect.element(at).not.toBeInTheDocument();
}
