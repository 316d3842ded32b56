import { createIntl } from 'react-intl';
import { expect, it } from 'vitest';
import { formatMoment } from './moment-text.ts';

const textIn = (locale: string, dateStyle?: 'long') =>
  formatMoment(createIntl({ locale, timeZone: 'Asia/Kolkata' }), '2026-03-03T10:35:00Z', dateStyle);

it('a moment has its date and its time, which no line breaks apart', () => {
  expect(textIn('en-IN').replace(/\s/g, ' ')).toBe('3 Mar 2026, 4:05 pm');
  expect(textIn('kn', 'long')).toContain('04:05\u00a0PM');
  for (const locale of ['en-IN', 'ta', 'hi', 'te', 'kn'])
    expect(textIn(locale), locale).toMatch(/\d:\d\d[\u00a0\u202f][ap]m/i);
});
