/** The number of components that render again while a person types. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserForFile } from '../support/browser.ts';
import { sharma } from './support/fixtures.ts';
import { button, control } from './support/interactions.ts';
import { loanWithStudents, openLoan } from './support/loans.ts';
import { parentAt } from './support/parent.ts';
import { desktopFor } from './support/screens.ts';
import { messageText } from './support/message-text.ts';
import { testAppForFile } from './support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();

test('saving what is typed renders the save mark, and no form', async () => {
  const { page } = await desktopFor(await open(), 'the form does not render again');
  await countFormRenders(page);
  await openLoan(page, testApp(), await loanWithStudents(testApp(), sharma), 'student');
  await parentAt(page, testApp()).isAtStudents();
  await typesAndIsSaved(page, 'Roll number', 'R');

  await button(page, 'Submit').click();
  await parentAt(page, testApp()).isAtApplicant();
  await typesAndIsSaved(page, 'Alternate mobile number', '9');
});

/** Types a letter, waits until the server has it, types the next; the first time, other parts may still be arriving. */
async function typesAndIsSaved(page: Page, label: string, letter: string): Promise<void> {
  const field = control(page, label);
  const saving = page.getByText(messageText('app.draft.saving'));
  const saved = page.getByText(messageText('app.draft.saved'));
  const typesOne = async () => {
    await field.press(letter);
    await saving.waitFor();
    await saved.waitFor();
  };
  await typesOne();
  const before = await formRenders(page);
  await typesOne();
  await typesOne();
  expect(before, 'the form was rendered at least once').toBeGreaterThan(0);
  expect((await formRenders(page)) - before, `renders of the form around ${label}`).toBe(0);
}

/** Counts the commits of React, by its hook for developer tools, that gave the form new properties. */
async function countFormRenders(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { renders: 0, props: null as unknown };
    const onCommitFiberRoot = () => {
      const form = document.querySelector('form');
      const [, props] = Object.entries(form ?? {}).find(([name]) => name.startsWith('__reactProps$')) ?? [];
      if (props && props !== seen.props) seen.renders += 1;
      seen.props = props;
    };
    Object.assign(window, {
      formRenders: seen,
      __REACT_DEVTOOLS_GLOBAL_HOOK__: { supportsFiber: true, inject: () => 1, onCommitFiberRoot },
    });
  });
}

const formRenders = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { formRenders: { renders: number } }).formRenders.renders);
