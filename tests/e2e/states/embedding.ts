/** The application in the sandbox's school page, which is of another site. */
import type { Page } from 'playwright-core';
import { button } from '../support/interactions.ts';
import type { TestApp } from '../support/test-app.ts';
import type { OpenState } from './index.ts';

export const embeddingStates = {
  'embedding-inline': async (page, testApp) => {
    await openSchoolPage(page, testApp);
    await button(page, 'Apply on this page').click();
    await applicationIsShown(page);
  },
  'embedding-dialog': async (page, testApp) => {
    await openSchoolPage(page, testApp);
    await button(page, 'Apply in full screen').click();
    await applicationIsShown(page);
  },
} satisfies Record<string, OpenState>;

export const schoolPageOf = ({ url }: TestApp): string =>
  `${url.replace('localhost', '127.0.0.1')}/sandbox/partner`;

async function openSchoolPage(page: Page, testApp: TestApp): Promise<void> {
  await page.goto(schoolPageOf(testApp));
  await button(page, 'Apply on this page').waitFor();
}

const applicationIsShown = (page: Page): Promise<void> =>
  button(page.frameLocator('iframe').locator('body'), 'Submit').waitFor();
