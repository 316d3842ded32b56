import { expect, it } from 'vitest';
import { keyFactsFixture } from '../../domain/servicing/testing-key-facts.ts';
import { pdfText } from '../../tests/support/pdf-text.ts';
import { installPlatform, platform } from '../platform/platform.ts';
import { keyFactsModel, type PageBlock, type PageModel } from './page-model.ts';
import { typeset } from './typesetter.ts';

const pageOf = (block: PageBlock): PageModel => ({
  ...keyFactsModel(keyFactsFixture(), 'en'),
  blocks: [block],
});
const page = (text: string): PageModel => pageOf({ kind: 'paragraph', text, isSoft: false });

it('refuses what it cannot typeset, and goes on with the next', async () => {
  const [bad, good] = await Promise.allSettled([typeset('{}'), typeset(JSON.stringify(page('one')))]);
  expect(bad.status).toBe('rejected');
  expect(good.status).toBe('fulfilled');
});

it('kills a process that does not answer, and goes on with another', async () => {
  const node = platform;
  const hangs = installPlatform({ ...node, startTimer: (work) => node.startTimer(work, 0) });
  const killed = typeset(JSON.stringify(page('one')));
  hangs();
  await expect(killed).rejects.toThrow('The typesetter did not answer');
  await expect(typeset(JSON.stringify(page('two')))).resolves.toBeDefined();
});

it('makes more documents than one process does, each its own', async () => {
  const texts = Array.from({ length: 30 }, (_, index) => `Page ${index}`);
  const pdfs = await Promise.all(texts.map((text) => typeset(JSON.stringify(page(text)))));
  const again = await typeset(JSON.stringify(page('Page 7')));
  expect(new Set(pdfs.map((pdf) => Buffer.from(pdf).toString('base64'))).size).toBe(30);
  expect(Buffer.from(again).equals(Buffer.from(pdfs[7] ?? []))).toBe(true);
});

it('a total is never alone on a page', async () => {
  const columns = [{ label: 'Number', isNumeric: false, width: 1 }];
  const texts = await Promise.all(
    Array.from({ length: 9 }, async (_, more) => {
      const rows = Array.from({ length: 40 + more }, (__, index) => [[`row ${index}`]]);
      const pdf = await typeset(JSON.stringify(pageOf({ kind: 'table', columns, rows, total: [['Total']] })));
      return pdfText(pdf);
    }),
  );
  // Shorter and longer than a page, so that one of them is as long.
  expect(texts[0]).toContain('Page 1 of 1');
  expect(texts.at(-1)).toContain('Page 2 of 2');
  expect(texts.filter((text) => /Number\s+Total/.test(text))).toEqual([]);
});
