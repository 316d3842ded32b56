/** What somebody can do whose application the lender has rejected. */
import { Button } from '../../ui/button.tsx';
import { useWizard } from '../shared/wizard.tsx';
import { t } from '../../i18n/text.tsx';

export function RejectedHelp() {
  return <p>{t('status.rejected.next')}</p>;
}

export function NewApplicationButton() {
  const wizard = useWizard();
  return (
    <Button kind="primary" onPress={() => wizard.send({ type: 'explore.requested' })}>
      {t('app.reentry.startNew')}
    </Button>
  );
}
