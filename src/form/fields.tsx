/** The bound fields of the first screen; more-fields.tsx has the others, to keep the first screen small. */
import { type ReactNode, useState } from 'react';
import { strippedCharacters } from '../../domain/values/clean.ts';
import { messageId } from '../../locales/index.ts';
import { TextInput, type TextInputProps } from '../ui/text-input.tsx';
import { t } from '../i18n/i18n.tsx';
import { type BoundFieldProps, useTextFieldBinding } from './field-binding.tsx';

export type TextProps = BoundFieldProps &
  Pick<
    TextInputProps,
    'autoComplete' | 'autoCapitalize' | 'enterKeyHint' | 'inputMode' | 'spellCheck' | 'prefix' | 'suffix'
  > & {
    type?: 'text' | 'tel' | 'password';
    /** The message that says which {characters} of the typed text were left out. */
    strippedMessage?: string;
  };

/** A text, cleaned and validated by the field's rule. */
export function TextField({ warning, strippedMessage, ...props }: TextProps) {
  const [stripped, setStripped] = useState('');
  const strippedNotice: ReactNode =
    strippedMessage && stripped && t(messageId(strippedMessage), { characters: [...stripped].join(' ') });
  const control = useTextFieldBinding({
    ...props,
    warning,
    notice: strippedNotice || (strippedMessage ? (props.notice ?? null) : props.notice),
  });
  const noteStripped = (typed: string) =>
    setStripped((before) =>
      control.clean && typed ? strippedCharacters(before + typed, control.clean) : '',
    );
  return (
    <TextInput
      type="text"
      enterKeyHint="next"
      {...props}
      {...control}
      onTyped={strippedMessage ? noteStripped : undefined}
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
    <TextField type="tel" inputMode="tel" autoComplete="tel-national" size="m" prefix="+91" {...props} />
  );
}
