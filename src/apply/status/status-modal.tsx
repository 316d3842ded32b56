/** The dialogs over Applicant Details after Submit: the wait, what went wrong, and the lender's answer. */
import type { FieldError } from '../../../domain/values/wire.ts';
import { fieldErrorsOf } from '../../form/refusal-message.tsx';
import type { WizardSnapshot } from '../../../machines/wizard.ts';
import { useWizard, useWizardState } from '../shared/wizard.tsx';
import { RefusedAlert, RetrySubmitDialog } from './submit-errors.tsx';
import { VerdictModal } from './status-screen.tsx';
import { SavingOverlay, AwaitingLenderOverlay } from './waiting-overlays.tsx';

interface StatusModalProps {
  /** True for a field of the page below. */
  isOnPage: (field: string) => boolean;
  /** Called when the refusal is closed, with the answers that the server refused. */
  onRefused: (errors: readonly FieldError[]) => void;
}

export function StatusModal({ isOnPage, onRefused }: StatusModalProps) {
  const wizard = useWizard();
  const view = useWizardState(viewOf);
  const alert = useWizardState(({ context }) => context.alert);
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
      const errors = fieldErrorsOf(alert);
      const close = () => {
        onRefused(errors);
        back();
      };
      const otherPageErrors = errors.filter((error) => !isOnPage(error.field));
      return <RefusedAlert failure={alert} otherPageErrors={otherPageErrors} onClose={close} />;
    }
    case 'verdict':
      return <VerdictModal />;
  }
}

type View = 'saving' | 'asking' | 'gatewayTimedOut' | 'noResponse' | 'refused' | 'verdict' | null;

function viewOf(now: WizardSnapshot): View {
  if (now.matches({ flow: { status: 'open' } })) return 'verdict';
  return views.find(([submission]) => now.matches({ flow: { submission } }))?.[1] ?? null;
}

const views = [
  ['saving', 'saving'],
  ['pushingToLender', 'asking'],
  ['gatewayTimedOut', 'gatewayTimedOut'],
  ['noResponse', 'noResponse'],
  ['refused', 'refused'],
] as const;
