import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinDate, parseWholeDate, splitDate, typeIntoPart, withWholeYear } from './date-parts.ts';

const keepDigits = (text: string) => text.replace(/\D/g, '');

const none = { day: '', month: '', year: '' };

describe('the parts of a date', () => {
  it('make one ISO text from any number of parts', () => {
    expect(joinDate({ day: '4', month: '6', year: '2015' })).toBe('2015-06-04');
    expect(joinDate({ day: '31', month: '', year: '' })).toBe('--31');
    expect(joinDate(none)).toBe('');
  });

  it('are read from the text again', () => {
    const part = (max: number) => fc.oneof(fc.constant(''), fc.integer({ min: 1, max }).map(String));
    fc.assert(
      fc.property(part(31), part(12), part(9999), (day, month, year) => {
        const text = joinDate({ day, month, year });
        expect(joinDate(splitDate(text))).toBe(text);
        expect(Number(splitDate(text).day)).toBe(Number(day));
        expect(splitDate(text).year).toBe(year);
      }),
    );
  });

  it.each([
    ['2015-06-14', { day: '14', month: '06', year: '2015' }],
    ['14/6/2015', { day: '14', month: '06', year: '2015' }],
    [' 14.06.2015 ', { day: '14', month: '06', year: '2015' }],
    ['14 06 2015', { day: '14', month: '06', year: '2015' }],
    ['14 / 06 / 2015', { day: '14', month: '06', year: '2015' }],
    ['14-06-15', { day: '14', month: '06', year: '15' }],
    ['14 June 2015', { day: '14', month: '06', year: '2015' }],
    ['1st Sept. 2015', { day: '01', month: '09', year: '2015' }],
    ['14-JUN-2015', { day: '14', month: '06', year: '2015' }],
    ['14 Foo 2015', null],
    ['14', null],
    ['14/06', null],
  ])('are read from the whole date %s', (text, parts) => {
    expect(parseWholeDate(text)).toEqual(parts);
  });
});

describe('a year of two digits', () => {
  const yearOf = (year: string, max?: string) => withWholeYear({ day: '1', month: '2', year }, max).year;

  it('becomes the latest matching year of the calendar', () => {
    expect(yearOf('85', '2005-12-31')).toBe('1985');
    expect(yearOf('05', '2005-12-31')).toBe('2005');
    expect(yearOf('06', '2005-12-31')).toBe('1906');
    expect(yearOf('15', '2026-05-23')).toBe('2015');
    expect(yearOf('26', '2026-05-23')).toBe('2026');
    expect(yearOf('99', '2026-05-23')).toBe('1999');
  });

  it('stays where the calendar has no end, as does a complete or incomplete year', () => {
    expect(yearOf('85')).toBe('85');
    for (const year of ['', '1', '198', '1985']) expect(yearOf(year, '2005-12-31')).toBe(year);
  });
});

describe('typing a date', () => {
  const typed = (text: string) => {
    let now = { parts: none, caretIn: 'day' as const } as ReturnType<typeof typeIntoPart>;
    for (const key of text)
      now = typeIntoPart(now.parts, now.caretIn, now.parts[now.caretIn] + key, keepDigits);
    return now;
  };

  it.each(['14062015', '14/6/2015', '14-06-2015'])('moves from part to part: %s', (text) => {
    const { parts, caretIn } = typed(text);
    expect(joinDate(parts)).toBe('2015-06-14');
    expect(caretIn).toBe('year');
  });

  it('stays in a part until a digit does not fit there', () => {
    expect(typed('14').caretIn).toBe('day');
    expect(typed('140')).toEqual({ parts: { day: '14', month: '0', year: '' }, caretIn: 'month' });
  });

  it('reads a whole date in the digits of another script', () => {
    const fromDevanagari = (text: string) =>
      text.replace(/[०-९]/g, (digit) => String((digit.codePointAt(0) ?? 0) - 0x966)).replace(/\D/g, '');
    expect(joinDate(typeIntoPart(none, 'day', '१४/०६/२०१५', fromDevanagari).parts)).toBe('2015-06-14');
  });

  it('does not change a part that has digits already', () => {
    const full = { day: '14', month: '06', year: '2015' };
    expect(typeIntoPart(full, 'day', '149', keepDigits).parts).toEqual(full);
    expect(typeIntoPart(full, 'year', '20156', keepDigits).parts).toEqual(full);
  });
});
