/** A date bound to a form field. */
import { keepDigits } from '../../domain/values/clean.ts';
import { DateInput } from '../ui/date-input.tsx';
import { useDateLabels } from './date-labels.ts';
import { type BoundFieldProps, useTextFieldBinding } from './field-binding.tsx';

/** A date, 'YYYY-MM-DD'. `min` and `max` limit what its calendar offers. */
export function DateField(props: BoundFieldProps & { min?: string; max?: string; autoComplete?: string }) {
  const { min, max, autoComplete } = props;
  const { clean: _, ...control } = useTextFieldBinding(props);
  return (
    <DateInput
      {...control}
      min={min}
      max={max}
      autoComplete={autoComplete}
      keepDigits={keepDigits}
      labels={useDateLabels()}
    />
  );
}
