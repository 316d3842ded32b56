/** The locks of a form's fields. Without a LockContext provider every field is open. */
import { createContext, type ReactNode, useContext } from 'react';
import type { Access } from '../../domain/loan/access.ts';
import type { Issue } from '../../domain/values/check.ts';

/** A reviewer's query about a field, as the field shows it. */
export type FieldQuery = {
  /** The query's message and the value that it is about. */
  notice: ReactNode;
  /** Controls to answer by a written reason in place of a change; shown below the field's control. */
  answerControls: ReactNode;
  isAnswered: boolean;
  /** Blocks Submit until the query is answered. */
  issue: Issue | undefined;
  /** Called with the file name when a document was replaced; '' where the name is not known. */
  onReplace: (name: string) => void;
};

export type FieldLock = {
  access: Access;
  query?: FieldQuery | undefined;
  /** True if the field is hidden and keeps its value. */
  isHidden?: boolean;
  /** The field's name, which precedes its message in the error summary. */
  title?: ReactNode;
  /** Goes to the control, which may be on another step. */
  navigate?: () => void;
  /** True if a locked field says so. Not needed if the whole form is locked. */
  isLockLabelled: boolean;
};

const open: FieldLock = { access: 'open', isLockLabelled: false };

export const LockContext = createContext<(name: string) => FieldLock>(() => open);

/** Returns A function from a field's full dotted name to its lock. */
export const useFieldLock = (): ((name: string) => FieldLock) => useContext(LockContext);
