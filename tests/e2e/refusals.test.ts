/** The text of each refusal of the contract, in all languages (decision 124). */
import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { expect, test } from 'vitest';
import { type LanguageCode, languageCodes } from '../../locales/index.ts';
import { browserForFile } from '../support/browser.ts';
import { shownText } from './support/page-values.ts';
import { phoneFor } from './support/screens.ts';
import { testAppForFile } from './support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();

type Problems = { RefusalCode: { enum: string[] } };
const { RefusalCode } = load(readFileSync('openapi/schemas/problem.yaml', 'utf8')) as Problems;
const codes = RefusalCode.enum;

test.each(languageCodes)('each refusal of a creation has its message in %s', async (language) => {
  const texts = textsOf(language);
  expect(Object.keys(texts).filter((id) => id.startsWith('refusal.'))).toEqual(codes.toSorted());
  const { page } = await phoneFor(await open(), `the refusals in ${language}`);
  let code = '';
  await page.route('**/dev/api/v3/lender/loan/', (route) =>
    route.fulfill({
      status: 400,
      headers: { 'retry-after': '120' },
      json: { success: false, code, message: 'a sentence for developers, of el_details.students' },
    }),
  );
  await page.goto(`${testApp().url}/?api_key=${testApp().key}&language=${language}`);
  await page.locator('#name').fill('Meena');
  await page.locator('#phone').fill('9000000001');
  await page.locator('#email').fill('meena@example.org');
  const alert = page.getByRole('alertdialog');
  // The last is one that this release does not know.
  for (code of [...codes, 'refusal.ofTomorrow']) {
    await page.getByRole('button', { name: texts['create.submit'] ?? '', exact: true }).click();
    const shown = await shownText(alert.getByRole('heading'));
    const text = texts[code] ?? texts['refusal.failed'] ?? '';
    if (text.includes('{')) expect(shown).toMatch(/\b2\b/);
    else expect(shown, code).toBe(text);
    expect(shown, code).not.toMatch(/[a-z]\.[a-z]|[{}_]|developers/i);
    if (language !== 'en') expect(shown.replace('OTP', ''), code).not.toMatch(/[a-z]{3}/i);
    await alert.getByRole('button', { name: texts['common.ok'] ?? '', exact: true }).click();
    await alert.waitFor({ state: 'detached' });
  }
});

const textsOf = (language: LanguageCode): Record<string, string> =>
  JSON.parse(readFileSync(`locales/${language}/app.json`, 'utf8')) as Record<string, string>;
