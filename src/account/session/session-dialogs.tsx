/** The dialogs of the session, over whatever screen is shown. */
import { useSelector } from '@xstate/react';
import { Button } from '../../ui/button.tsx';
import { Alert, Dialog } from '../../ui/dialog.tsx';
import { useServices } from '../services.ts';
import { t } from '../../i18n/text.tsx';
import { SignIn } from './sign-in.tsx';

export function SessionDialogs() {
  const { session } = useServices();
  const expiredOf = useSelector(session, (now) =>
    now.matches({ signedIn: 'expired' }) ? (now.context.profile?.mobile ?? null) : null,
  );
  const hasFailed = useSelector(session, (now) => now.matches({ signedIn: 'signOutFailed' }));
  if (expiredOf !== null) return <SignInAgain mobile={expiredOf} />;
  if (!hasFailed) return null;
  return (
    <Alert
      message={t('account.signOut.failed')}
      action={{
        label: t('common.ok'),
        onPress: () => session.send({ type: 'alert.dismissed' }),
      }}
    >
      <p>{t('account.signOut.failed.help')}</p>
    </Alert>
  );
}

/** Escape does not close it: nothing can be done without a session, but signing out. */
function SignInAgain({ mobile }: { mobile: string }) {
  const { session } = useServices();
  return (
    <Dialog title={t('account.signInAgain.title')} onCancel={() => {}}>
      <p>{t('account.signInAgain.help')}</p>
      <SignIn knownMobile={mobile} />
      <div>
        <Button kind="quiet" onPress={() => session.send({ type: 'signOut.requested' })}>
          {t('account.signInAgain.leave')}
        </Button>
      </div>
    </Dialog>
  );
}
