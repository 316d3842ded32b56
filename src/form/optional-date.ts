/** Validates a date that may be left empty. */
import { isDate, isWholeDate } from '../../domain/values/dates.ts';
import type { MessageId } from '../../locales/index.ts';

/** The server compares texts, so that half a date would count as a wrong one. */
export function optionalDateError(date: string): MessageId | null {
  if (date === '' || isDate(date)) return null;
  return isWholeDate(date) ? 'common.error.date.notReal' : 'common.error.date.incomplete';
}
