/** The search for an earlier application on this device is answered late, or fails; `tests/component/` has other answers. */
import { expect, test } from 'vitest';
import { browserForFile } from '../support/browser.ts';
import { raman, selvi } from './support/fixtures.ts';
import { button } from './support/interactions.ts';
import { parentAt } from './support/parent.ts';
import { phoneFor } from './support/screens.ts';
import { testAppForFile } from './support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();

test('Create Application continues once the search answers or fails', async () => {
  const { page } = await phoneFor(await open(), 'late answers: an earlier application');
  const parent = parentAt(page, testApp());
  await parent.opensTheLink();
  await parent.createsTheApplication(selvi);
  for (const fails of [false, true]) {
    await parent.opensTheLink();
    await parent.fillsTheCreateForm(raman);
    testApp().hold('getLoan');
    await button(page, 'Submit').click();
    await button(page, 'Submit').and(page.locator('[aria-disabled=true]')).waitFor();
    const created = page.waitForResponse((response) => response.request().method() === 'POST');
    testApp().letGo();
    if (fails) testApp().cutOff('getLoan');
    expect((await created).ok()).toBe(true);
    testApp().faults.disarmAll();
    await parent.isAtStudents();
  }
});
