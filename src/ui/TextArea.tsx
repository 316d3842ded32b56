/** Several lines of text, with its shell. */
import { type FieldLook, FieldShell, splitLook } from './FieldShell.tsx';

export type TextAreaProps = FieldLook & {
  value: string;
  onValue: (text: string) => void;
  rows?: number;
  maxLength?: number;
  /** The language of what is typed, as a tag, where it is not the page's. */
  lang?: string | undefined;
};

export function TextArea(props: TextAreaProps) {
  const [look, { value, onValue, rows = 3, maxLength, lang }] = splitLook(props);
  return (
    <FieldShell look={look}>
      {(aria) => (
        <textarea
          {...aria}
          className="control control-lines"
          aria-required={!look.optional}
          readOnly={Boolean(look.locked)}
          rows={rows}
          maxLength={maxLength}
          lang={lang}
          value={value}
          onChange={(event) => onValue(event.currentTarget.value)}
        />
      )}
    </FieldShell>
  );
}
