/** The fields of a form that can be changed. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { eventually } from './eventually.ts';
import { button } from './interactions.ts';
import { messageText } from './message-text.ts';
import { formValues } from './page-values.ts';
import { questions } from './questions.ts';

/**
 * These are open, by their ids in the order of the page, once the lists have come: until then they are locked as well.
 * Types into every other control of the form, presses it, and finds nothing changed.
 */
export async function onlyTheseAreOpen(page: Page, ids: string[]): Promise<void> {
  const main = page.getByRole('main');
  const all = main.getByRole('switch', { name: messageText('app.query.showAll') });
  const list = questions(page).locator('details:not([open]) > summary');
  if (await list.isVisible()) await list.click();
  if (await all.isVisible()) await all.check();
  await main.locator('[id="personal_details.pan"], [id="documents.fee_receipt"]').first().waitFor();
  const controls = main.locator(
    'form :is(input:not([type=file]), select, button.control, button[id="documents.fee_receipt"])',
  );
  const open = () =>
    controls.evaluateAll((all) =>
      (all as HTMLInputElement[]).filter((one) => !one.disabled && !one.readOnly).map(({ id }) => id),
    );
  await eventually(open).toEqual(ids);
  const before = await formValues(page);
  for (const one of await controls.all()) {
    if (ids.includes((await one.getAttribute('id')) ?? '')) continue;
    await one.evaluate((element: HTMLElement) => element.focus());
    await page.keyboard.type('7');
    await one.click({ force: true });
  }
  expect(await formValues(page)).toEqual(before);
  expect(await button(page, /^(Add|Delete) student/).count()).toBe(0);
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await open()).toEqual(ids);
}
