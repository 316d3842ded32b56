/** A date bound to a form field. Both steps share it, so it is in a chunk apart from the other fields. */
import { useIntl } from 'react-intl';
import { keepDigits } from '../../domain/clean.ts';
import { DateInput } from '../ui/DateInput.tsx';
import { type BoundFieldProps, useTextFieldBinding } from './field-binding.tsx';

/** A date, 'YYYY-MM-DD'. `min` and `max` limit what its calendar offers. */
export function DateField(props: BoundFieldProps & { min?: string; max?: string; autoComplete?: string }) {
  const { min, max, autoComplete } = props;
  const intl = useIntl();
  const { clean: _, ...control } = useTextFieldBinding(props);
  return (
    <DateInput
      {...control}
      min={min}
      max={max}
      autoComplete={autoComplete}
      keepDigits={keepDigits}
      labels={{
        day: intl.formatMessage({ id: 'app.date.day' }),
        month: intl.formatMessage({ id: 'app.date.month' }),
        year: intl.formatMessage({ id: 'app.date.year' }),
        calendar: intl.formatMessage({ id: 'app.date.calendar' }),
      }}
    />
  );
}
