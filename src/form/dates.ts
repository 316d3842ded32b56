/** Inputs of dates: the names of their parts, and the check of a date that may be left empty. */
import { useIntl } from 'react-intl';
import { isDate, isWholeDate } from '../../domain/values/dates.ts';
import type { MessageId } from '../../locales/index.ts';
import type { DateInputProps } from '../ui/date-input.tsx';

/** Returns the names of a date's three inputs and of its calendar. */
export function useDateLabels(): DateInputProps['labels'] {
  const intl = useIntl();
  return {
    day: intl.formatMessage({ id: 'app.date.day' }),
    month: intl.formatMessage({ id: 'app.date.month' }),
    year: intl.formatMessage({ id: 'app.date.year' }),
    calendar: intl.formatMessage({ id: 'app.date.calendar' }),
  };
}

/** Returns the error of a date; half a date counts as a wrong one, since the server compares texts. */
export function optionalDateError(date: string): MessageId | null {
  if (date === '' || isDate(date)) return null;
  return isWholeDate(date) ? 'common.error.date.notReal' : 'common.error.date.incomplete';
}
