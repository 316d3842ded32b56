/** The screen of an invitation's link: a password, an authenticator app, recovery codes, and the desk is open. */
import { useRouterState } from '@tanstack/react-router';
import { useActorRef, useSelector } from '@xstate/react';
import { type ReactNode, useState, useMemo } from 'react';
import { useIntl } from 'react-intl';
import type { MessageId } from '../../../locales/index.ts';
import { actorOptions } from '../../hooks/actor-options.ts';
import { Actions, Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useHeadingFocus } from '../../shell/heading-focus.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { t } from '../../i18n/i18n.tsx';
import { saveText } from '../../ui/save-file.ts';
import { queuePath } from '../links.ts';
import { CallFailure, NewPasswordField, CodeField, isAtField } from '../credential-fields.tsx';
import { Frame } from '../frame.tsx';
import { useServices } from '../services.ts';
import { newPasswordIssue } from '../../../domain/forms/staff-password.ts';
import type { Failure } from '../../../machines/outcome.ts';
import { useDomainForm, DomainForm, FormField, useServerErrors } from '../../form/domain-form.tsx';
import { createFieldChecker, required } from '../field-checker.ts';
import type { Invitation } from '../../../domain/values/wire.ts';
import { ErrorNote } from '../../ui/field-shell.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import './invitation.css';

export function InvitationScreen() {
  // The token is behind the #, which is sent to no server.
  const token = useRouterState({ select: ({ location }) => location.hash });
  return <Invitation key={token} token={token} />;
}

function Invitation({ token }: { token: string }) {
  const actor = useActorRef(useServices().invitation, { input: { token }, ...actorOptions });
  const now = useSelector(actor, (snapshot) => snapshot);
  const { invitation, failure, recoveryCodes } = now.context;
  if (now.matches('accepted')) {
    return (
      <Step title="review.invitation.codes.title" lead={t('review.invitation.codes.lead')}>
        <RecoveryCodes codes={recoveryCodes} />
      </Step>
    );
  }
  if (now.matches('expired')) {
    return (
      <Step title="review.invitation.expired.title" lead={t('review.invitation.expired.help')}>
        <p>
          <ButtonLink href={queuePath}>{t('review.signIn.submit')}</ButtonLink>
        </p>
      </Step>
    );
  }
  if (!invitation) {
    return (
      <Step title="review.invitation.title">
        {failure ? (
          <div role="alert">
            <Card>
              <p>
                <CallFailure failure={failure} />
              </p>
              <Actions>
                <Button kind="primary" onPress={() => actor.send({ type: 'retry.requested' })}>
                  {t('app.tryAgain')}
                </Button>
              </Actions>
            </Card>
          </div>
        ) : (
          <Skeleton label={t('app.loading')} fields={2} />
        )}
      </Step>
    );
  }
  const { name, email, needs_password: choosesPassword } = invitation;
  if (now.matches('choosingPassword')) {
    return (
      <Step
        title="review.invitation.password.title"
        lead={t('review.invitation.password.lead', { name, email })}
      >
        <PasswordStep
          email={email}
          failure={failure}
          onChosen={(password) => actor.send({ type: 'password.chosen', password })}
        />
      </Step>
    );
  }
  return (
    <Step title="review.invitation.app.title" lead={t('review.invitation.app.lead')}>
      <AppStep
        invitation={invitation}
        failure={failure}
        busy={now.hasTag('busy')}
        onSubmit={(code) => actor.send({ type: 'code.submitted', code })}
        onBack={choosesPassword ? () => actor.send({ type: 'passwordChange.requested' }) : null}
      />
    </Step>
  );
}

/** Moves the focus to its title when another step has taken its place. */
function Step({ title, lead, children }: { title: MessageId; lead?: ReactNode; children: ReactNode }) {
  useHeadingFocus(title);
  return (
    <Frame title={title} lead={lead} narrow>
      {children}
    </Frame>
  );
}

/** The last step of an invitation: the recovery codes, which are shown once. */
function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const intl = useIntl();
  const [isCopied, setCopied] = useState(false);
  const copy = () => navigator.clipboard.writeText(codes.join('\n')).then(() => setCopied(true));
  return (
    <Card>
      <ul className="recovery-codes" aria-label={intl.formatMessage({ id: 'review.invitation.codes.label' })}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Button onPress={() => void copy().catch(() => undefined)} wide>
        {t(isCopied ? 'review.invitation.codes.copied' : 'review.invitation.codes.copy')}
      </Button>
      <Button onPress={() => saveText('feepath-recovery-codes.txt', `${codes.join('\n')}\n`)} wide>
        {t('review.invitation.codes.download')}
      </Button>
      {/* Loads the page anew, without the former reviewer's session, and leaves no used link behind in the history. */}
      <Button kind="primary" onPress={() => window.location.replace(queuePath)} wide>
        {t('review.invitation.codes.done')}
      </Button>
    </Card>
  );
}

interface PasswordStepProps {
  /** The account's mail address, which the password must not contain. */
  email: string;
  /** The reason why the server refused the last password; null if it refused none. */
  failure: Failure | null;
  onChosen: (password: string) => void;
}

const emptyPassword = { password: '' };
const passwordField = { label: 'review.password.new', hint: 'review.password.new.hint' };

/** The first step of an invitation: a password is chosen. */
function PasswordStep({ email, failure, onChosen }: PasswordStepProps) {
  const checker = useMemo(
    () => createFieldChecker({ password: (typed) => newPasswordIssue(typed, email) }),
    [email],
  );
  const { formApi } = useDomainForm({
    defaultValues: emptyPassword,
    checker,
    onValid: ({ password }) => onChosen(password),
  });
  useServerErrors(formApi, failure);
  return (
    <Card>
      <DomainForm formApi={formApi} focusesFirstIssue>
        {/* Password managers store this address with the password. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <FormField name="password" row={passwordField} as={NewPasswordField} />
        <Button kind="primary" type="submit" wide>
          {t('review.invitation.password.submit')}
        </Button>
      </DomainForm>
    </Card>
  );
}

interface AppStepProps {
  invitation: Invitation;
  /** The failure of the latest check of a code; null if there was none. */
  failure: Failure | null;
  busy: boolean;
  onSubmit: (code: string) => void;
  /** Chooses the password again; null where none was chosen. */
  onBack: (() => void) | null;
}

const emptyCode = { code: '' };
const codeField = { label: 'review.signIn.code', hint: 'review.invitation.app.code.hint' };
const checker = createFieldChecker({ code: required('review.signIn.code.required') });

/** The second step of an invitation: the authenticator app gets its key, and a code proves that it has it. */
function AppStep({ invitation: { secret, uri }, failure, busy, onSubmit, onBack }: AppStepProps) {
  const intl = useIntl();
  const { formApi } = useDomainForm({
    defaultValues: emptyCode,
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
        </div>
        <p className="invitation-open">
          <ButtonLink kind="secondary" href={uri}>
            {t('review.invitation.app.open')}
          </ButtonLink>
        </p>
      </div>
      <DomainForm formApi={formApi} focusesFirstIssue>
        <FormField name="code" row={codeField} as={CodeField} />
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
