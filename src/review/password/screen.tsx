/** A reviewer changes the own password; the sessions in other browsers end with it. */
import { useSelector } from '@xstate/react';
import { reviewerOf } from '../../../machines/session.ts';
import { useApiMutation } from '../../data/mutation.ts';
import { Card } from '../../ui/card.tsx';
import { queuePath, secondFactorPath } from '../links.ts';
import { Frame } from '../frame.tsx';
import { useServices } from '../services.ts';
import { t } from '../../i18n/i18n.tsx';
import { CredentialsForm } from './credentials-form.tsx';

export function PasswordScreen() {
  const { session } = useServices();
  const reviewer = useSelector(session, reviewerOf);
  const sending = useApiMutation('changePassword');
  return (
    <Frame
      title="review.password.title"
      home={queuePath}
      narrow
      lead={!sending.isSuccess && t('review.password.lead')}
    >
      <Card>
        {sending.isSuccess ? (
          <>
            <p role="status">{t('review.password.done')}</p>
            <p>
              <a href={queuePath}>{t('review.toQueue')}</a>
            </p>
          </>
        ) : (
          reviewer && (
            <CredentialsForm
              reviewer={reviewer}
              sending={sending}
              onSubmit={(body) => sending.mutate({ body })}
              submitMessage="review.password.submit"
              choosesPassword
            />
          )
        )}
      </Card>
      <p>
        <a href={secondFactorPath}>{t('review.secondFactor.title')}</a>
      </p>
    </Frame>
  );
}
