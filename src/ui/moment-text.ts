/** Dates with their times as people read them. */

/** The part of react-intl's formatter that is used; it knows the language and the time zone. */
type MomentFormatter = {
  formatDate: (moment: string, styles: { dateStyle: 'medium' | 'long'; timeStyle: 'short' }) => string;
};

/** Formats '3 Mar 2026, 4:05 pm', in the language and the time zone of `intl`. @param moment ISO 8601 */
export const formatMoment = (
  intl: MomentFormatter,
  moment: string,
  dateStyle: 'medium' | 'long' = 'medium',
): string => withNonBreakingTime(intl.formatDate(moment, { dateStyle, timeStyle: 'short' }));

/** Returns the text of a time, in which no line ends before 'pm'. */
export const withNonBreakingTime = (text: string): string => text.replace(/ (?=[ap]m)/i, '\u00a0');
