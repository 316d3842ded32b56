/** A date as three short numbers, with the browser's calendar beside them. */
import { type KeyboardEvent, useRef, useState } from 'react';
import { type FieldShellProps, FieldShell, splitFieldProps } from './field-shell.tsx';
import { CalendarIcon } from './icons.tsx';
import {
  type DatePart,
  type DateParts,
  joinDate,
  parseWholeDate,
  partNames,
  splitDate,
  typeIntoPart,
  withWholeYear,
} from './date-parts.ts';
import type { TextFilter } from './typed-text.ts';
import './date-input.css';

export type DateInputProps = FieldShellProps & {
  /** 'YYYY-MM-DD'; incomplete as `joinDate` makes it. */
  value: string;
  onValue: (value: string) => void;
  /** Called when the focus leaves all three inputs. */
  onBlur?: (() => void) | undefined;
  /** The calendar's range, 'YYYY-MM-DD'. A year of two digits is the latest one that is not after `max`. */
  min?: string | undefined;
  max?: string | undefined;
  /** 'bday' lets the browser fill in the three parts of a birthday. */
  autoComplete?: string | undefined;
  /** Leaves the digits of a typed text. */
  keepDigits: TextFilter;
  labels: Readonly<Record<DatePart | 'calendar', string>>;
};

export function DateInput(props: DateInputProps) {
  const [fieldProps, { value, onValue, onBlur, min, max, autoComplete, keepDigits, labels }] =
    splitFieldProps(props);
  const [typed, setTyped] = useState(() => splitDate(value));
  const inputs = useRef<Partial<Record<DatePart, HTMLInputElement | null>>>({});
  // A single digit has a leading zero in the value, but not under the caret.
  const parts = joinDate(typed) === value ? typed : splitDate(value);
  const locked = Boolean(fieldProps.locked);
  const setParts = (now: DateParts) => {
    if (now === parts) return;
    setTyped(now);
    onValue(joinDate(now));
  };
  const type = (part: DatePart, text: string) => {
    const now = typeIntoPart(parts, part, text, keepDigits);
    setParts(now.parts);
    if (now.caretIn !== part) inputs.current[now.caretIn]?.focus();
  };
  const completeYear = () => setParts(withWholeYear(parts, max));
  const pressKey = ({ key }: KeyboardEvent, part: DatePart) => {
    const previous = partNames[partNames.indexOf(part) - 1];
    if (key === 'Enter') completeYear();
    if (key === 'Backspace' && parts[part] === '' && previous) inputs.current[previous]?.focus();
  };
  return (
    <FieldShell fieldProps={fieldProps}>
      {(aria) => (
        <div
          className="date-input"
          role="group"
          aria-labelledby={`${aria.id}-label`}
          onBlur={({ currentTarget, relatedTarget }) => {
            // The input stays the active element when another window gets the focus, and its year may be half typed.
            if (currentTarget.contains(relatedTarget ?? document.activeElement)) return;
            completeYear();
            onBlur?.();
          }}
        >
          {partNames.map((part) => (
            <span key={part} className={`date-part date-part-${part}`}>
              <label className="text-muted text-small" htmlFor={idOf(aria.id, part)}>
                {labels[part]}
              </label>
              <input
                {...aria}
                id={idOf(aria.id, part)}
                ref={(input) => {
                  inputs.current[part] = input;
                }}
                type="text"
                inputMode="numeric"
                enterKeyHint="next"
                autoComplete={autoComplete === 'bday' ? `bday-${part}` : 'off'}
                aria-required={!fieldProps.optional}
                readOnly={locked}
                value={parts[part]}
                onChange={(event) => type(part, event.currentTarget.value)}
                onKeyDown={(event) => pressKey(event, part)}
              />
            </span>
          ))}
          {!locked && <Calendar {...{ value, onValue, min, max }} label={labels.calendar} />}
        </div>
      )}
    </FieldShell>
  );
}

/** Returns the id of a part's input; that of the day is the field's, which the error summary links to. */
const idOf = (fieldId: string, part: DatePart) => (part === 'day' ? fieldId : `${fieldId}-${part}`);

type CalendarProps = Pick<DateInputProps, 'value' | 'onValue' | 'min' | 'max'> & { label: string };

const Calendar = ({ value, onValue, min, max, label }: CalendarProps) => (
  <span className="date-calendar">
    <CalendarIcon />
    <input
      type="date"
      // People with a keyboard type the three numbers.
      tabIndex={-1}
      aria-label={label}
      min={min}
      max={max}
      value={parseWholeDate(value) ? value : ''}
      onChange={(event) => event.currentTarget.value && onValue(event.currentTarget.value)}
    />
  </span>
);
