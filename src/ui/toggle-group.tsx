/** Buttons in one frame, of which the pressed one says what is shown. */
import type { ReactNode } from 'react';
import './toggle-group.css';

interface ToggleGroupProps<Value> {
  label: string;
  options: readonly { value: Value; name: ReactNode }[];
  value: Value;
  onValue: (value: Value) => void;
}

export function ToggleGroup<Value extends string>(props: ToggleGroupProps<Value>) {
  return (
    <div className="toggle-group" role="group" aria-label={props.label}>
      {props.options.map(({ value, name }) => (
        <button
          key={value}
          type="button"
          className="toggle-option"
          aria-pressed={value === props.value}
          onClick={() => props.onValue(value)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
