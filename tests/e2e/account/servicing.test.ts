/** What a parent does after the approval: everybody can use each screen, and the key facts are read by keyboard too. */
import { expect, test } from 'vitest';
import { browserForFile } from '../../support/browser.ts';
import { offerStates } from '../states/offers.ts';
import { servicingStates } from '../states/servicing.ts';
import { describeAccessibility } from '../support/accessibility.ts';
import { eventually, hasFocus } from '../support/eventually.ts';
import { button } from '../support/interactions.ts';
import { messageText } from '../support/message-text.ts';
import { phoneFor } from '../support/screens.ts';
import { testAppForFile } from '../support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();

describeAccessibility({ ...offerStates, ...servicingStates }, open, testApp);

test('the key facts are acknowledged by keyboard, once their end has been on the screen', async () => {
  const { page } = await phoneFor(await open(), 'key facts by keyboard');
  await offerStates['key-facts'](page, testApp());
  const acknowledge = button(page, messageText('servicing.keyFacts.acknowledge'));
  await expect(acknowledge.getAttribute('aria-disabled')).resolves.toBe('true');
  // The statement traps nobody: Tab leads through its tables to its end.
  for (let press = 0; press < 40; press += 1) {
    await page.keyboard.press('Tab');
    if (await acknowledge.evaluate((element) => element === document.activeElement)) break;
  }
  await hasFocus(acknowledge);
  await eventually(() => acknowledge.getAttribute('aria-disabled')).toBeNull();
});
