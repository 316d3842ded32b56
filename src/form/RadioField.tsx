/** A short list bound to a form field, as radio buttons. */
import type { Option } from '../ui/Select.tsx';
import { RadioGroup } from '../ui/RadioGroup.tsx';
import { type BoundFieldProps, useTextFieldBinding } from './field-binding.tsx';

export function RadioField(props: BoundFieldProps & { options: readonly Option[] }) {
  return <RadioGroup {...useTextFieldBinding(props)} options={props.options} />;
}
