/** Locks the bound fields below it as `fieldAccess` in domain/access.ts says (decisions 23 to 25). */
import { type ReactNode, useMemo } from 'react';
import { fieldAccess, type Lock } from '../../domain/access.ts';
import { type FieldLock, LockContext } from './lock.ts';

export function LockProvider({ lock, children }: { lock: Lock; children: ReactNode }) {
  const lockOfField = useMemo(() => {
    const queries = lock.mode === 'queried' ? lock.queries : [];
    return (name: string): FieldLock => ({
      access: fieldAccess(lock, name),
      query: queries.findLast((query) => query.field === name)?.message,
      marked: queries.length > 0,
    });
  }, [lock]);
  return <LockContext.Provider value={lockOfField}>{children}</LockContext.Provider>;
}
