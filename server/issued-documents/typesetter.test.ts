import { expect, it } from 'vitest';
import { someKeyFacts } from '../../domain/servicing/key-facts-testing.ts';
import { keyFactsModel, type PageModel } from './page-model.ts';
import { typeset } from './typesetter.ts';

const page = (text: string): PageModel => ({
  ...keyFactsModel(someKeyFacts(), 'en'),
  blocks: [{ kind: 'paragraph', text, isSoft: false }],
});

it('refuses what it cannot typeset, and goes on with the next', async () => {
  const [bad, good] = await Promise.allSettled([typeset('{}'), typeset(JSON.stringify(page('one')))]);
  expect(bad.status).toBe('rejected');
  expect(good.status).toBe('fulfilled');
});

it('makes more documents than one process does, each its own', async () => {
  const texts = Array.from({ length: 45 }, (_, index) => `Page ${index}`);
  const pdfs = await Promise.all(texts.map((text) => typeset(JSON.stringify(page(text)))));
  const again = await typeset(JSON.stringify(page('Page 7')));
  expect(new Set(pdfs.map((pdf) => Buffer.from(pdf).toString('base64'))).size).toBe(45);
  expect(Buffer.from(again).equals(Buffer.from(pdfs[7] ?? []))).toBe(true);
});
