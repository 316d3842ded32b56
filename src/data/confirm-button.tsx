/** A button that asks before it sends: it opens a question, and says there why it could not be done. */
import { type ReactNode, useState } from 'react';
import type { Outcome } from '../../domain/values/outcome.ts';
import type { Failure } from '../../machines/outcome.ts';
import { Button, type ButtonProps } from '../ui/button.tsx';
import { ConfirmDialog, type ConfirmDialogProps } from '../ui/confirm-dialog.tsx';
import { useMutation } from './mutation.ts';

export interface ConfirmButtonProps<Value>
  extends
    Pick<ConfirmDialogProps, 'title' | 'cancel' | 'confirm' | 'danger' | 'role'>,
    Pick<ButtonProps, 'kind'> {
  label: ReactNode;
  send: (signal: AbortSignal) => Promise<Outcome<Value>>;
  /** Called once it is done; the question is closed then. */
  onSuccess: (value: Value) => void;
  failure: (error: Failure) => ReactNode;
  /** What to know before. */
  children?: ReactNode | ((error: Failure | null) => ReactNode);
}

export function ConfirmButton<Value>(props: ConfirmButtonProps<Value>) {
  const { label, kind, send, onSuccess, failure, children, ...dialog } = props;
  const [isOpen, setOpen] = useState(false);
  const { isPending, error, mutate, reset } = useMutation<Value>({
    mutationFn: (_, signal) => send(signal),
    onSuccess: (value) => {
      setOpen(false);
      onSuccess(value);
    },
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
        <ConfirmDialog {...dialog} busy={isPending} onConfirm={mutate} onCancel={() => setOpen(false)}>
          {typeof children === 'function' ? children(error) : children}
          {error && failure(error)}
        </ConfirmDialog>
      )}
    </>
  );
}
