/** Requires a sign-in. When the session ends, the sign-in dialog covers the page, which keeps its unsent review. */
import { Outlet } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { Alert } from '../ui/dialog.tsx';
import { t } from '../i18n/text.tsx';
import { SessionLoadingPage, SessionFailedPage } from './status-pages.tsx';
import { QueueProvider } from './queue/actor.tsx';
import { useServices } from './services.ts';
import { SignInAgain, SignInPage } from './sign-in.tsx';

export function RequireSignIn() {
  const { session } = useServices();
  const now = useSelector(session, (snapshot) => snapshot);
  const { reviewer } = now.context;
  if (now.matches('checking')) return <SessionLoadingPage />;
  if (now.matches('checkFailed'))
    return <SessionFailedPage onRetry={() => session.send({ type: 'retry.requested' })} />;
  if (!reviewer) return <SignInPage />;
  return (
    <>
      {/* Another reviewer gets a queue of their own. */}
      <QueueProvider key={reviewer.id}>
        <Outlet />
      </QueueProvider>
      {!now.matches('signedIn') && <SignInAgain reviewer={reviewer} />}
      {now.matches({ signedIn: 'signOutFailed' }) && (
        <Alert
          message={t('review.signOut.failed')}
          action={{
            label: t('common.ok'),
            onPress: () => session.send({ type: 'alert.dismissed' }),
          }}
        >
          <p>{t('review.signOut.failed.help')}</p>
        </Alert>
      )}
    </>
  );
}
