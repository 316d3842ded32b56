/** A short list bound to a form field, as radio buttons. */
import type { Option } from '../ui/select.tsx';
import { RadioGroup } from '../ui/radio-group.tsx';
import { type BoundFieldProps, useTextFieldBinding } from './field-binding.tsx';

export function RadioField(props: BoundFieldProps & { options: readonly Option[] }) {
  return <RadioGroup {...useTextFieldBinding(props)} options={props.options} />;
}
