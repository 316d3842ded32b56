/** The page of the tests: the code of documents, as the app's page has it. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { build, type Rolldown } from 'vite';
import { root } from '../../../scripts/build-app.ts';
import { shared } from '../../../vite.config.ts';
import type { TestApp } from '../support/test-app.ts';

/** The page's code as one script and its styles as one sheet. */
export type PhoneBundle = { code: string; styles: string };

export async function bundlePhonePage(): Promise<PhoneBundle> {
  const made = (await build({
    ...shared,
    configFile: false,
    logLevel: 'error',
    root,
    define: { __TRACE_MESSAGES__: 'true' },
    build: {
      write: false,
      minify: false,
      cssCodeSplit: false,
      rolldownOptions: {
        input: join(root, 'tests/e2e/phone/page.tsx'),
        output: { format: 'iife', codeSplitting: false },
      },
    },
  })) as Rolldown.RolldownOutput;
  const text = made.output.map((one) => (one.type === 'chunk' ? one.code : String(one.source)));
  const named = (ending: string) =>
    made.output
      .flatMap(({ fileName }, index) => (fileName.endsWith(ending) ? [text[index] ?? ''] : []))
      .join('\n');
  return { code: named('.js'), styles: named('.css') };
}

/** The page of the test server, with what is tested. */
export async function loadPhonePage(
  page: Page,
  { code, styles }: PhoneBundle,
  { url, key }: Pick<TestApp, 'url' | 'key'>,
): Promise<void> {
  await page.goto(`${url}/nowhere?api_key=${key}`);
  await page.evaluate(code);
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets.push(sheet);
  }, styles);
}
