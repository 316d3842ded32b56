/** Locks the fields of a step as far as its loan is locked; what only query mode needs is fetched in query mode. */
import { type ReactNode, use, useMemo } from 'react';
import type { DraftStep } from '../api/types.ts';
import { type FieldLock, LockContext } from '../form/lock.ts';
import { loadWords } from '../i18n.tsx';
import { useLock } from './wizard.tsx';

let queried: Promise<typeof import('./overlays/queried.tsx')> | undefined;

function fetchQueried() {
  queried ??= Promise.all([import('./overlays/queried.tsx'), loadWords('rare')]).then(([parts]) => parts);
  return queried;
}

export function Locked({ step, children }: { step: DraftStep; children: ReactNode }) {
  const lock = useLock();
  const query = lock.mode === 'queried' ? use(fetchQueried()) : null;
  const lockOf = useMemo(
    () => query?.lockOfField(lock) ?? ((): FieldLock => ({ access: lock.mode, marked: false })),
    [lock, query],
  );
  return (
    <LockContext.Provider value={lockOf}>
      {query && <query.Queries lock={lock} step={step} />}
      {children}
    </LockContext.Provider>
  );
}
