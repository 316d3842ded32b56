/** The second step of an invitation: the authenticator app gets its key, and a code proves that it has it. */
import { useIntl } from 'react-intl';
import type { Invitation } from '../../../domain/values/wire.ts';
import type { Failure } from '../../../machines/outcome.ts';
import { useDomainForm, DomainForm, FormField, useServerErrors } from '../../form/domain-form.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorNote } from '../../ui/field-shell.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { CallFailure, CodeField, isAtField } from '../credential-fields.tsx';
import { createFieldChecker, required } from '../field-checker.ts';
import { t } from '../../i18n/i18n.tsx';
import './invitation.css';

export interface AppStepProps {
  invitation: Invitation;
  /** Of the latest check of a code; null where there was none. */
  failure: Failure | null;
  busy: boolean;
  onSubmit: (code: string) => void;
  /** Chooses the password again; null where none was chosen. */
  onBack: (() => void) | null;
}

const empty = { code: '' };
const field = { label: 'review.signIn.code', hint: 'review.invitation.app.code.hint' };
const checker = createFieldChecker({ code: required('review.signIn.code.required') });

export function AppStep({ invitation: { secret, uri }, failure, busy, onSubmit, onBack }: AppStepProps) {
  const intl = useIntl();
  const { formApi } = useDomainForm({
    defaultValues: empty,
    checker,
    onValid: ({ code }) => onSubmit(code),
  });
  useServerErrors(formApi, failure);
  return (
    <Card>
      <div className="invitation-app">
        <QrCode text={uri} label={intl.formatMessage({ id: 'review.invitation.app.alt' })} />
        <div className="invitation-key">
          <p>{t('review.invitation.app.scan')}</p>
          <p>
            <span className="text-muted">{t('review.invitation.app.key')}</span>{' '}
            <code>{secret.replace(/.{4}(?=.)/g, '$& ')}</code>
          </p>
          <p>
            <a href={uri}>{t('review.invitation.app.open')}</a>
          </p>
        </div>
      </div>
      <DomainForm formApi={formApi}>
        <FormField name="code" row={field} as={CodeField} />
        {failure && !isAtField(failure) && (
          <ErrorNote role="alert">
            <CallFailure failure={failure} />
          </ErrorNote>
        )}
        <Button kind="primary" type="submit" busy={busy} wide>
          {t('review.invitation.app.submit')}
        </Button>
        {onBack && (
          <Button kind="quiet" onPress={onBack} disabled={busy} wide>
            {t('review.invitation.app.back')}
          </Button>
        )}
      </DomainForm>
    </Card>
  );
}
