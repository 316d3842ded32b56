/** What bound fields know about locks. Everything is open where no LockProvider stands above. */
import { createContext, type ReactNode, useContext } from 'react';
import type { Access } from '../../domain/access.ts';
import type { Issue } from '../../domain/check.ts';

/** What a reviewer asked about a field, and what has become of it. */
export type FieldQuery = {
  /** The question, and the value as it was. */
  asked: ReactNode;
  /** The other way to answer than by a change, to stand below the control. */
  reason: ReactNode;
  /** Stands in the way of Submit, until the question is answered. */
  issue: Issue | undefined;
  /** To be told of the name of the file that was sent in place of a document. */
  replaced: (name: string) => void;
};

export type FieldLock = {
  access: Access;
  query?: FieldQuery | undefined;
  /** What the field is called, before what is said of it where it is not in sight. */
  title?: ReactNode;
  /** Leads to the control where it may stand on another step. */
  navigate?: () => void;
  /** Whether other fields of the form are open, so that a locked one needs a word. */
  marked: boolean;
};

const open: FieldLock = { access: 'open', marked: false };

export const LockContext = createContext<(name: string) => FieldLock>(() => open);

/** The lock of one field, or the function that tells every field's. */
export const useFieldLock = (): ((name: string) => FieldLock) => useContext(LockContext);
