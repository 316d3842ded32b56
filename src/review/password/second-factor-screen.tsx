/** A reviewer begins to set up another authenticator app: for a new phone, or for new recovery codes. */
import { useRouter } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { useIntl } from 'react-intl';
import { reviewerOf } from '../../../machines/session.ts';
import { useFormSubmission } from '../../hooks/form-submission.ts';
import { Card } from '../../ui/card.tsx';
import { invitationAddress, queuePath } from '../address.ts';
import { Frame } from '../frame.tsx';
import { useServices } from '../services.ts';
import { t } from '../../i18n/text.tsx';
import { CredentialsForm, type TypedCredentials } from './credentials-form.tsx';
import './password.css';

export function SecondFactorScreen() {
  const intl = useIntl();
  const { history } = useRouter();
  const { call, session } = useServices();
  const reviewer = useSelector(session, reviewerOf);
  const submission = useFormSubmission<TypedCredentials>(async ({ password, code }, signal) => {
    const body = { password, ...(code !== undefined && { code }) };
    const outcome = await call('replaceSecondFactor', { body }, { signal });
    if (outcome.kind === 'ok') history.push(invitationAddress(outcome.value.token));
    return outcome;
  });
  return (
    <Frame
      tabTitle={intl.formatMessage({ id: 'review.secondFactor.title' })}
      home={queuePath}
      title={t('review.secondFactor.title')}
      lead={t('review.secondFactor.lead')}
    >
      <div className="password-change">
        <Card>
          {reviewer && (
            <CredentialsForm
              reviewer={reviewer}
              submission={submission}
              submitMessage="review.secondFactor.submit"
            />
          )}
        </Card>
      </div>
    </Frame>
  );
}
