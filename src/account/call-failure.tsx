/** Explains a failed call by its code, with the button that the message asks for (decision 124). */
import type { MessageId } from '../../locales/index.ts';
import type { Failure } from '../../machines/outcome.ts';
import { fieldErrorsOf, RefusalMessage, refusalAction } from '../form/refusal-message.tsx';
import { t } from '../i18n/i18n.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';

interface CallFailureProps {
  failure: Failure | null;
  /** The message if no response came at all. */
  unreachable?: MessageId;
  /** The next step, shown below the message. */
  help?: MessageId;
}

export function CallFailure({ failure, unreachable = 'account.unreachable', help }: CallFailureProps) {
  if (!failure) return null;
  const refusal = failure.kind === 'refused' ? failure : null;
  const noAnswer = failure.kind === 'gatewayTimedOut' ? 'refusal.lenderSilent' : unreachable;
  const remedy = refusal && refusalAction(refusal);
  return (
    <Banner kind="notice" role="alert" title={refusal ? <RefusalMessage refusal={refusal} /> : t(noAnswer)}>
      {help && failure.kind === 'unreachable' && <p>{t(help)}</p>}
      {remedy && (
        <div>
          <Button onPress={remedy.onPress}>{remedy.label}</Button>
        </div>
      )}
    </Banner>
  );
}

/** Says why a form could not be sent; its input stays. Renders nothing if each error is at its field. */
export const SubmissionFailure = ({ failure }: Pick<CallFailureProps, 'failure'>) =>
  failure?.kind === 'refused' && failure.status === 400 && fieldErrorsOf(failure).length > 0 ? null : (
    <CallFailure
      failure={failure}
      unreachable="account.submission.failed"
      help="account.submission.failed.help"
    />
  );
