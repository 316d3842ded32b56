/** The bound fields of the first screen; the others are in more-fields.tsx, which it must not carry. */
import { TextInput, type TextInputProps } from '../ui/TextInput.tsx';
import { type BoundFieldProps, useFieldBinding } from './field-binding.tsx';

export type TextProps = BoundFieldProps &
  Pick<
    TextInputProps,
    | 'autoComplete'
    | 'autoCapitalize'
    | 'enterKeyHint'
    | 'inputMode'
    | 'placeholder'
    | 'spellCheck'
    | 'before'
    | 'after'
  > & { type?: 'text' | 'tel' };

/** Any text that its rule strips and checks. */
export function TextField({ label, hint, optional, size, ...attributes }: TextProps) {
  const { value, change, clean, look, onLeave } = useFieldBinding<string>({ label, hint, optional, size });
  return (
    <TextInput
      type="text"
      enterKeyHint="next"
      {...attributes}
      {...look}
      value={value}
      onValue={change}
      onBlur={onLeave}
      clean={clean}
    />
  );
}

/** An e-mail address. As text with the e-mail keyboard: type=email hides the caret and rewrites what is typed. */
export function EmailField(props: TextProps) {
  return (
    <TextField inputMode="email" autoComplete="email" autoCapitalize="none" spellCheck={false} {...props} />
  );
}

/** An Indian mobile number, ten digits. */
export function PhoneField(props: TextProps) {
  return (
    <TextField type="tel" inputMode="tel" autoComplete="tel-national" size="m" before="+91" {...props} />
  );
}
