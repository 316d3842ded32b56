import { describe, expect, it } from 'vitest';
import { intlLocale, languageAttributes, languageOfStored, languageOfTag, withLatinDigits } from './index.ts';

describe('the language of what is stored (decision 7)', () => {
  it.each([
    ['en', 'en'],
    ['ta', 'ta'],
    ['hi', 'hi'],
    ['tl', 'tl'],
    ['ka', 'ka'],
    ['te', 'tl'],
    ['kn', 'ka'],
    ['fr', undefined],
    ['', undefined],
  ])('%s is %s', (stored, language) => {
    expect(languageOfStored(stored)).toBe(language);
  });
});

describe("the language of a browser's tag (decision 7)", () => {
  it.each([
    ['ta-IN', 'ta'],
    ['te', 'tl'],
    ['kn-IN', 'ka'],
    ['hi-Latn', 'hi'],
    ['EN-us', 'en'],
    ['en-US@posix', 'en'],
    ['tl-PH', undefined],
    ['ka-GE', undefined],
    ['', undefined],
  ])('%s is %s', (tag, language) => {
    expect(languageOfTag(tag)).toBe(language);
  });
});

it('the attributes of text in a language name its tag and its script', () => {
  expect(languageAttributes('tl')).toEqual({ lang: 'te', 'data-script': 'Telu' });
});

it('numbers have Latin digits, even where a language has its own digits', () => {
  expect(new Intl.NumberFormat('mr').format(5)).toBe('५');
  expect(new Intl.NumberFormat(withLatinDigits('mr')).format(5)).toBe('5');
  expect(intlLocale('en')).toBe('en-IN-u-nu-latn');
});
