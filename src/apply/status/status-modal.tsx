/** What lies over Applicant Details after Submit: the wait, what went wrong, and the lender's answer. */
import { type Verdict, verdictOf } from '../../../domain/lender.ts';
import type { FieldError } from '../../../domain/wire.ts';
import type { WizardSnapshot } from '../../../machines/wizard.ts';
import { useWizard, useWizardState } from '../wizard.tsx';
import { DocumentsLink } from './documents-link.tsx';
import { RefusedAlert, RetrySubmitDialog } from './submit-errors.tsx';
import { LoanStatus } from './verdict.tsx';
import { SavingOverlay, AwaitingLenderOverlay } from './waiting-overlays.tsx';

export interface StatusModalProps {
  /** True for a field of the page below. */
  isOnPage: (field: string) => boolean;
  /** Told as the person goes back to the form, with the answers that the server refused. */
  onRefused: (errors: readonly FieldError[]) => void;
}

export function StatusModal({ isOnPage, onRefused }: StatusModalProps) {
  const wizard = useWizard();
  const view = useWizardState(viewOf);
  const alert = useWizardState(({ context }) => context.alert);
  const result = useWizardState(({ context }) => context.result);
  const back = () => wizard.send({ type: 'alert.dismissed' });

  switch (view) {
    case null:
      return null;
    case 'saving':
      return <SavingOverlay />;
    case 'asking':
      return <AwaitingLenderOverlay />;
    case 'gatewayTimedOut':
    case 'noResponse':
      return (
        <RetrySubmitDialog
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
      const otherPageErrors = alert.errors.filter((error) => !isOnPage(error.field));
      return <RefusedAlert failure={alert} otherPageErrors={otherPageErrors} onClose={close} />;
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

type View = 'saving' | 'asking' | 'gatewayTimedOut' | 'noResponse' | 'refused' | Verdict | null;

function viewOf(now: WizardSnapshot): View {
  if (now.matches('status')) return verdictOf(now.context.result ?? {});
  return views.find(([submission]) => now.matches({ submission }))?.[1] ?? null;
}

const views = [
  ['saving', 'saving'],
  ['pushingToLender', 'asking'],
  ['gatewayTimedOut', 'gatewayTimedOut'],
  ['noResponse', 'noResponse'],
  ['refused', 'refused'],
] as const;
