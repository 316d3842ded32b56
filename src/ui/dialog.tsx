/** Modal dialogs; `Alert` is a message with a button that closes it, and optionally one for its action. */
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useId,
  useRef,
} from 'react';
import { Actions, Button } from './button.tsx';
import { CloseIcon } from './icons.tsx';
import './dialog.css';

export type DialogProps = {
  title: ReactNode;
  /** The title is small if the content has a larger line that names its subject. */
  isTitleSmall?: boolean;
  /** Called on Escape and by the close button; the caller then stops rendering the dialog. Null if it must stay. */
  onCancel: (() => void) | null;
  children?: ReactNode;
  /** The buttons. */
  actions?: ReactNode;
  /** Screen readers read an 'alertdialog' completely when it opens. */
  role?: 'dialog' | 'alertdialog';
  /** The label of a close button in the corner; without it there is none. */
  close?: string | undefined;
  wide?: boolean;
};

/** A dialog that is open as long as it is rendered. The focus moves in, stays in, and returns to its former element. */
export function Dialog(props: DialogProps) {
  const { title, onCancel, children, actions, role = 'dialog', close, wide = false } = props;
  const titleId = useId();
  const bodyId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const box = useModal(role === 'dialog' ? heading : undefined);
  return (
    <dialog
      ref={box}
      className={`dialog${wide ? ' dialog-wide' : ''}`}
      role={role}
      aria-labelledby={titleId}
      aria-describedby={role === 'alertdialog' && children ? bodyId : undefined}
      {...(onCancel ? { onCancel: cancelledBy(onCancel) } : staysOpen)}
    >
      <div className="dialog-head">
        <h2
          id={titleId}
          ref={heading}
          tabIndex={-1}
          className={props.isTitleSmall ? 'text-muted text-small' : undefined}
        >
          {title}
        </h2>
        {close && onCancel && (
          <button type="button" className="dialog-close" aria-label={close} onClick={onCancel}>
            <CloseIcon />
          </button>
        )}
      </div>
      {children && (
        <div className="stack-s4" id={bodyId}>
          {children}
        </div>
      )}
      {actions && (
        <div className="dialog-actions">
          <Actions>{actions}</Actions>
        </div>
      )}
    </dialog>
  );
}

/** Handles the dialog's own cancel: a cancelled file chooser inside fires the same event. */
const cancelledBy = (onCancel: () => void) => (event: SyntheticEvent) => {
  if (event.target !== event.currentTarget) return;
  event.preventDefault();
  onCancel();
};

/** Properties of a dialog that neither Escape nor Back closes: the second of them in a row sends no `cancel`. */
export const staysOpen = {
  closedby: 'none' as const,
  onCancel: (event: SyntheticEvent) => event.preventDefault(),
  onKeyDown: (event: KeyboardEvent) => {
    if (event.key === 'Escape') event.preventDefault();
  },
};

export function Alert({
  message,
  action,
  remedy,
  children,
}: {
  message: ReactNode;
  action: AlertAction;
  /** The action that the message asks for. */
  remedy?: AlertAction | null;
  children?: ReactNode;
}) {
  return (
    <Dialog
      role="alertdialog"
      title={message}
      onCancel={action.onPress}
      actions={
        <>
          <Button kind={remedy ? 'secondary' : 'primary'} onPress={action.onPress}>
            {action.label}
          </Button>
          {remedy && (
            <Button kind="primary" onPress={remedy.onPress}>
              {remedy.label}
            </Button>
          )}
        </>
      }
    >
      {children}
    </Dialog>
  );
}

export type AlertAction = { label: ReactNode; onPress: () => void };

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

/** A question with a way back. */
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

/**
 * Shows the dialog as a modal while it is rendered, and returns the focus to the control that had it. `first` is
 * focused; without it the first control is.
 */
export function useModal(first?: RefObject<HTMLElement | null>) {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = box.current;
    if (!dialog) return;
    const opener = document.activeElement;
    if (!dialog.open) dialog.showModal();
    first?.current?.focus();
    return () => {
      dialog.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, [first]);
  return box;
}
