/** What lies over Applicant Details after Submit: the wait, what went wrong, and the lender's answer. */
import type { Verdict } from '../../../domain/lender.ts';
import type { FieldError } from '../../../domain/wire.ts';
import type { WizardSnapshot } from '../../../machines/wizard.ts';
import { useWizard, useWizardState } from '../wizard.tsx';
import { DocumentsLink } from './documents-link.tsx';
import { Refused, SubmitAgain } from './troubles.tsx';
import { LoanStatus } from './verdict.tsx';
import { Saving, Waiting } from './waiting.tsx';

export interface StatusLayerProps {
  /** True for a field of the page below. */
  isOnPage: (field: string) => boolean;
  /** Told as the person goes back to the form, with the answers that the server refused. */
  onRefused: (errors: readonly FieldError[]) => void;
}

export function StatusLayer({ isOnPage, onRefused }: StatusLayerProps) {
  const wizard = useWizard();
  const view = useWizardState(viewOf);
  const { alert, result, waitingMessage } = useWizardState((snapshot) => snapshot.context);
  const back = () => wizard.send({ type: 'alert.dismissed' });

  switch (view) {
    case null:
      return null;
    case 'saving':
      return <Saving />;
    case 'asking':
      return <Waiting message={waitingMessage} />;
    case 'gatewayTimedOut':
    case 'unheard':
      return (
        <SubmitAgain
          kind={view}
          onSubmit={() => wizard.send({ type: 'submission.retried' })}
          onClose={back}
        />
      );
    case 'refused': {
      if (alert?.kind !== 'refused') return null;
      const close = () => {
        onRefused(alert.errors);
        back();
      };
      const elsewhere = alert.errors.filter((error) => !isOnPage(error.field));
      return <Refused failure={alert} elsewhere={elsewhere} onClose={close} />;
    }
    default:
      return (
        <LoanStatus
          verdict={view}
          result={result ?? {}}
          documents={<DocumentsLink kind={view === 'pending' ? 'primary' : 'secondary'} />}
          onClose={() => wizard.send({ type: 'status.closed' })}
          onExplore={() => wizard.send({ type: 'explore.requested' })}
        />
      );
  }
}

type View = 'saving' | 'asking' | 'gatewayTimedOut' | 'unheard' | 'refused' | Verdict | null;

function viewOf(now: WizardSnapshot): View {
  return views.find(([state]) => now.matches(state))?.[1] ?? null;
}

const views: readonly [Parameters<WizardSnapshot['matches']>[0], View][] = [
  [{ flow: { submission: 'saving' } }, 'saving'],
  [{ flow: { submission: 'askingLender' } }, 'asking'],
  [{ flow: { submission: 'gatewayTimedOut' } }, 'gatewayTimedOut'],
  [{ flow: { submission: 'unheard' } }, 'unheard'],
  [{ flow: { submission: 'refused' } }, 'refused'],
  [{ flow: { status: 'approved' } }, 'approved'],
  [{ flow: { status: 'rejected' } }, 'rejected'],
  [{ flow: { status: 'pending' } }, 'pending'],
  [{ flow: { status: 'inProgress' } }, 'in_progress'],
  [{ flow: { status: 'underReview' } }, 'under_review'],
];
