/** Over a sent application: it can be read only. */
import { FormattedMessage } from 'react-intl';
import { reviewableStatuses } from '../../../domain/lock.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Actions, Button } from '../../ui/Button.tsx';
import { useWizard, useWizardState } from '../wizard.tsx';
import { DocumentsLink } from './documents-link.tsx';

/** The way back to the lender's answer, or that it has not got there: Submit is at the bottom, where it always is. */
export function SubmittedBanner() {
  const wizard = useWizard();
  const status = useWizardState(({ context }) => context.loan?.status);
  if (status === 'submitted')
    return <Banner kind="notice" title={<FormattedMessage id="applicant.sent.answers" />} />;
  return (
    <Banner kind="notice" title={<FormattedMessage id="applicant.sent" />}>
      <Actions>
        <Button onPress={() => wizard.send({ type: 'status.reopened' })}>
          <FormattedMessage id="applicant.sent.status" />
        </Button>
        {reviewableStatuses.includes(status ?? 'draft') && <DocumentsLink kind="secondary" />}
      </Actions>
    </Banner>
  );
}
