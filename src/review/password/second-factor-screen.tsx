/** A reviewer begins to set up another authenticator app: for a new phone, or for new recovery codes. */
import { useRouter } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { reviewerOf } from '../../../machines/session.ts';
import { useApiMutation } from '../../data/mutation.ts';
import { Card } from '../../ui/card.tsx';
import { invitationAddress, queuePath } from '../links.ts';
import { Frame } from '../frame.tsx';
import { useServices } from '../services.ts';
import { t } from '../../i18n/i18n.tsx';
import { CredentialsForm } from './credentials-form.tsx';

export function ReplaceSecondFactorScreen() {
  const { history } = useRouter();
  const { session } = useServices();
  const reviewer = useSelector(session, reviewerOf);
  const sending = useApiMutation('replaceSecondFactor', ({ token }) =>
    history.push(invitationAddress(token)),
  );
  return (
    <Frame title="review.secondFactor.title" home={queuePath} narrow lead={t('review.secondFactor.lead')}>
      <Card>
        {reviewer && (
          <CredentialsForm
            reviewer={reviewer}
            sending={sending}
            onSubmit={({ password, code }) =>
              sending.mutate({ body: { password, ...(code !== undefined && { code }) } })
            }
            submitMessage="review.secondFactor.submit"
          />
        )}
      </Card>
    </Frame>
  );
}
