/** A text input with its shell. */
import { type InputHTMLAttributes, type ReactNode, useRef } from 'react';
import { type FieldShellProps, FieldShell, splitFieldProps } from './FieldShell.tsx';
import { type TextFilter, cleanInPlace } from './typed-text.ts';
import './field.css';

export type TextInputProps = FieldShellProps & {
  value: string;
  onValue: (text: string) => void;
  onBlur?: (() => void) | undefined;
  /** Takes away what the field does not hold; waits for the end of an input method's composition. */
  clean?: TextFilter | undefined;
  /** In front of the text, inside the box, such as '₹' or '+91'. */
  before?: ReactNode;
  /** Behind the text, inside the box. */
  after?: ReactNode;
} & Pick<
    InputHTMLAttributes<HTMLInputElement>,
    | 'name'
    | 'type'
    | 'inputMode'
    | 'autoComplete'
    | 'autoCapitalize'
    | 'autoCorrect'
    | 'enterKeyHint'
    | 'spellCheck'
    | 'min'
    | 'max'
    | 'placeholder'
    | 'role'
    | 'onClick'
    | 'aria-expanded'
  >;

/** A single line of text, or with type 'date' the browser's own date input. */
export function TextInput(props: TextInputProps) {
  const [look, { value, onValue, onBlur, clean, before, after, ...attributes }] = splitFieldProps(props);
  const composing = useRef(false);
  const report = (input: HTMLInputElement) => {
    onValue(clean && !composing.current ? cleanInPlace(input, clean) : input.value);
  };
  return (
    <FieldShell look={look}>
      {(aria) => {
        const input = (
          <input
            {...attributes}
            {...aria}
            className={before || after ? undefined : aria.className}
            aria-required={!look.optional}
            readOnly={Boolean(look.locked)}
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
        if (!before && !after) return input;
        return (
          <span className={`${aria.className} control-box`}>
            {before && <span className="control-aside">{before}</span>}
            {input}
            {after && <span className="control-aside">{after}</span>}
          </span>
        );
      }}
    </FieldShell>
  );
}
