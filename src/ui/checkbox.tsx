/** A checkbox (for declarations) and a switch (for settings); both are `input type=checkbox`. */
import { type FieldShellProps, FieldShell, splitFieldProps } from './field-shell.tsx';
import './checkbox.css';

export type CheckboxProps = FieldShellProps & {
  checked: boolean;
  onChecked: (checked: boolean) => void;
  onBlur?: (() => void) | undefined;
};

export function Checkbox(props: CheckboxProps) {
  return <CheckboxInput {...props} kind="checkbox" />;
}

export function Switch(props: CheckboxProps) {
  return <CheckboxInput {...props} kind="switch" />;
}

function CheckboxInput(props: CheckboxProps & { kind: 'checkbox' | 'switch' }) {
  const [fieldProps, { checked, onChecked, onBlur, kind }] = splitFieldProps(props);
  return (
    <FieldShell fieldProps={fieldProps} inline>
      {(aria) => (
        <input
          {...aria}
          type="checkbox"
          role={kind === 'switch' ? 'switch' : undefined}
          className={kind}
          disabled={Boolean(fieldProps.locked)}
          checked={checked}
          onChange={(event) => onChecked(event.currentTarget.checked)}
          // The browser would take Enter here for Submit.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          onBlur={onBlur}
        />
      )}
    </FieldShell>
  );
}
