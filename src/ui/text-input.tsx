/** A text input with its shell. */
import { type InputHTMLAttributes, type ReactNode, useRef } from 'react';
import { type FieldShellProps, FieldShell, splitFieldProps } from './field-shell.tsx';
import { type TextFilter, cleanInPlace } from './typed-text.ts';
import './field.css';

export type TextInputProps = FieldShellProps & {
  value: string;
  onValue: (text: string) => void;
  onBlur?: (() => void) | undefined;
  /** Removes characters that the field does not allow, after an input method's composition has ended. */
  clean?: TextFilter | undefined;
  /** Called with the text before it is cleaned, if that changes it or leaves nothing. */
  onTyped?: ((typed: string) => void) | undefined;
  /** Shown inside the box before the text, such as '₹' or '+91'. */
  prefix?: ReactNode;
  /** Shown inside the box after the text. */
  suffix?: ReactNode;
} & Pick<
    InputHTMLAttributes<HTMLInputElement>,
    | 'name'
    | 'type'
    | 'inputMode'
    | 'autoComplete'
    | 'autoCapitalize'
    | 'enterKeyHint'
    | 'spellCheck'
    | 'onBeforeInput'
    | 'onPaste'
  >;

/** A single line of text, or with type 'date' the browser's own date input. */
export function TextInput(props: TextInputProps) {
  const [fieldProps, { value, onValue, onBlur, clean, onTyped, prefix, suffix, ...attributes }] =
    splitFieldProps(props);
  const composing = useRef(false);
  const report = (input: HTMLInputElement) => {
    if (!clean || composing.current) return onValue(input.value);
    const typed = input.value;
    const text = cleanInPlace(input, clean);
    if (text === '' || text !== typed) onTyped?.(typed);
    onValue(text);
  };
  return (
    <FieldShell fieldProps={fieldProps}>
      {(aria) => {
        const input = (
          <input
            {...attributes}
            {...aria}
            className={prefix || suffix ? undefined : aria.className}
            aria-required={!fieldProps.optional}
            readOnly={Boolean(fieldProps.locked)}
            value={value}
            onChange={(event) => report(event.currentTarget)}
            onCompositionStart={() => {
              composing.current = true;
            }}
            onCompositionEnd={(event) => {
              composing.current = false;
              report(event.currentTarget);
            }}
            onBlur={onBlur}
          />
        );
        if (!prefix && !suffix) return input;
        return (
          <span className={`${aria.className} control-box`}>
            {prefix && <span className="control-affix text-muted">{prefix}</span>}
            {input}
            {suffix && <span className="control-affix text-muted">{suffix}</span>}
          </span>
        );
      }}
    </FieldShell>
  );
}
