import { describe, expect, it } from 'vitest';
import { amountInWords } from './amount-words.ts';
import { languageCodes } from './index.ts';

describe('an amount in words', () => {
  it.each([
    [0, 'Rupees zero only'],
    [50, 'Rupees zero and paise fifty only'],
    [100, 'Rupees one only'],
    [99_00, 'Rupees ninety-nine only'],
    [100_00, 'Rupees one hundred only'],
    [1_000_00, 'Rupees one thousand only'],
    [6_300_00, 'Rupees six thousand three hundred only'],
    [
      12_345_678_90,
      'Rupees one crore twenty-three lakh forty-five thousand six hundred seventy-eight and paise ninety only',
    ],
    [1_00_000_00, 'Rupees one lakh only'],
    [1_00_00_000_05, 'Rupees one crore and paise five only'],
    [123_00_00_000_00, 'Rupees one hundred twenty-three crore only'],
  ])('writes %i paise in English', (paise, words) => {
    expect(amountInWords(paise, 'en')).toBe(words);
  });

  it.each([
    ['hi', 6_300_00, 'रुपये छह हज़ार तीन सौ मात्र'],
    ['hi', 1_25_079_50, 'रुपये एक लाख पच्चीस हज़ार उनासी और पैसे पचास मात्र'],
    ['ta', 6_300_00, 'ரூபாய் ஆறாயிரத்து முந்நூறு மட்டும்'],
    ['ta', 1_25_922_00, 'ரூபாய் ஒரு லட்சத்து இருபத்தைந்தாயிரத்து தொள்ளாயிரத்து இருபத்திரண்டு மட்டும்'],
    ['ta', 1_493_00, 'ரூபாய் ஆயிரத்து நானூற்று தொண்ணூற்று மூன்று மட்டும்'],
    ['ta', 0, 'ரூபாய் பூஜ்ஜியம் மட்டும்'],
    ['ta', 3_000_00, 'ரூபாய் மூவாயிரம் மட்டும்'],
    ['ta', 11_500_00, 'ரூபாய் பதினோராயிரத்து ஐந்நூறு மட்டும்'],
    ['ta', 91_000_00, 'ரூபாய் தொண்ணூற்றோராயிரம் மட்டும்'],
    ['ta', 11_00_000_00, 'ரூபாய் பதினொரு லட்சம் மட்டும்'],
    ['ta', 21_00_000_00, 'ரூபாய் இருபத்தோரு லட்சம் மட்டும்'],
    ['ta', 101_00_00_000_00, 'ரூபாய் நூற்று ஒரு கோடி மட்டும்'],
    ['tl', 21_000_50, 'రూపాయలు ఇరవై ఒక్క వేలు, పైసలు యాభై మాత్రమే'],
    ['tl', 6_300_00, 'రూపాయలు ఆరు వేల మూడు వందలు మాత్రమే'],
    ['tl', 1_01_125_00, 'రూపాయలు ఒక లక్ష వెయ్యి నూట ఇరవై ఐదు మాత్రమే'],
    ['tl', 2_00_000_00, 'రూపాయలు రెండు లక్షలు మాత్రమే'],
    ['ka', 6_300_00, 'ರೂಪಾಯಿ ಆರು ಸಾವಿರದ ಮುನ್ನೂರು ಮಾತ್ರ'],
    ['ka', 1_21_123_05, 'ರೂಪಾಯಿ ಒಂದು ಲಕ್ಷದ ಇಪ್ಪತ್ತೊಂದು ಸಾವಿರದ ನೂರ ಇಪ್ಪತ್ತಮೂರು ಮತ್ತು ಪೈಸೆ ಐದು ಮಾತ್ರ'],
  ] as const)('is written in %s for %i paise', (language, paise, words) => {
    expect(amountInWords(paise, language)).toBe(words);
  });

  it.each(languageCodes)('differs in %s for different amounts', (language) => {
    const amounts = [
      ...Array.from({ length: 12_000 }, (_, n) => n * 100),
      ...Array.from({ length: 100 }, (_, n) => n),
    ];
    const scaled = [1, 10, 99].flatMap((count) =>
      [1e5, 1e6, 1e7, 1e8, 1e9].map((value) => count * value * 100 + 100),
    );
    const all = [...new Set([...amounts, ...scaled])];
    expect(new Set(all.map((paise) => amountInWords(paise, language))).size).toBe(all.length);
  });

  it.each([-1, 0.5, Number.NaN, 2 ** 53])('refuses %s', (paise) => {
    expect(() => amountInWords(paise, 'en')).toThrow(RangeError);
  });
});
