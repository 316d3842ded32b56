/** A question with a way back. */
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';

export type ConfirmDialogProps = Pick<DialogProps, 'title' | 'children' | 'role'> & {
  onCancel: () => void;
  /** The label of the button that leads back. */
  cancel: ReactNode;
  /** The label of the button that confirms. */
  confirm: ReactNode;
  onConfirm: () => void;
  danger?: boolean;
  /** True during the confirmed action. */
  busy?: boolean;
};

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { cancel, confirm, onConfirm, danger = false, busy = false, ...dialog } = props;
  return (
    <Dialog
      {...dialog}
      actions={
        <>
          <Button onPress={dialog.onCancel}>{cancel}</Button>
          <Button kind={danger ? 'danger' : 'primary'} busy={busy} onPress={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    />
  );
}
