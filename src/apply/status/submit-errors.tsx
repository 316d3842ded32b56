/** Says what went wrong with Submit, what is safe, and what to do next (specification, section 8; decision 27). */
import type { Refusal } from '../../../domain/values/outcome.ts';
import type { FieldError } from '../../../domain/values/wire.ts';
import { IssueMessage } from '../../form/field-binding.tsx';
import { fieldErrorsOf, RefusalMessage, remedyOf } from '../../form/refusal-message.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Alert } from '../../ui/dialog.tsx';
import { t } from '../../i18n/i18n.tsx';

interface RetrySubmitProps {
  kind: 'gatewayTimedOut' | 'noResponse';
  onSubmit: () => void;
  onClose: () => void;
}

/** Submit again is safe: an application goes to the lender once, however often it is pressed. */
export function RetrySubmitDialog({ kind, onSubmit, onClose }: RetrySubmitProps) {
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

/** Where single answers were refused they are marked on the form; those of another step are listed here. */
export function RefusedAlert({ failure, otherPageErrors, onClose }: RefusedAlertProps) {
  const action = { label: t('status.refused.ok'), onPress: onClose };
  if (fieldErrorsOf(failure).length === 0)
    return (
      <Alert message={<RefusalMessage refusal={failure} />} action={action} remedy={remedyOf(failure)} />
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
