/** A form in a dialog, which adds a record or changes it (specification, sections 2 and 4). */
import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { ErrorNote } from './field-shell.tsx';
import { FormActions } from './form-actions.tsx';

export type FormMode = 'add' | 'edit';

/** A form is in edit mode when the record has an id. */
export const formModeOf = (record: { id?: string | null | undefined }): FormMode =>
  record.id ? 'edit' : 'add';

export interface ModalFormProps {
  mode: FormMode;
  /** They start with 'Add' and 'Edit'. */
  titles: Readonly<Record<FormMode, ReactNode>>;
  /** Called on Escape, by 'Cancel', and by the close button in the corner. */
  onCancel: () => void;
  /** The label of the button in the corner. */
  close: string;
  cancel: ReactNode;
  submit: Readonly<Record<FormMode, ReactNode>>;
  /** Says why it could not be sent; null where nothing has failed. */
  failure: ReactNode;
  /** Whether it is being sent. */
  busy: boolean;
  /** The form around the inputs and the buttons. */
  form: (content: ReactNode) => ReactNode;
  children: ReactNode;
}

export function ModalForm(props: ModalFormProps) {
  const { mode, titles, onCancel, close, cancel, submit, failure, busy, form, children } = props;
  return (
    <Dialog title={titles[mode]} onCancel={onCancel} close={close}>
      {form(
        <>
          {children}
          {failure && <ErrorNote role="alert">{failure}</ErrorNote>}
          <FormActions cancel={cancel} onCancel={onCancel} submit={submit[mode]} busy={busy} />
        </>,
      )}
    </Dialog>
  );
}
