/** A short list as radio buttons: all of it is in sight, and one press chooses. Two or three are one row of segments. */
import type { ReactNode } from 'react';
import { type FieldShellProps, FieldShell, splitFieldProps } from './field-shell.tsx';
import type { Option } from './select.tsx';
import './radio-group.css';

export type RadioGroupProps = FieldShellProps & {
  value: string;
  /** Options with a hint stand below each other. */
  options: readonly (Option & { hint?: ReactNode })[];
  onValue: (value: string) => void;
  /** Called when the focus leaves the whole group. */
  onBlur?: (() => void) | undefined;
};

const maxSegments = 3;

const lookOf = (options: RadioGroupProps['options']) => {
  if (options.some(({ hint }) => hint !== undefined)) return 'radio-rows';
  return options.length <= maxSegments ? 'radio-segments' : '';
};

export function RadioGroup(props: RadioGroupProps) {
  const [fieldProps, { value, options, onValue, onBlur }] = splitFieldProps(props);
  return (
    <FieldShell fieldProps={fieldProps}>
      {({ className: _, ...aria }) => (
        <div
          {...aria}
          className={`cluster ${lookOf(options)}`}
          role="radiogroup"
          aria-labelledby={`${aria.id}-label`}
          aria-required={!fieldProps.optional}
          // A link to the field leads to what can be pressed in it.
          tabIndex={-1}
          onFocus={({ target, currentTarget }) => {
            if (target !== currentTarget) return;
            const radio =
              currentTarget.querySelector<HTMLElement>(':checked') ?? currentTarget.querySelector('input');
            radio?.focus({ preventScroll: true });
          }}
          onBlur={({ currentTarget, relatedTarget }) => {
            if (!currentTarget.contains(relatedTarget)) onBlur?.();
          }}
        >
          {options.map((option) => (
            <label key={option.value} className="radio-option">
              <input
                type="radio"
                id={`${aria.id}-${option.value}`}
                name={aria.id}
                disabled={Boolean(fieldProps.locked)}
                checked={value === option.value}
                onChange={() => onValue(option.value)}
              />
              {option.hint ? (
                <span>
                  {option.label}
                  <span className="radio-hint text-muted text-small">{option.hint}</span>
                </span>
              ) : (
                option.label
              )}
            </label>
          ))}
        </div>
      )}
    </FieldShell>
  );
}
