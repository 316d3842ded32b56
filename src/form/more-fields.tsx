/** The bound fields that the first screen does not need. */
import { useIntl } from 'react-intl';
import { type Option, Select } from '../ui/select.tsx';
import { Switch } from '../ui/checkbox.tsx';
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

/** A switch. `onToggle` is called after the value has changed. */
export function SwitchField(props: BoundFieldProps & { onToggle?: (on: boolean) => void }) {
  const { value, change, fieldProps, onLeave } = useFieldBinding<boolean>(props);
  const toggle = (on: boolean) => {
    change(on);
    props.onToggle?.(on);
  };
  return <Switch {...fieldProps} checked={value} onChecked={toggle} onBlur={onLeave} />;
}
