import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keepDigits, keepLetters, cleanMobile, stripControlCharacters, strippedCharacters } from './clean.ts';

const cleaners = {
  digits: keepDigits,
  letters: keepLetters,
  mobile: cleanMobile,
  plain: stripControlCharacters,
};
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...'0123456789+- 91०९ௐabcĀ\t\u0000') }),
);

describe('cleaners', () => {
  it.each(Object.entries(cleaners))('%s: cleaning twice changes nothing more', (_, clean) => {
    fc.assert(
      fc.property(text, (typed) => {
        expect(clean(clean(typed))).toBe(clean(typed));
      }),
    );
  });

  it.each([
    ['98765 43210', '9876543210'],
    ['+91 98765-43210', '9876543210'],
    ['09876543210', '9876543210'],
    ['9198765432', '9198765432'],
    ['९८७६५४३२१०', '9876543210'],
    ['௯௮௭௬௫௪௩௨௧௦', '9876543210'],
    ['৯৮৭৬৫৪৩২১০', '9876543210'],
    ['٩٨٧٦٥٤٣٢١٠', '9876543210'],
    ['𝟗𝟠𝟩𝟲𝟻43210', '9876543210'],
    ['98765432101', '98765432101'],
    ['12345678901234567890', '123456789012345'],
  ])('read %j as the number %s', (typed, number) => expect(cleanMobile(typed)).toBe(number));

  it.each([
    ["Mary O'Neil-3", 'Mary ONeil'],
    ['அருண் குமார்', 'அருண் குமார்'],
    ['प्रिया\u00a0शर्मा', 'प्रिया शर्मा'],
    ['José', 'José'],
    ['x😀y', 'xy'],
  ])('reduce %j to the letters %j', (typed, kept) => expect(keepLetters(typed)).toBe(kept));

  it('replace control characters with spaces', () => {
    expect(stripControlCharacters('12\u0000 Gandhi\nRoad\ud800')).toBe('12  Gandhi Road ');
  });
});

describe('the characters that were stripped', () => {
  it.each([
    ["O'Brien", keepLetters, "'"],
    ['Anu.K. R2', keepLetters, '.2'],
    ['Meena Raman', keepLetters, ''],
    ['12A34', keepDigits, 'A'],
    ['१२ 34', keepDigits, ''],
  ])('are each named once, without spaces: %s', (typed, clean, stripped) => {
    expect(strippedCharacters(typed, clean)).toBe(stripped);
  });
});
