/** Interactions with labelled controls: an answer at a time, or key by key. */
import type { Locator, Page } from 'playwright-core';
import { limits } from '../../../domain/values/limits.ts';

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The control with this label, optional or not, in a page or a part of it. */
export function control(within: Page | Locator, label: string): Locator {
  const name = new RegExp(`^${escaped(label)}( \\(optional\\))?$`);
  return within.locator('input, select, button, [role=radiogroup]').and(within.getByLabel(name));
}

/** The card with this heading; that of a student begins with the student's name, once it is there. */
export const card = (page: Page, title: string): Locator =>
  page.getByRole('region', { name: new RegExp(`^(.+ )?${escaped(title)}$`) });

export const button = (within: Page | Locator, name: string | RegExp): Locator =>
  within.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });

/** The menu that a narrow screen folds its links into: a wide one shows them without. */
export const menu = (page: Page): Locator => page.locator('.menu-summary');

export async function openMenu(page: Page): Promise<void> {
  if (await menu(page).isVisible()) await menu(page).click();
}

/** Opens the collapsed `<details>` that a control is in, as a person does: by their summaries, the outermost first. */
export async function openAncestorDetails(at: Locator): Promise<void> {
  for (;;) {
    const head = await at.evaluateHandle((element) => {
      const ancestors: Element[] = [];
      for (let next = element.parentElement; next; next = next.parentElement) ancestors.unshift(next);
      const closed = ancestors.find((one) => one.matches('details:not([open])'));
      return closed?.querySelector(':scope > summary') ?? null;
    });
    const summary = head.asElement();
    if (!summary) return;
    await summary.click();
  }
}

/**
 * Opens every section of Applicant Details that is collapsed, and in query mode the answers that are locked; nothing
 * below a dialog. In the page itself: a click from outside waits for two frames, and there are eight sections.
 */
export const openSections = (page: Page): Promise<void> => page.evaluate(openSectionsOfDocument);

/** Runs in the page. */
export function openSectionsOfDocument(): void {
  if (document.querySelector('dialog[open]')) return;
  for (const selector of ['details.collapsible', 'details.collapsible[open] .disclosure'])
    for (const summary of document.querySelectorAll<HTMLElement>(`${selector}:not([open]) > summary`))
      summary.click();
}

type Answer = (at: Locator, text: string) => Promise<void>;

/** The way to fill in each kind of control. */
export type Interactions = Record<
  'text' | 'select' | 'radiogroup' | 'date' | 'combobox' | 'checkbox' | 'switch',
  Answer
>;

/** Fills in a field of any kind of control, once it is editable. */
export async function answer(
  within: Page | Locator,
  label: string,
  typed: string | true,
  interactions: Interactions = fillByMouse,
): Promise<void> {
  const at = control(within, label).and(within.locator(':not([readonly])'));
  const { kind, isCollapsed } = await at.evaluate((element) => {
    const type = element.closest('.date-input')
      ? 'date'
      : element.tagName === 'SELECT'
        ? 'select'
        : (element.getAttribute('role') ?? element.getAttribute('type'));
    return { kind: type, isCollapsed: element.closest('details:not([open])') !== null };
  });
  if (isCollapsed) await openAncestorDetails(at);
  const interact = interactions[kind as keyof Interactions] ?? interactions.text;
  await interact(at, typed === true ? '' : typed);
  if (label === 'Pincode' && typed !== true) await waitForPincodePlace(within, typed);
}

/** A whole pincode fills in its state and city; further typing meanwhile could end up in them. */
export async function waitForPincodePlace(within: Page | Locator, pincode: string): Promise<void> {
  if (pincode.length !== limits.pincodeMaxDigits) return;
  await control(within, 'City').and(within.locator(':not([value=""])')).waitFor();
}

export async function answerAll(
  within: Page | Locator,
  answers: Record<string, string | true>,
  interactions: Interactions = fillByMouse,
): Promise<void> {
  for (const [label, typed] of Object.entries(answers)) await answer(within, label, typed, interactions);
}

const byTyping: Answer = async (at, text) => {
  await at.focus();
  if ((await at.inputValue()) !== '') {
    await at.press('Control+a');
    await at.press('Delete');
  }
  await at.pressSequentially(text);
};

/** A closed select takes what is typed for the beginning of an option: here as far as a keyboard has keys for it. */
const bySelecting: Answer = async (at, text) => {
  await at.focus();
  await at.pressSequentially(/^[\x20-\x7e]*/.exec(text)?.[0] ?? '');
};

const byPressing: Answer = async (at, text) => at.getByRole('radio', { name: text, exact: true }).check();

const byChecking: Answer = async (at) => at.check();

/** Day, month and year behind one another: the inputs pass on what they have no space for. */
const byDate: Answer = async (at, text) => {
  const [year = '', month = '', day = ''] = text.split('-');
  const inputs = at.locator('xpath=ancestor::*[@role="group"][1]').locator('input[inputmode]');
  for (const input of await inputs.all()) await input.fill('');
  await at.focus();
  await at.page().keyboard.type(`${day}${month}${year}`);
};

/** Types what to look for, then takes the option that says exactly this. */
const byChoosing: Answer = async (at, text) => {
  await at.click();
  await at.press('Control+a');
  await at.pressSequentially(text);
  await at.page().getByRole('option', { name: text, exact: true }).click();
};

/** Key by key: for the tests that are about typing. */
export const typeByKeys: Interactions = {
  text: byTyping,
  select: bySelecting,
  radiogroup: byPressing,
  date: byDate,
  combobox: byChoosing,
  checkbox: byChecking,
  switch: byChecking,
};

/** A whole answer at once, as a browser fills forms in. */
export const fillByMouse: Interactions = {
  ...typeByKeys,
  text: (at, text) => at.fill(text),
  select: async (at, text) => void (await at.selectOption({ label: text })),
  // The day's input takes a whole date, and shares it out.
  date: (at, text) => at.fill(text),
  combobox: async (at, text) => {
    await at.click();
    await at.fill(text);
    await at.page().getByRole('option', { name: text, exact: true }).click();
  },
};
