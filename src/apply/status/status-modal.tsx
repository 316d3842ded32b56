/**
 * The dialogs over Applicant Details after Submit: the wait, what went wrong, what is safe and what to do next
 * (specification, section 8; decision 27), and the lender's answer.
 */
import { useState } from 'react';
import { FormattedNumber } from 'react-intl';
import type { Refusal } from '../../../domain/values/outcome.ts';
import type { FieldError } from '../../../domain/values/wire.ts';
import type { MessageId } from '../../../locales/index.ts';
import { IssueMessage } from '../../form/field-binding.tsx';
import { fieldErrorsOf, RefusalMessage, refusalAction } from '../../form/refusal-message.tsx';
import { Alert, ConfirmDialog } from '../../ui/dialog.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { LoadingOverlay } from '../../ui/loading-overlay.tsx';
import { Logo } from '../../ui/page.tsx';
import { t } from '../../i18n/i18n.tsx';
import type { WizardSnapshot } from '../../../machines/wizard.ts';
import { useServices, useWizard, useWizardState } from '../shared/wizard.tsx';
import { VerdictModal } from './status-screen.tsx';
import './status.css';

interface StatusModalProps {
  /** Returns whether the field is on the page below. */
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
      return <LoadingOverlay announce={t('status.saving')} />;
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

/** The messages in the order in which they take turns; the wizard counts them (limits.waitingMessages). */
const messages = [
  'status.waiting.1',
  'status.waiting.2',
  'status.waiting.3',
  'status.waiting.4',
] as const satisfies readonly MessageId[];

/** The messages rotate on the screen; a screen reader announces the first one, once. */
function AwaitingLenderOverlay() {
  const shown = useWizardState(({ context }) => messages[context.waitingMessage]) ?? messages[0];
  const leave = t('status.waiting.leave');
  return (
    <LoadingOverlay
      announce={
        <>
          {t(messages[0])} {leave}
        </>
      }
    >
      <span className="waiting-brand icon-line">
        <Logo />
        {t('app.name')}
      </span>
      <p key={shown} className="waiting-message">
        {t(shown)}
      </p>
      <Progress />
      <p className="waiting-leave">{leave}</p>
    </LoadingOverlay>
  );
}

/** Shows what is done, what is going on and for how long, and what is to come. The seconds are read anew with each message. */
function Progress() {
  const { now } = useServices();
  const [start] = useState(() => now().getTime());
  return (
    <ul className="waiting-steps stack-s3">
      {steps.map((id) => (
        <li key={id}>
          {id === 'status.waiting.saved' && <CheckIcon />}
          <span>{t(id)}</span>
          {id === 'status.waiting.asking' && (
            <FormattedNumber
              value={Math.round((now().getTime() - start) / 1000)}
              style="unit"
              unit="second"
              unitDisplay="narrow"
            />
          )}
        </li>
      ))}
    </ul>
  );
}

/** The second one is going on. */
const steps = [
  'status.waiting.saved',
  'status.waiting.asking',
  'status.waiting.answer',
] as const satisfies readonly MessageId[];

interface RetrySubmitProps {
  kind: 'gatewayTimedOut' | 'noResponse';
  onSubmit: () => void;
  onClose: () => void;
}

/** Offers Submit again, which is safe: an application goes to the lender once, however often it is pressed. */
function RetrySubmitDialog({ kind, onSubmit, onClose }: RetrySubmitProps) {
  return (
    <ConfirmDialog
      role="alertdialog"
      title={t(kind === 'noResponse' ? 'status.noResponse' : 'status.gatewayTimedOut')}
      cancel={t('status.close')}
      confirm={t('status.submit')}
      onConfirm={onSubmit}
      onCancel={onClose}
    >
      <p>{t(kind === 'noResponse' ? 'status.noResponse.help' : 'status.gatewayTimedOut.help')}</p>
    </ConfirmDialog>
  );
}

/** Lists refused answers of another step; those of this one are marked on the form. */
function RefusedAlert({ failure, otherPageErrors, onClose }: RefusedAlertProps) {
  const action = { label: t('status.refused.ok'), onPress: onClose };
  if (fieldErrorsOf(failure).length === 0)
    return (
      <Alert message={<RefusalMessage refusal={failure} />} action={action} remedy={refusalAction(failure)} />
    );
  if (failure.status === conflict) return <OutdatedAlert />;
  return (
    <Alert message={t('status.refused.fields')} action={action}>
      <p>{t('status.refused.help')}</p>
      {otherPageErrors.map((error) => (
        <p key={error.field}>
          <IssueMessage issue={error} />
        </p>
      ))}
    </Alert>
  );
}

/** The status of a refused push whose values are not what is saved: something else has saved the loan meanwhile. */
const conflict = 409;

/** The loan is read again by a reload; the names of a push's members are no answers of the form. */
function OutdatedAlert() {
  const reload = () => window.location.reload();
  return (
    <Alert message={t('status.outdated')} action={{ label: t('status.refused.ok'), onPress: reload }}>
      <p>{t('status.outdated.help')}</p>
    </Alert>
  );
}

interface RefusedAlertProps {
  failure: Refusal;
  otherPageErrors: readonly FieldError[];
  onClose: () => void;
}
