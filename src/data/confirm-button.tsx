/** A button that asks before it sends: it opens a question, and says there why it could not be done. */
import { type ReactNode, useState } from 'react';
import type { Failure } from '../../machines/outcome.ts';
import { Button, type ButtonProps } from '../ui/button.tsx';
import { ConfirmDialog, type ConfirmDialogProps } from '../ui/dialog.tsx';
import type { OperationId } from '../../openapi/operations.ts';
import type { Params, Result } from '../api/call.ts';
import { useApiMutation } from './mutation.ts';

export interface ConfirmButtonProps<Id extends OperationId>
  extends
    Pick<ConfirmDialogProps, 'title' | 'cancel' | 'confirm' | 'danger' | 'role'>,
    Pick<ButtonProps, 'kind'> {
  label: ReactNode;
  operation: Id;
  params: Params<Id>;
  /** Called after the success; the dialog is then closed. */
  onSuccess: (value: Result<Id>) => void;
  failure: (error: Failure) => ReactNode;
  /** The information before the confirmation. */
  children?: ReactNode | ((error: Failure | null) => ReactNode);
}

export function ConfirmButton<Id extends OperationId>(props: ConfirmButtonProps<Id>) {
  const { label, kind, operation, params, onSuccess, failure, children, ...dialog } = props;
  const [isOpen, setOpen] = useState(false);
  const { isPending, error, mutate, reset } = useApiMutation(operation, (value) => {
    setOpen(false);
    onSuccess(value);
  });
  const open = () => {
    reset();
    setOpen(true);
  };
  return (
    <>
      <Button {...(kind && { kind })} onPress={open}>
        {label}
      </Button>
      {isOpen && (
        <ConfirmDialog
          {...dialog}
          busy={isPending}
          onConfirm={() => mutate(params)}
          onCancel={() => setOpen(false)}
        >
          {typeof children === 'function' ? children(error) : children}
          {error && failure(error)}
        </ConfirmDialog>
      )}
    </>
  );
}
