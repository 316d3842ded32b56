/** Counts what a person does on a phone, from the events that the page gets: taps, keys and pastes. */
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { fillByMouse, type Interactions } from './interactions.ts';

export interface Effort {
  taps: number;
  keys: number;
  /** A paste counts as one together with the tap on its field. */
  pastes: number;
}

export const sumOf = ({ taps, keys, pastes }: Effort): number => taps + keys + pastes;

/** A native list takes a tap to open and a tap to choose, which its page does not see. */
const tapsOfASelect = 2;

/**
 * Counts on all pages that are opened from now on.
 * @returns ends a part, and answers what it took
 */
export async function countEffort(context: BrowserContext): Promise<() => Effort> {
  let effort: Effort = { taps: 0, keys: 0, pastes: 0 };
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await context.exposeFunction('countEffort', (kind: keyof Effort, count: number) => {
    effort[kind] += count;
  });
  await context.addInitScript((tapsOfSelect) => {
    const report = (window as unknown as { countEffort: (kind: string, count: number) => void }).countEffort;
    // The listener is on the document: Playwright stops a tap at the window and repeats it if it hits another
    // element.
    document.addEventListener('pointerdown', (event) => event.isTrusted && report('taps', 1), true);
    addEventListener('paste', (event) => event.isTrusted && report('pastes', 1), true);
    addEventListener(
      'keydown',
      ({ key, ctrlKey, metaKey }) => {
        const isKey = key.length === 1 || ['Enter', 'Tab', 'Backspace'].includes(key);
        if (isKey && !ctrlKey && !metaKey) report('keys', 1);
      },
      true,
    );
    addEventListener(
      'change',
      ({ target }) => target instanceof HTMLSelectElement && report('taps', tapsOfSelect),
      true,
    );
  }, tapsOfASelect);
  return () => {
    const ended = effort;
    effort = { taps: 0, keys: 0, pastes: 0 };
    return ended;
  };
}

const typeInto = async (at: Locator, text: string) => {
  await at.tap();
  await at.page().keyboard.type(text);
};

/** Day and month in two digits each, and the year in two, as people write it. */
const shortDate = (date: string) => date.slice(2).split('-').reverse().join('');

/** The phone's keyboard enters each answer. */
export const byTapping: Interactions = {
  ...fillByMouse,
  text: typeInto,
  date: (at, text) => typeInto(at, shortDate(text)),
  radiogroup: (at, text) =>
    at
      .locator('label')
      .filter({ hasText: new RegExp(`^${text}$`) })
      .tap(),
  checkbox: (at) => at.tap(),
  switch: (at) => at.tap(),
};

/** A text from another app: it is in the clipboard, and not typed. */
export async function pasteInto(at: Locator, text: string): Promise<void> {
  await at.page().evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await at.tap();
  await at.page().keyboard.press('ControlOrMeta+v');
}

/** Types as much as is needed, and takes the suggestion. */
export async function typeAndTake(at: Locator, typed: string, suggestion: string): Promise<void> {
  await typeInto(at, typed);
  await at.page().getByRole('button', { name: suggestion, exact: true }).tap();
}

/** Types as much as is needed to find an option, and takes it. */
export async function choose(list: Locator, typed: string, option: string | RegExp): Promise<void> {
  const page: Page = list.page();
  await list.and(page.locator(':not([readonly])')).tap();
  await page.keyboard.type(typed);
  await page.getByRole('option', { name: option, ...(typeof option === 'string' && { exact: true }) }).tap();
}
