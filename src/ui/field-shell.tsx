/** The label, hint, error, query and lock around a control. */
import type { ReactNode } from 'react';
import { AlertIcon, LockIcon, QueryIcon } from './icons.tsx';
import './field.css';

/** The width of an answer: a PIN (s), a phone number or a date (m), the whole column (l). */
export type FieldSize = 's' | 'm' | 'l';

export type FieldShellProps = {
  /** The control's id; the error summary links to it. */
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  /** The error's text; `true` marks the control alone, if the error is on top of its group. */
  error?: ReactNode;
  /**
   * A remark about the value that is no error, such as a part that was left out. It is announced when it changes; null
   * if there is none.
   */
  notice?: ReactNode;
  /** A reviewer's query about this field. */
  query?: ReactNode;
  /** Shown below the control. */
  footer?: ReactNode;
  /** Locks the control. A node is read out and shows a lock icon beside the label; `true` does neither. */
  locked?: ReactNode;
  /** Says that the field may be left empty; without it the control is announced as required. */
  optional?: ReactNode;
  size?: FieldSize | undefined;
  /** Leaves the field out of sight, with its value. */
  hidden?: boolean | undefined;
};

/** The attributes that a control must carry. */
export type ControlAria = {
  id: string;
  className: string | undefined;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

/** Splits the props of the shell from those of the control. */
export function splitFieldProps<P extends FieldShellProps>(
  props: P,
): [FieldShellProps, Omit<P, keyof FieldShellProps>] {
  const { id, label, hint, error, notice, query, footer, locked, optional, size, hidden, ...rest } = props;
  return [{ id, label, hint, error, notice, query, footer, locked, optional, size, hidden }, rest];
}

/** Renders `children` with the attributes of the control; `inline` puts it beside its label (switches, checkboxes). */
export function FieldShell({
  fieldProps,
  inline = false,
  children,
}: {
  fieldProps: FieldShellProps;
  inline?: boolean;
  children: (aria: ControlAria) => ReactNode;
}) {
  const { id, hint, error, notice, query, locked } = fieldProps;
  const described = [
    hint && `${id}-hint`,
    query && `${id}-query`,
    error && error !== true && `${id}-error`,
    notice && `${id}-notice`,
    lockLabelOf(fieldProps) && `${id}-locked`,
  ];
  const aria: ControlAria = {
    id,
    className: inline ? undefined : 'control',
    'aria-describedby': described.filter(Boolean).join(' ') || undefined,
    'aria-invalid': error ? true : undefined,
  };
  const state = error ? 'error' : query ? 'query' : locked ? 'locked' : 'open';
  const head = <FieldHead {...fieldProps} inline={inline} />;
  return (
    <div
      className={`field field-${fieldProps.size ?? 'l'}${inline ? ' field-inline' : ''}`}
      data-state={state}
      hidden={fieldProps.hidden}
    >
      {inline ? (
        <div className="field-row">
          {children(aria)}
          {head}
        </div>
      ) : (
        head
      )}
      {hint && (
        <p className="field-hint text-muted text-small" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {query && <QueryNote id={`${id}-query`}>{query}</QueryNote>}
      {!inline && children(aria)}
      {error && error !== true && <ErrorNote id={`${id}-error`}>{error}</ErrorNote>}
      {notice !== undefined && (
        <p className="field-notice" id={`${id}-notice`} role="status">
          {notice}
        </p>
      )}
      {fieldProps.footer}
    </div>
  );
}

/** The label, with what says that the field may be left empty or is locked. An inline field is pressed anywhere. */
function FieldHead(fieldProps: FieldShellProps & { inline: boolean }) {
  const { id, label, optional, inline } = fieldProps;
  const lockLabel = lockLabelOf(fieldProps);
  return (
    <span className="field-head">
      <label className={`field-label ${inline ? 'stretched-link' : ''}`} id={`${id}-label`} htmlFor={id}>
        {label}
        {optional && <span className="field-optional text-muted text-small"> ({optional})</span>}
      </label>
      {lockLabel && (
        <span className="field-locked text-muted text-small" id={`${id}-locked`}>
          <LockIcon /> <span className="visually-hidden">{lockLabel}</span>
        </span>
      )}
    </span>
  );
}

const lockLabelOf = ({ locked }: FieldShellProps) => (locked === true ? undefined : locked);

export function QueryNote({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <div className="field-query" id={id}>
      <QueryIcon /> <div>{children}</div>
    </div>
  );
}

/** A field's error; with role 'alert' it is announced when it appears. */
export function ErrorNote({ id, role, children }: { id?: string; role?: 'alert'; children: ReactNode }) {
  return (
    <p className="field-error" id={id} role={role}>
      <AlertIcon /> <span>{children}</span>
    </p>
  );
}
