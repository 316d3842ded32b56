/** The bound fields that the first screen does not need. */
import { useIntl } from 'react-intl';
import { type Option, Select } from '../ui/select.tsx';
import { Switch } from '../ui/checkbox.tsx';
import { RadioGroup } from '../ui/radio-group.tsx';
import { TextArea, type TextAreaProps } from '../ui/text-area.tsx';
import { AmountInput } from './amount-input.tsx';
import { type BoundFieldProps, useFieldBinding, useTextFieldBinding } from './field-binding.tsx';
import { TextField, type TextProps } from './fields.tsx';

/** An input for digits: a roll number, a PIN, an account number. */
export function DigitsField(props: TextProps) {
  return <TextField inputMode="numeric" autoComplete="off" {...props} />;
}

/** A code in capitals: a PAN, an IFSC code. */
export function CapitalsField(props: TextProps) {
  return <TextField size="m" autoComplete="off" autoCapitalize="characters" spellCheck={false} {...props} />;
}

/** An amount in whole rupees. */
export function MoneyField(props: BoundFieldProps) {
  return <AmountInput {...useTextFieldBinding({ size: 'm', ...props })} />;
}

/** A short list, as a native select. */
export function SelectField(props: BoundFieldProps & { options: readonly Option[] }) {
  const intl = useIntl();
  return (
    <Select
      {...useTextFieldBinding(props)}
      options={props.options}
      prompt={intl.formatMessage({ id: 'app.field.choose' })}
    />
  );
}

/** A short list, as radio buttons. */
export function RadioField(props: BoundFieldProps & { options: readonly Option[] }) {
  return <RadioGroup {...useTextFieldBinding(props)} options={props.options} />;
}

/** Several lines of text, validated by the field's rule. */
export function TextAreaField({ rows, maxLength, ...props }: TextAreaFieldProps) {
  const { clean: _, ...control } = useTextFieldBinding(props);
  return <TextArea {...control} rows={rows} maxLength={maxLength} />;
}

type TextAreaFieldProps = BoundFieldProps & Pick<TextAreaProps, 'rows' | 'maxLength'>;

/** A switch. `onToggle` is called after the value has changed. */
export function SwitchField(props: BoundFieldProps & { onToggle?: (on: boolean) => void }) {
  const { value, change, fieldProps, onLeave } = useFieldBinding<boolean>(props);
  const toggle = (on: boolean) => {
    change(on);
    props.onToggle?.(on);
  };
  return <Switch {...fieldProps} checked={value} onChecked={toggle} onBlur={onLeave} />;
}
