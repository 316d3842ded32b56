/** Reads a page's messages: at a field, on top of a form, in a dialog. */
import type { Locator, Page } from 'playwright-core';
import { control } from './interactions.ts';

/** Returns the message at a field, or null. */
export async function errorOf(within: Page | Locator, label: string): Promise<string | null> {
  const described = await control(within, label).getAttribute('aria-describedby');
  const id = described?.split(' ').find((one) => one.endsWith('-error'));
  if (!id) return null;
  const page = 'page' in within ? within.page() : within;
  return shownText(page.locator(`[id="${id}"]`));
}

/** The title of the summary and its entries, once it is there. */
export async function summaryOf(page: Page): Promise<string[]> {
  const summary = page.getByRole('group', { name: /^Please check/ });
  // Its links come one chunk later than its title.
  await summary.locator('a').first().waitFor({ state: 'attached' });
  const texts = await summary.locator('h2, a').allTextContents();
  return texts.map((text) => text.trim());
}

/** Returns the text once it is visible. */
export async function shownText(at: Locator): Promise<string> {
  await at.waitFor();
  return (await at.allInnerTexts()).join('\n');
}

/** Returns the value of each control of the page by id. */
export const formValues = (page: Page): Promise<Record<string, string | boolean>> =>
  page
    .getByRole('main')
    .locator('input:not([type=file]), select')
    .evaluateAll((controls) =>
      Object.fromEntries(
        (controls as HTMLInputElement[]).map((one) => [
          one.id,
          ['checkbox', 'radio'].includes(one.type) ? one.checked : one.value,
        ]),
      ),
    );

/** Returns the values that the device keeps after the tab is closed, by name. */
export const storedOnDevice = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => {
    const kept = Object.entries(localStorage) as [string, string][];
    return Object.fromEntries(document.cookie ? [...kept, ['cookie', document.cookie]] : kept);
  });
