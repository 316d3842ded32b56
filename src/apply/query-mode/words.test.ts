import { expect, it } from 'vitest';
import en from '../../../locales/en/reasons.json';
import ta from '../../../locales/ta/reasons.json';
import { translated } from './words.ts';

const asked = { reason: 'mismatch', message: ta.mismatch } as const;

it("says ready-made words of the loan's language in the page's", () => {
  expect(translated(asked, ta, en)).toBe(en.mismatch);
  expect(translated(asked, ta, ta)).toBe(ta.mismatch);
});

it('leaves what a reviewer wrote as it is', () => {
  expect(translated({ ...asked, message: `${ta.mismatch} 1` }, ta, en)).toBe(`${ta.mismatch} 1`);
  expect(translated({ reason: 'other', message: ta.mismatch }, ta, en)).toBe(ta.mismatch);
  expect(translated({ reason: 'unclear', message: ta.mismatch }, ta, en)).toBe(ta.mismatch);
});

it('leaves the message as it is where words did not come', () => {
  expect(translated(asked, undefined, en)).toBe(ta.mismatch);
  expect(translated(asked, ta, undefined)).toBe(ta.mismatch);
});
