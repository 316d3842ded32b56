/** A native select, for short lists. */
import type { ReactNode } from 'react';
import { type FieldShellProps, FieldShell, splitFieldProps } from './field-shell.tsx';
import { ChevronIcon } from './icons.tsx';
import './select.css';

export type Option<Value extends string = string> = {
  value: Value;
  label: string;
  /** Another name by which a combobox finds the option. */
  otherName?: string | undefined;
  disabled?: boolean | undefined;
};

export type SelectProps = FieldShellProps & {
  value: string;
  options: readonly Option[];
  /** The label of the empty option, where nothing can be chosen. */
  prompt?: string;
  onValue: (value: string) => void;
  /** False if the empty choice is one of the choices, such as 'All'. */
  required?: boolean;
  onBlur?: (() => void) | undefined;
  autoComplete?: string | undefined;
};

/** Adds the chevron to a control. */
export function SelectBox({ children }: { children: ReactNode }) {
  return (
    <span className="select">
      {children}
      <ChevronIcon />
    </span>
  );
}

export function Select(props: SelectProps) {
  const [fieldProps, { value, options, prompt, onValue, required, onBlur, autoComplete }] =
    splitFieldProps(props);
  return (
    <FieldShell fieldProps={fieldProps}>
      {(aria) => (
        <SelectBox>
          <select
            {...aria}
            autoComplete={autoComplete}
            aria-required={required ?? !fieldProps.optional}
            disabled={Boolean(fieldProps.locked)}
            value={value}
            onChange={(event) => onValue(event.currentTarget.value)}
            onBlur={onBlur}
          >
            {prompt !== undefined && <option value="">{prompt}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
        </SelectBox>
      )}
    </FieldShell>
  );
}
