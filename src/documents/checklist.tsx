/** The running list of a loan's documents. */
import { type Actor, createActor, fromPromise } from 'xstate';
import { checklistMachine } from '../../machines/checklist.ts';
import { provideActors } from '../../machines/provide-actors.ts';
import { useLocalActor } from '../hooks/local-actor.ts';
import { actorOptions } from '../hooks/actor-options.ts';
import { LoadFailed } from '../data/query.tsx';
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

export function ChecklistFailed({ checklist }: { checklist: ChecklistActor }) {
  return (
    <LoadFailed
      title="document.list.failed"
      help="document.list.failed.help"
      onRetry={() => checklist.send({ type: 'retry.requested' })}
    />
  );
}
