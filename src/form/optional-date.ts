/** Validates a date that may be left empty. */
import { isDate, isWholeDate } from '../../domain/values/dates.ts';
import type { MessageId } from '../../locales/index.ts';

/** Returns the error of a date; half a date counts as a wrong one, since the server compares texts. */
export function optionalDateError(date: string): MessageId | null {
  if (date === '' || isDate(date)) return null;
  return isWholeDate(date) ? 'common.error.date.notReal' : 'common.error.date.incomplete';
}
