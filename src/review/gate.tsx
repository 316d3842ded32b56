/** Nobody passes unless signed in. Where a session ends, sign-in stands over the work, which stays as it is. */
import { Outlet } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { FormattedMessage } from 'react-intl';
import { Alert } from '../ui/Dialog.tsx';
import { Checking, Unchecked } from './faces.tsx';
import { QueueProvider } from './queue/actor.tsx';
import { useServices } from './services.ts';
import { SignInAgain, SignInPage } from './sign-in.tsx';

export function Gate() {
  const { session } = useServices();
  const now = useSelector(session, (snapshot) => snapshot);
  const { reviewer } = now.context;
  if (now.matches('checking')) return <Checking />;
  if (now.matches('unchecked'))
    return <Unchecked onRetry={() => session.send({ type: 'retry.requested' })} />;
  if (!reviewer) return <SignInPage />;
  return (
    <>
      {/* Another reviewer begins anew. */}
      <QueueProvider key={reviewer.id}>
        <Outlet />
      </QueueProvider>
      {!now.matches('signedIn') && <SignInAgain reviewer={reviewer} />}
      {now.matches({ signedIn: 'notLeft' }) && (
        <Alert
          message={<FormattedMessage id="review.signOut.failed" />}
          action={{
            words: <FormattedMessage id="common.ok" />,
            onPress: () => session.send({ type: 'alert.dismissed' }),
          }}
        >
          <p>
            <FormattedMessage id="review.signOut.failed.help" />
          </p>
        </Alert>
      )}
    </>
  );
}
