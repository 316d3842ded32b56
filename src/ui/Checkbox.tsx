/** Yes or no: a checkbox for what one declares, a switch for what one turns on. Both are checkboxes underneath. */
import { type FieldShellProps, FieldShell, splitFieldProps } from './FieldShell.tsx';
import './tick.css';

export type CheckboxProps = FieldShellProps & {
  checked: boolean;
  onChecked: (checked: boolean) => void;
  onBlur?: (() => void) | undefined;
  name?: string | undefined;
};

export function Checkbox(props: CheckboxProps) {
  return <CheckboxInput {...props} kind="checkbox" />;
}

export function Switch(props: CheckboxProps) {
  return <CheckboxInput {...props} kind="switch" />;
}

function CheckboxInput(props: CheckboxProps & { kind: 'checkbox' | 'switch' }) {
  const [look, { checked, onChecked, onBlur, name, kind }] = splitFieldProps(props);
  return (
    <FieldShell look={look} beside>
      {(aria) => (
        <input
          {...aria}
          type="checkbox"
          role={kind === 'switch' ? 'switch' : undefined}
          className={kind}
          name={name}
          disabled={Boolean(look.locked)}
          checked={checked}
          onChange={(event) => onChecked(event.currentTarget.checked)}
          onBlur={onBlur}
        />
      )}
    </FieldShell>
  );
}
