import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanAmount, parseFee, inputsFromDraft, unflatten, parseRupees } from './schemas.ts';

/** What an input holds after a text was typed character by character. */
const typed = (text: string) => [...text].reduce((sofar, character) => cleanAmount(sofar + character), '');

describe('an amount', () => {
  it.each([
    ['20000.01', 20000],
    ['2500.75', 2500],
    ['25000.50', 25000],
    ['1,25,000.00', 125000],
    ['₹ 1,25,000.00', 125000],
    ['Rs. 500', 500],
    ['INR 500/-', 500],
    ['१२३.५', 123],
    ['007', 7],
    ['0.5', 0],
    ['99999999999', 9999999999],
  ])('pasted as %s is %d whole rupees', (text, rupees) => {
    expect(parseRupees(cleanAmount(text))).toBe(rupees);
  });

  it.each(['20000.01', '1,25,000.00', '0.99', '12345678901.5'])(
    'typed as %s is what it is when it is pasted',
    (text) => {
      expect(parseRupees(typed(text))).toBe(parseRupees(cleanAmount(text)));
    },
  );

  it('of paise alone is not there, and counts 0 among fees', () => {
    expect(parseRupees(cleanAmount('.50'))).toBeNull();
    expect(parseFee(cleanAmount('.50'))).toBe(0);
  });

  it('is never larger than what stands before its decimal point, typed or pasted', () => {
    const text = fc.tuple(fc.nat(9_999_999_999), fc.string({ unit: fc.constantFrom(...'0123456789.') }));
    fc.assert(
      fc.property(text, ([rupees, behind]) => {
        const written = `${rupees}.${behind}`;
        expect(parseRupees(cleanAmount(written))).toBe(rupees);
        expect(parseRupees(typed(written))).toBe(rupees);
      }),
    );
  });

  it('is not cleaned any further the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(cleanAmount(cleanAmount(text))).toBe(cleanAmount(text));
      }),
    );
  });
});

describe('a draft of an older or a newer form', () => {
  const empty = unflatten([
    ['personal_details.name', ''],
    ['personal_details.address.city', ''],
    ['same_as_aadhaar', false],
  ]);

  it('is filled into the fields of today', () => {
    const kept = { personal_details: { name: 'Asha', religion: 'x' }, gone: { a: 1 }, same_as_aadhaar: true };
    expect(inputsFromDraft(empty, kept)).toEqual({
      personal_details: { name: 'Asha', address: { city: '' } },
      same_as_aadhaar: true,
    });
  });

  it('keeps no value of another kind', () => {
    const kept = { personal_details: 'Asha', same_as_aadhaar: 1 };
    expect(inputsFromDraft(empty, kept)).toEqual(empty);
  });

  it('that is no object is none', () => {
    for (const kept of [null, undefined, 'text', 7, []]) expect(inputsFromDraft(empty, kept)).toBeNull();
  });
});
