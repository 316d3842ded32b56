/** The browser's own select, for short lists. */

import { type FieldLook, FieldShell, splitLook } from './FieldShell.tsx';
import { ChevronIcon } from './icons/chevron.tsx';
import './select.css';

export type Option<Value extends string = string> = {
  value: Value;
  label: string;
  disabled?: boolean | undefined;
};

export type SelectProps = FieldLook & {
  value: string;
  options: readonly Option[];
  /** The words of the empty choice, shown while nothing is chosen. */
  prompt: string;
  onValue: (value: string) => void;
  onBlur?: (() => void) | undefined;
  name?: string | undefined;
  autoComplete?: string | undefined;
};

export function Select(props: SelectProps) {
  const [look, { value, options, prompt, onValue, onBlur, name, autoComplete }] = splitLook(props);
  return (
    <FieldShell look={look}>
      {(aria) => (
        <span className="select">
          <select
            {...aria}
            className="control"
            name={name}
            autoComplete={autoComplete}
            aria-required={!look.optional}
            disabled={Boolean(look.locked)}
            value={value}
            onChange={(event) => onValue(event.currentTarget.value)}
            onBlur={onBlur}
          >
            <option value="">{prompt}</option>
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronIcon />
        </span>
      )}
    </FieldShell>
  );
}
