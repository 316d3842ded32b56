/** Over a sent application: it can be read only. */
import { FormattedMessage } from 'react-intl';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { useWizard } from '../wizard.tsx';

/** The way back to the lender's answer. */
export function Sent() {
  const wizard = useWizard();
  return (
    <Banner kind="notice" title={<FormattedMessage id="applicant.sent" />}>
      <Button onPress={() => wizard.send({ type: 'status.reopened' })}>
        <FormattedMessage id="applicant.sent.status" />
      </Button>
    </Banner>
  );
}
