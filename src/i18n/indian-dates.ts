/** Dates as people in India write them, and times as they say them. `Intl` has American dates and adds case endings. */
import type { IntlShape } from 'react-intl';

type DateOptions = NonNullable<Parameters<IntlShape['formatDate']>[1]>;

/** Languages that name the part of the day before the hour: शाम 4:05. The others have am and pm. */
const dayPeriodLanguages = /^(?:hi|ta)\b/;

/**
 * Wraps `intl` with dates of day, month and year without a comma, and then the time: '5 ಡಿಸೆಂಬರ್ 2026, 3:15 PM'.
 * Documents have the same (domain/servicing/document-text.ts). No line ends between the day and its month.
 */
export function withIndianDates(intl: IntlShape): IntlShape {
  const { locale, timeZone, formatters } = intl;
  const formatOf = (options: Intl.DateTimeFormatOptions) =>
    formatters.getDateTimeFormat(locale, { timeZone, ...options });

  const timeOf = (at: Date, { timeStyle, dateStyle, ...rest }: DateOptions): string =>
    formatOf({
      ...(timeStyle && { hour: 'numeric', minute: '2-digit' }),
      ...(timeStyle === 'medium' && { second: '2-digit' }),
      ...(dayPeriodLanguages.test(locale) && { dayPeriod: 'short' }),
      ...rest,
    }).format(at);

  const dayOf = (at: Date, { dateStyle, timeStyle, ...rest }: DateOptions): string => {
    const month = dateStyle === 'long' ? 'long' : 'short';
    const parts = formatOf({ day: 'numeric', month, year: 'numeric', ...rest }).formatToParts(at);
    const textOf = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? '';
    return `${textOf('day')}\u00a0${textOf('month')} ${textOf('year')}`;
  };

  const formatDate: IntlShape['formatDate'] = (value, options = {}) => {
    const at = new Date(value ?? Date.now());
    const { dateStyle, timeStyle, hour } = options;
    if (dateStyle) return timeStyle ? `${dayOf(at, options)}, ${timeOf(at, options)}` : dayOf(at, options);
    return timeStyle || hour ? timeOf(at, options) : intl.formatDate(value, options);
  };
  return { ...intl, formatDate, formatTime: formatDate };
}
