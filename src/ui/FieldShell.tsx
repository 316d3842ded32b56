/** What surrounds every control: the label above it, a hint, what is wrong, what a reviewer asked, a lock. */
import type { ReactNode } from 'react';
import { AlertIcon, LockIcon, QueryIcon } from './icons.tsx';
import './field.css';

/** How wide an answer is: a PIN (s), a phone number or a date (m), the whole column (l). */
export type FieldSize = 's' | 'm' | 'l';

export type FieldShellProps = {
  /** The control's id; the error summary links to it. */
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  /** What is wrong, in words that say what to do. */
  error?: ReactNode;
  /** What a reviewer asked about this field. */
  query?: ReactNode;
  /** What belongs to the field and is no part of its control. */
  footer?: ReactNode;
  /** Locks the control; words are read out, with a drawn lock beside the label; `true` has neither. */
  locked?: ReactNode;
  /** Says that the field may be left empty; without it the control is announced as required. */
  optional?: ReactNode;
  size?: FieldSize | undefined;
};

/** What a control takes over from its shell. */
export type ControlAria = {
  id: string;
  className: string | undefined;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

/** Splits what belongs to the shell from what belongs to the control. */
export function splitFieldProps<P extends FieldShellProps>(
  props: P,
): [FieldShellProps, Omit<P, keyof FieldShellProps>] {
  const { id, label, hint, error, query, footer, locked, optional, size, ...rest } = props;
  return [{ id, label, hint, error, query, footer, locked, optional, size }, rest];
}

/**
 * A labelled place for one control, which is given by a function of the attributes it must carry: aria and its class.
 * `beside` puts the control next to its label (switches, checkboxes) in place of below it.
 */
export function FieldShell({
  look,
  beside = false,
  children,
}: {
  look: FieldShellProps;
  beside?: boolean;
  children: (aria: ControlAria) => ReactNode;
}) {
  const { id, hint, error, query, locked, optional } = look;
  const lockWords = locked === true ? undefined : locked;
  const described = [
    hint && `${id}-hint`,
    query && `${id}-query`,
    error && `${id}-error`,
    lockWords && `${id}-locked`,
  ];
  const aria: ControlAria = {
    id,
    className: beside ? undefined : 'control',
    'aria-describedby': described.filter(Boolean).join(' ') || undefined,
    'aria-invalid': error ? true : undefined,
  };
  const state = error ? 'error' : query ? 'query' : locked ? 'locked' : 'open';
  const head = (
    <span className="field-head">
      <label className="field-label" id={`${id}-label`} htmlFor={id}>
        {look.label}
        {optional && <span className="field-optional"> ({optional})</span>}
      </label>
      {lockWords && (
        <span className="field-locked" id={`${id}-locked`}>
          <LockIcon /> <span className="unseen">{lockWords}</span>
        </span>
      )}
    </span>
  );
  return (
    <div className={`field field-${look.size ?? 'l'}${beside ? ' field-beside' : ''}`} data-state={state}>
      {beside ? (
        <div className="field-row">
          {children(aria)}
          {head}
        </div>
      ) : (
        head
      )}
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {query && <QueryNote id={`${id}-query`}>{query}</QueryNote>}
      {!beside && children(aria)}
      {error && <ErrorNote id={`${id}-error`}>{error}</ErrorNote>}
      {look.footer}
    </div>
  );
}

/** What a reviewer asked, above the control that it is about. */
export function QueryNote({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <div className="field-query" id={id}>
      <QueryIcon /> <div>{children}</div>
    </div>
  );
}

/** What is wrong with a field; `role` has it read out as it comes. */
export function ErrorNote({ id, role, children }: { id?: string; role?: 'alert'; children: ReactNode }) {
  return (
    <p className="field-error" id={id} role={role}>
      <AlertIcon /> <span>{children}</span>
    </p>
  );
}
