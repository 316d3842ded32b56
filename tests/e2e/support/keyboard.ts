/** A person without a mouse: Tab, Enter, Space, arrows and letters, at the focused element. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { eventually } from './eventually.ts';
import { waitForPincodePlace } from './interactions.ts';

/** More stops than any screen has. */
const maxTabStops = 120;

interface Focused {
  name: string;
  kind: string;
  /** True if the focus is visible. */
  isSeen: boolean;
  /** True if it is the head of a collapsed part. */
  isCollapsed: boolean;
}

export function keyboardAt(page: Page) {
  const keys = page.keyboard;

  const keyboard = {
    /** Tabs on until the control with this name has the focus; every stop on the way shows that it has it. */
    async goesTo(name: string): Promise<Focused> {
      for (let stops = 0; stops < maxTabStops; stops++) {
        const focused = await focusedOn(page);
        if (focused.name === name) return focused;
        if (focused.isCollapsed) await keys.press('Enter');
        await keys.press('Tab');
        const next = await focusedOn(page);
        if (next.name !== '') expect(next, 'shows its focus').toMatchObject({ isSeen: true });
      }
      throw new Error(`Tab never led to ${name}`);
    },

    async presses(name: string): Promise<void> {
      await keyboard.goesTo(name);
      await keys.press('Enter');
    },

    async answers(name: string, typed: string | true): Promise<void> {
      const { kind } = await keyboard.goesTo(name);
      if (typed === true) await keys.press('Space');
      else if (kind === 'combobox') await keyboard.chooses(name, typed);
      else if (kind === 'radiogroup') await keyboard.choosesRadio(typed);
      else if (kind === 'date') await keys.type(typed.replace(/^(\d+)-(\d+)-(\d+)$/, '$3$2$1'));
      else await keyboard.typesAnew(typed);
      if (name === 'Pincode' && typed !== true)
        await waitForPincodePlace(page.locator('section:focus-within'), typed);
    },

    /** Arrow by arrow: each chooses the next one. */
    async choosesRadio(text: string): Promise<void> {
      const chosen = () =>
        page.evaluate(
          () =>
            document.activeElement?.matches(':checked') &&
            document.activeElement.closest('label')?.textContent,
        );
      await keys.press('Space');
      await eventually(async () => {
        const at = await chosen();
        if (at !== text) await keys.press('ArrowDown');
        return at;
      }).toBe(text);
    },

    async typesAnew(text: string): Promise<void> {
      await keys.press('ControlOrMeta+a');
      await keys.type(text);
    },

    /** Arrow by arrow to the option that says this, then Enter. */
    async chooses(name: string, text: string): Promise<void> {
      await keyboard.goesTo(name);
      await keyboard.typesAnew(text);
      await page.getByRole('option', { name: text, exact: true }).waitFor();
      await eventually(async () => {
        const at = await pointedAt(page);
        if (at !== text) await keys.press('ArrowDown');
        return at;
      }).toBe(text);
      await keys.press('Enter');
    },
  };
  return keyboard;
}

const focusedOn = (page: Page): Promise<Focused> =>
  page.evaluate(() => {
    const at = document.activeElement as HTMLInputElement | null;
    if (!at || at === document.body) return { name: '', kind: '', isSeen: false, isCollapsed: false };
    const group = at.closest('[role=radiogroup]');
    const label = group ? null : (at.labels?.[0]?.textContent ?? at.getAttribute('aria-label'));
    const labelledBy = (group ?? at).getAttribute('aria-labelledby')?.split(' ')[0] ?? '';
    const words = at.cloneNode(true) as HTMLElement;
    for (const hidden of words.querySelectorAll('[aria-hidden="true"]')) hidden.remove();
    const name = label ?? document.getElementById(labelledBy)?.textContent ?? words.textContent ?? '';
    const drawn = [at, at.parentElement, at.closest('.tenure')].filter((one) => one !== null);
    return {
      name: name.replace(/ \(optional\)$/, '').trim(),
      isCollapsed: at.matches('details:not([open]) > summary'),
      kind: at.closest('.date-input')
        ? 'date'
        : ((group ?? at).getAttribute('role') ?? at.getAttribute('type') ?? ''),
      // Inside of the browser's own date input it marks the part that has the focus by itself.
      isSeen:
        at.type === 'date' ||
        drawn.some((one) => {
          const { outlineStyle, outlineWidth } = getComputedStyle(one);
          return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
        }),
    };
  });

/** The option that Enter would take. */
const pointedAt = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const id = document.activeElement?.getAttribute('aria-activedescendant') ?? '';
    return document.getElementById(id)?.textContent ?? '';
  });
