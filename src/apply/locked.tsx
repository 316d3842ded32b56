/** Locks the fields of a step as far as its loan is locked; what only query mode needs is fetched in query mode. */
import { type ReactNode, Suspense, use, useMemo, useSyncExternalStore } from 'react';
import { type FieldLock, LockContext } from '../form/lock.ts';
import type { QueriedNow, QueryMode } from './queried/all.ts';
import { useServices } from './services.ts';
import { useLock, useWizard } from './wizard.tsx';

type Parts = Awaited<ReturnType<(typeof import('./queried/all.ts'))['openQueried']>>;

let parts: Promise<Parts> | undefined;

export interface Queried extends Pick<Parts, 'Summary' | 'Documents'> {
  mode: QueryMode;
  now: QueriedNow;
}

/** Query mode, while queries are open; suspends until its code is there. */
export function useQueried(): Queried | null {
  const wizard = useWizard();
  const services = useServices();
  const isQueried = useLock().mode === 'queried';
  const queried = isQueried
    ? use((parts ??= import('./queried/all.ts').then((all) => all.openQueried())))
    : null;
  const mode = queried?.modeOf(wizard, { services });
  const now = useSyncExternalStore(mode?.subscribe ?? never, mode?.read ?? nothing);
  return queried && mode && now ? { ...queried, mode, now } : null;
}

const never = () => () => undefined;
const nothing = () => null;

export function Locked({ step, children }: { step: 'students' | 'applicant'; children: ReactNode }) {
  const { mode } = useLock();
  const queried = useQueried();
  const plain = useMemo(() => (): FieldLock => ({ access: mode, marked: false }), [mode]);
  return (
    <LockContext.Provider value={queried?.now.lockOf ?? plain}>
      {queried && <queried.Summary mode={queried.mode} now={queried.now} step={step} />}
      {queried && step === 'applicant' && (
        <Suspense>
          <queried.Documents mode={queried.mode} now={queried.now} />
        </Suspense>
      )}
      {children}
    </LockContext.Provider>
  );
}
