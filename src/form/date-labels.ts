/** The names of a date's three inputs and of its calendar. */
import { useIntl } from 'react-intl';
import type { DateInputProps } from '../ui/date-input.tsx';

export function useDateLabels(): DateInputProps['labels'] {
  const intl = useIntl();
  return {
    day: intl.formatMessage({ id: 'app.date.day' }),
    month: intl.formatMessage({ id: 'app.date.month' }),
    year: intl.formatMessage({ id: 'app.date.year' }),
    calendar: intl.formatMessage({ id: 'app.date.calendar' }),
  };
}
