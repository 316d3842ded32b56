/** A value that is chosen elsewhere, in a dialog: the EMI tenure. */
import type { ReactNode } from 'react';
import { FieldShell } from '../ui/field-shell.tsx';
import { SelectBox } from '../ui/select.tsx';
import { type BoundFieldProps, useFieldBinding } from './field-binding.tsx';
import { useFieldContext } from './form-context.ts';

export type PickFieldProps = BoundFieldProps & {
  /** The chosen value, or a prompt. */
  shown: ReactNode;
  /** Opens the dialog; the screen then sets the form's value. */
  onOpen: () => void;
};

/** Looks like a select and opens a dialog. */
export function PickField({ shown, onOpen, ...props }: PickFieldProps) {
  const { name } = useFieldContext<string>();
  const { fieldProps, onLeave } = useFieldBinding<string>(props);
  return (
    <FieldShell fieldProps={fieldProps}>
      {(aria) => (
        <SelectBox>
          <button
            {...aria}
            type="button"
            aria-haspopup="dialog"
            aria-labelledby={`${name}-label ${name}`}
            disabled={Boolean(fieldProps.locked)}
            onClick={onOpen}
            // Moving the focus to the dialog is no blur of the field.
            onBlur={(event) => !event.relatedTarget?.closest('dialog') && onLeave()}
          >
            {shown}
          </button>
        </SelectBox>
      )}
    </FieldShell>
  );
}
