import { createIntl } from 'react-intl';
import { expect, it } from 'vitest';
import { withIndianDates } from './indian-dates.ts';

const intlOf = (locale: string) =>
  withIndianDates(createIntl({ locale: `${locale}-u-nu-latn`, timeZone: 'Asia/Kolkata' }));
const plain = (text: string) => text.replace(/\s/g, ' ');
const moment = '2026-12-05T10:35:00Z';

it.each([
  ['en-IN', '5 December 2026, 4:05 pm', '5\u00a0Dec 2026'],
  ['ta', '5 டிசம்பர் 2026, மாலை 4:05', '5\u00a0டிச. 2026'],
  ['hi', '5 दिसंबर 2026, शाम 4:05', '5\u00a0दिस॰ 2026'],
  ['te', '5 డిసెంబర్ 2026, 4:05 PM', '5\u00a0డిసెం 2026'],
  ['kn', '5 ಡಿಸೆಂಬರ್ 2026, 4:05 PM', '5\u00a0ಡಿಸೆಂ 2026'],
])(
  'a date of %s has the day first, no comma before the year and no ending behind the time',
  (locale, long, medium) => {
    const { formatDate } = intlOf(locale);
    expect(plain(formatDate(moment, { dateStyle: 'long', timeStyle: 'short' }))).toBe(long);
    expect(formatDate(moment, { dateStyle: 'medium' })).toBe(medium);
    expect(formatDate('2026-12-31T20:00:00Z', { dateStyle: 'medium', timeZone: 'UTC' })).toMatch(
      /^31\s.*2026$/,
    );
  },
);

it('a time says the part of the day where that is how it is said', () => {
  const { formatDate, formatTime } = intlOf('hi');
  expect(formatDate(moment, { weekday: 'long', hour: 'numeric', minute: '2-digit' })).toBe('शनिवार शाम 4:05');
  expect(formatTime(moment, { timeStyle: 'short' })).toBe('शाम 4:05');
  expect(plain(intlOf('en-IN').formatTime(moment, { timeStyle: 'medium' }))).toBe('4:05:00 pm');
});

it('what is asked for without a style stays as it is', () => {
  const month = { month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  expect(intlOf('en-IN').formatDate(moment, month)).toBe('Dec 2026');
});
