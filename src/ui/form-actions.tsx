/** The buttons of a form in a dialog or in the place of what it changes: 'Cancel', and the one that sends it. */
import type { ReactNode } from 'react';
import { Actions, Button } from './button.tsx';

export interface FormActionsProps {
  cancel: ReactNode;
  onCancel: () => void;
  submit: ReactNode;
  /** True while the form is being sent. */
  busy?: boolean;
}

export function FormActions({ cancel, onCancel, submit, busy = false }: FormActionsProps) {
  return (
    <Actions>
      <Button onPress={onCancel}>{cancel}</Button>
      <Button kind="primary" type="submit" busy={busy}>
        {submit}
      </Button>
    </Actions>
  );
}
