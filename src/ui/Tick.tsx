/** Yes or no: a checkbox for what one declares, a switch for what one turns on. Both are checkboxes underneath. */
import { type FieldLook, FieldShell, splitLook } from './FieldShell.tsx';
import './tick.css';

export type TickProps = FieldLook & {
  checked: boolean;
  onChecked: (checked: boolean) => void;
  onBlur?: (() => void) | undefined;
  name?: string | undefined;
};

export function Checkbox(props: TickProps) {
  return <Tick {...props} kind="checkbox" />;
}

export function Switch(props: TickProps) {
  return <Tick {...props} kind="switch" />;
}

function Tick(props: TickProps & { kind: 'checkbox' | 'switch' }) {
  const [look, { checked, onChecked, onBlur, name, kind }] = splitLook(props);
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
