/** Alerts of the create form: an application begun before, a refused address, a refused creation, no answer (section 8). */
import { useIntl } from 'react-intl';
import type { Issue } from '../../../domain/values/check.ts';
import { createLoanForm } from '../../../domain/forms/create.ts';
import { RefusalMessage } from '../../form/refusal-message.tsx';
import { Button } from '../../ui/button.tsx';
import { Alert, Dialog } from '../../ui/dialog.tsx';
import { useMessages, t } from '../../i18n/i18n.tsx';
import { useWizard, useWizardState } from '../shared/wizard.tsx';

/** `refuse` marks the answers that were refused, once the alert is read. */
export function CreateAlert({ showErrors }: { showErrors: (issues: readonly Issue[]) => void }) {
  useMessages('secondary');
  const wizard = useWizard();
  const emailRefused = useWizardState((now) => now.matches({ flow: { create: 'emailRefused' } }));
  const earlier = useWizardState((now) =>
    now.matches({ flow: { create: 'confirmingAnother' } }) ? now.context.earlierLoan : null,
  );
  const intl = useIntl();
  const failed = useWizardState((now) => now.matches({ flow: { create: 'failed' } }));
  const alert = useWizardState(({ context }) => context.alert);
  const label = t('common.ok');
  const close = (issues: readonly Issue[] = []) => {
    wizard.send({ type: 'alert.dismissed' });
    if (issues.length > 0) showErrors(issues);
  };

  if (earlier) {
    const { loanId, institution } = earlier;
    return (
      <Dialog
        role="alertdialog"
        close={intl.formatMessage({ id: 'create.earlier.close' })}
        title={t('create.earlier.title', {
          institution: institution === null ? 'none' : 'known',
          name: institution,
        })}
        onCancel={() => wizard.send({ type: 'dialog.cancelled' })}
        actions={
          <>
            <Button onPress={() => wizard.send({ type: 'create.confirmed' })}>
              {t('create.earlier.another')}
            </Button>
            <Button kind="primary" onPress={() => wizard.send({ type: 'loan.continued', loanId })}>
              {t('create.earlier.continue')}
            </Button>
          </>
        }
      >
        {t('create.earlier.help')}
      </Dialog>
    );
  }
  if (emailRefused) {
    return (
      <Alert
        message={t('create.email.refused')}
        action={{ label, onPress: () => close([{ field: 'email', code: 'create.email.refused' }]) }}
      />
    );
  }
  if (!failed || !alert) return null;
  if (alert.kind === 'refused') {
    const issues = alert.errors.filter(({ field }) => field in createLoanForm.fields);
    return (
      <Alert message={<RefusalMessage refusal={alert} />} action={{ label, onPress: () => close(issues) }} />
    );
  }
  return (
    <Alert message={t('create.noResponse')} action={{ label, onPress: () => close() }}>
      <p>{t('create.noResponse.help')}</p>
    </Alert>
  );
}
