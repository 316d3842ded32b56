import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  amount,
  cleanAmount,
  parseFee,
  inputsFromDraft,
  pastedAmount,
  unflatten,
  parseRupees,
} from './schemas.ts';

/** Returns an input's text after `text` was typed character by character. */
const typed = (text: string) => [...text].reduce((before, character) => cleanAmount(before + character), '');

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
  ])('reads a pasted %s as %d whole rupees', (text, rupees) => {
    expect(parseRupees(cleanAmount(text))).toBe(rupees);
  });

  it.each(['20000.01', '1,25,000.00', '0.99', '12345678901.5'])(
    'reads a typed %s in the same way as a pasted one',
    (text) => {
      expect(parseRupees(typed(text))).toBe(parseRupees(cleanAmount(text)));
    },
  );

  it('counts paise alone as no amount, and as 0 among fees', () => {
    expect(parseRupees(cleanAmount('.50'))).toBeNull();
    expect(parseFee(cleanAmount('.50'))).toBe(0);
  });

  it.each(['30k', '1e9', '3k5', '-500', '1.2.3', '1.25.000', '12,5', '1,2,3', 'five', '2 lakh', '1.5 lakh'])(
    'refuses %s and leaves it as it was typed',
    (text) => {
      expect(cleanAmount(text)).toBe(text);
      expect(amount('required').safeParse(parseRupees(text)).error?.issues[0]?.message).toBe(
        'app.amount.invalid',
      );
    },
  );

  it.each([
    ['1,25,000/-', '125000'],
    ['INR 75,000', '75000'],
    ['Rs. 75,000 only', '75000'],
    ['₹\u00a075,000.50', '75000.50'],
    ['75000', '75000'],
  ])('turns a pasted %s into %s in the input', (text, amountText) => {
    expect(pastedAmount(text)).toBe(amountText);
  });

  it.each(['5/-3', '30k', '1e9', '1.25 lakh', '12.500,00', '₹', ' ', ''])(
    'leaves pasted text that is not an amount unchanged: %s',
    (text) => {
      expect(pastedAmount(text)).toBe(text);
    },
  );

  /** The ways to write a whole number of rupees; a text that is none of them must not become a number. */
  const writings = (rupees: number) => {
    const ways = [String(rupees), ...['en-IN', 'en-US'].map((locale) => rupees.toLocaleString(locale))];
    return [...ways, ...ways.map((way) => way.replaceAll(',', ' '))];
  };

  it('reads any text as a person would, or as no number', () => {
    const piece = fc.oneof(
      fc.nat(99_999).map(String),
      fc.constantFrom(
        ...',.  kKeE-+/₹',
        '.00',
        ',000',
        'Rs.',
        'Rs ',
        'INR ',
        '/-',
        ' only',
        'lakh',
        '\u00a0',
        '०',
      ),
      fc.string({ unit: 'grapheme', maxLength: 2 }),
    );
    const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, (written) => {
        for (const read of [parseRupees(cleanAmount(written)), parseRupees(typed(written))]) {
          if (read === null || Number.isNaN(read)) continue;
          const words = written
            .replace(/\p{Nd}/gu, (digit) => cleanAmount(digit))
            .replace(/^\s*(rs\.?|inr|₹)?\s*0*(?=\d)|\s*(\/-|only)?\s*$/gi, '')
            .replace(/\s/g, ' ');
          const whole = words.replace(/\.\d*$/, '').trim() || '0';
          // The input takes ten digits, and no more.
          const isCut = /^\d{11,}$/.test(whole) && String(read) === whole.slice(0, 10);
          if (!isCut) expect(writings(read), written).toContain(whole);
        }
      }),
      { numRuns: 10_000, seed: 20_261_122 },
    );
  });

  it('does not change when it is cleaned again', () => {
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

  it('fills the current fields', () => {
    const kept = { personal_details: { name: 'Asha', religion: 'x' }, gone: { a: 1 }, same_as_aadhaar: true };
    expect(inputsFromDraft(empty, kept)).toEqual({
      personal_details: { name: 'Asha', address: { city: '' } },
      same_as_aadhaar: true,
    });
  });

  it('drops a value of another type', () => {
    const kept = { personal_details: 'Asha', same_as_aadhaar: 1 };
    expect(inputsFromDraft(empty, kept)).toEqual(empty);
  });

  it('is ignored where it is not an object', () => {
    for (const kept of [null, undefined, 'text', 7, []]) expect(inputsFromDraft(empty, kept)).toBeNull();
  });
});
