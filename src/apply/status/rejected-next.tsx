/** What somebody can do whose application the lender has rejected. */
import { FormattedMessage } from 'react-intl';
import { Button } from '../../ui/button.tsx';
import { useWizard } from '../shared/wizard.tsx';

export function RejectedHelp() {
  return (
    <p>
      <FormattedMessage id="status.rejected.next" />
    </p>
  );
}

export function NewApplicationButton() {
  const wizard = useWizard();
  return (
    <Button kind="primary" onPress={() => wizard.send({ type: 'explore.requested' })}>
      <FormattedMessage id="app.reentry.startNew" />
    </Button>
  );
}
