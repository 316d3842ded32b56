/** A value that is chosen elsewhere, in a dialog: the EMI tenure. */
import type { ReactNode } from 'react';
import { FieldShell } from '../ui/FieldShell.tsx';
import { SelectBox } from '../ui/Select.tsx';
import { type BoundFieldProps, useFieldBinding } from './field-binding.tsx';
import { useFieldContext } from './form-context.ts';

export type PickFieldProps = BoundFieldProps & {
  /** What is chosen, or what to do while nothing is. */
  shown: ReactNode;
  /** Opens the place to choose in; the screen then changes the form's value. */
  onOpen: () => void;
};

/** Looks like a select and opens something of the screen's own. */
export function PickField({ shown, onOpen, ...props }: PickFieldProps) {
  const { name } = useFieldContext<string>();
  const { look, onLeave } = useFieldBinding<string>(props);
  return (
    <FieldShell look={look}>
      {(aria) => (
        <SelectBox>
          <button
            {...aria}
            type="button"
            aria-haspopup="dialog"
            aria-labelledby={`${name}-label ${name}`}
            disabled={Boolean(look.locked)}
            onClick={onOpen}
            // Going to choose is not leaving.
            onBlur={(event) => !event.relatedTarget?.closest('dialog') && onLeave()}
          >
            {shown}
          </button>
        </SelectBox>
      )}
    </FieldShell>
  );
}
