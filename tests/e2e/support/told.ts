/** What a page tells: at a field, on top of a form, in a dialog. */
import type { Locator, Page } from 'playwright-core';
import { control } from './hands.ts';

/** The message at a field, or null where there is none. */
export async function errorOf(within: Page | Locator, label: string): Promise<string | null> {
  const described = await control(within, label).getAttribute('aria-describedby');
  const id = described?.split(' ').find((one) => one.endsWith('-error'));
  if (!id) return null;
  const page = 'page' in within ? within.page() : within;
  return page.locator(`[id="${id}"]`).innerText();
}

/** The title of the summary and its entries, once it is there. */
export async function summaryOf(page: Page): Promise<string[]> {
  const summary = page.getByRole('group', { name: /^Please check/ });
  await summary.waitFor();
  const title = await summary.getByRole('heading').innerText();
  return [title, ...(await summary.getByRole('link').allInnerTexts())];
}
