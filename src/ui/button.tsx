/** Buttons. A screen has one primary button. */
import type { MouseEvent, ReactNode, MouseEventHandler } from 'react';
import './button.css';

export type ButtonProps = {
  children: ReactNode;
  kind?: 'primary' | 'secondary' | 'quiet' | 'danger';
  type?: 'button' | 'submit';
  /** Shows a spinner, keeps the focus, and ignores presses. */
  busy?: boolean;
  disabled?: boolean;
  /** Looks disabled but stays focusable, so that a press can lead to what is missing. */
  unavailable?: boolean;
  /** True if the button fills its column. */
  wide?: boolean;
  onPress?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined;
  /** The accessible name of a button that shows only an icon. */
  label?: string | undefined;
  id?: string | undefined;
  describedBy?: string | undefined;
};

export function Button(props: ButtonProps) {
  const {
    kind = 'secondary',
    type = 'button',
    busy = false,
    disabled = false,
    unavailable = false,
    wide = false,
    onPress,
  } = props;
  return (
    <button
      id={props.id}
      type={type}
      className={`button button-${kind}${wide ? ' button-wide' : ''}`}
      disabled={disabled}
      aria-disabled={busy || unavailable || undefined}
      aria-busy={busy || undefined}
      aria-label={props.label}
      aria-describedby={props.describedBy}
      onClick={(event) => {
        if (busy || unavailable) event.preventDefault();
        if (!busy) onPress?.(event);
      }}
    >
      {busy && <span className="button-spinner" aria-hidden="true" />}
      <span className="button-label">{props.children}</span>
    </button>
  );
}

/** The buttons at the end of a form or a dialog, the primary one last. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className="actions">{children}</div>;
}

/** The button at the end of a form on a page; it fills its column. */
export function SubmitButton({ busy = false, children }: { busy?: boolean; children: ReactNode }) {
  return (
    <Actions>
      <Button kind="primary" type="submit" wide busy={busy}>
        {children}
      </Button>
    </Actions>
  );
}

interface FormActionsProps {
  cancel: ReactNode;
  onCancel: () => void;
  submit: ReactNode;
  /** True while the form is being sent. */
  busy?: boolean;
}

/** The buttons of a form in a dialog or in the place of what it changes: 'Cancel', and the one that sends it. */
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

/** A bar that sticks to the bottom of the window while its container is visible. */
export function StickyBar({ children }: { children: ReactNode }) {
  return <div className="actions-sticky">{children}</div>;
}

export type ButtonLinkProps = {
  href: string;
  kind?: ButtonProps['kind'];
  away?: boolean;
  onClick?: MouseEventHandler<HTMLAnchorElement>;
  children: ReactNode;
};

/** A link that looks like a button; `away` opens another site in a new tab, without a referrer or opener. */
export function ButtonLink({ href, kind = 'primary', away = false, onClick, children }: ButtonLinkProps) {
  return (
    <a
      className={`button button-${kind}`}
      href={href}
      onClick={onClick}
      {...(away && { target: '_blank', rel: 'noopener noreferrer' })}
    >
      <span className="button-label">{children}</span>
    </a>
  );
}
