/** A search box with its shell. Results are shown during typing, so it has no button. */
import { type FieldShellProps, FieldShell, splitFieldProps } from './field-shell.tsx';

export type SearchInputProps = FieldShellProps & {
  value: string;
  onValue: (text: string) => void;
  maxLength: number;
};

export function SearchInput(props: SearchInputProps) {
  const [fieldProps, { value, onValue, maxLength }] = splitFieldProps(props);
  return (
    <FieldShell fieldProps={fieldProps}>
      {(aria) => (
        <input
          {...aria}
          type="search"
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="search"
          spellCheck={false}
          maxLength={maxLength}
          value={value}
          onChange={(event) => onValue(event.currentTarget.value)}
        />
      )}
    </FieldShell>
  );
}
