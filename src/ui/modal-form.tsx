/**
 * A form in a dialog, which adds a record or changes it (specification, sections 2 and 4). Its buttons are
 * `FormActions`, inside of the form.
 */
import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';

export type FormMode = 'add' | 'edit';

/** A form is in edit mode when the record has an id. */
export const formModeOf = (record: { id?: string | null | undefined }): FormMode =>
  record.id ? 'edit' : 'add';

export interface ModalFormProps {
  mode: FormMode;
  /** They start with 'Add' and 'Edit'. */
  titles: Readonly<Record<FormMode, ReactNode>>;
  /** Called on Escape and by the close button in the corner. */
  onCancel: () => void;
  /** The label of that button. */
  close: string;
  children: ReactNode;
}

export function ModalForm({ mode, titles, onCancel, close, children }: ModalFormProps) {
  return (
    <Dialog title={titles[mode]} onCancel={onCancel} close={close}>
      {children}
    </Dialog>
  );
}
