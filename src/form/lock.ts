/** What bound fields know about locks. Everything is open where no LockProvider stands above. */
import { createContext, useContext } from 'react';
import type { Access } from '../../domain/access.ts';

export type FieldLock = {
  access: Access;
  /** What the reviewer asked about this very field. */
  query?: string | undefined;
  /** Whether other fields of the form are open, so that a locked one needs a word. */
  marked: boolean;
};

const open: FieldLock = { access: 'open', marked: false };

export const LockContext = createContext<(name: string) => FieldLock>(() => open);

/** The lock of one field, or the function that tells every field's. */
export const useFieldLock = (): ((name: string) => FieldLock) => useContext(LockContext);
