/** The running list of a loan's documents. */
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { type Actor, createActor, fromPromise } from 'xstate';
import type { LoanDocument } from '../../domain/values/wire.ts';
import { checklistMachine } from '../../machines/checklist.ts';
import { provideActors } from '../../machines/provide-actors.ts';
import { useLocalActor } from '../hooks/local-actor.ts';
import { actorOptions } from '../hooks/actor-options.ts';
import { LoadFailed } from '../data/load-failed.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { t } from '../i18n/i18n.tsx';
import { readLoanDocuments } from './calls.ts';
import { useDocumentServices } from './services.ts';

export type ChecklistActor = Actor<typeof checklistMachine>;

/** Runs while the component is mounted. */
export function useChecklist(loanId: string): ChecklistActor {
  const { call } = useDocumentServices();
  return useLocalActor(() =>
    createActor(
      provideActors(checklistMachine, {
        readDocuments: fromPromise(({ input, signal }) => readLoanDocuments(call, input, signal)),
        refreshVerdict: fromPromise(({ input: { loanId }, signal }) =>
          call('refreshVerdict', { path: { id: loanId } }, { signal }),
        ),
      }),
      { input: { loanId }, ...actorOptions },
    ),
  );
}

interface ListedDocumentsProps {
  loanId: string;
  /** The number of documents that are expected. */
  count: number;
  children: (documents: readonly LoanDocument[], checklist: ChecklistActor) => ReactNode;
}

/** Reads the documents of a loan and renders those among its form's fields. */
export function ListedDocuments({ loanId, count, children }: ListedDocumentsProps) {
  const checklist = useChecklist(loanId);
  const now = useSelector(checklist, (snapshot) => snapshot);
  if (now.matches('failed') || now.matches('notFound')) return <ChecklistFailed checklist={checklist} />;
  const { loanDocuments } = now.context;
  if (!loanDocuments) return <Skeleton label={t('document.list.loading')} fields={count} />;
  return children(loanDocuments.documents, checklist);
}

export function ChecklistFailed({ checklist }: { checklist: ChecklistActor }) {
  return (
    <LoadFailed
      title="document.list.failed"
      help="document.list.failed.help"
      onRetry={() => checklist.send({ type: 'retry.requested' })}
    />
  );
}
