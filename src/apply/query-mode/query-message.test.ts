import { expect, it } from 'vitest';
import en from '../../../locales/en/reasons.json';
import ta from '../../../locales/ta/reasons.json';
import { translateMessage } from './query-message.ts';

const asked = { reason: 'mismatch', message: ta.mismatch } as const;

it("translates a predefined message from the loan's language to the page's", () => {
  expect(translateMessage(asked, ta, en)).toBe(en.mismatch);
  expect(translateMessage(asked, ta, ta)).toBe(ta.mismatch);
});

it('does not translate a message that a reviewer wrote', () => {
  expect(translateMessage({ ...asked, message: `${ta.mismatch} 1` }, ta, en)).toBe(`${ta.mismatch} 1`);
  expect(translateMessage({ reason: 'other', message: ta.mismatch }, ta, en)).toBe(ta.mismatch);
  expect(translateMessage({ reason: 'unclear', message: ta.mismatch }, ta, en)).toBe(ta.mismatch);
});

it('keeps the message where the translations could not be loaded', () => {
  expect(translateMessage(asked, undefined, en)).toBe(ta.mismatch);
  expect(translateMessage(asked, ta, undefined)).toBe(ta.mismatch);
});
