/** Several lines of text, with its shell. */
import { type FieldShellProps, FieldShell, splitFieldProps } from './field-shell.tsx';

export type TextAreaProps = FieldShellProps & {
  value: string;
  onValue: (text: string) => void;
  onBlur?: () => void;
  rows?: number | undefined;
  maxLength?: number | undefined;
  /** The language of the typed text, if it is not the page's. */
  language?: { lang: string; 'data-script': string };
};

export function TextArea(props: TextAreaProps) {
  const [fieldProps, { value, onValue, onBlur, rows = 3, maxLength, language }] = splitFieldProps(props);
  return (
    <FieldShell fieldProps={fieldProps}>
      {(aria) => (
        <textarea
          {...aria}
          aria-required={!fieldProps.optional}
          readOnly={Boolean(fieldProps.locked)}
          rows={rows}
          maxLength={maxLength}
          {...language}
          value={value}
          onChange={(event) => onValue(event.currentTarget.value)}
          onBlur={onBlur}
        />
      )}
    </FieldShell>
  );
}
