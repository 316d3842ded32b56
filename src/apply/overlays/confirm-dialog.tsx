/** A question with a way back. */
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog, type DialogProps } from '../../ui/dialog.tsx';
import { t } from '../../i18n/text.tsx';

export type ConfirmDialogProps = Pick<DialogProps, 'title' | 'children' | 'onCancel' | 'role'> & {
  /** The label of the button that confirms. */
  confirm: ReactNode;
  onConfirm: () => void;
  danger?: boolean;
};

export function ConfirmDialog({ confirm, onConfirm, danger = false, ...dialog }: ConfirmDialogProps) {
  return (
    <Dialog
      {...dialog}
      actions={
        <>
          <Button onPress={dialog.onCancel}>{t('student.cancel')}</Button>
          <Button kind={danger ? 'danger' : 'primary'} onPress={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    />
  );
}
