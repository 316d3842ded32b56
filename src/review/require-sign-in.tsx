/** Requires a sign-in. When the session ends, the sign-in covers the page, which keeps its unsent review. */
import { Outlet } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { reviewerOf } from '../../machines/session.ts';
import { SessionDialogs, SessionView } from '../shell/session.tsx';
import { SessionLoadingPage, SessionFailedPage } from './status-pages.tsx';
import { QueueProvider } from './queue/actor.tsx';
import { useServices } from './services.ts';
import { SignInForm, SignInPage } from './sign-in.tsx';

export function RequireSignIn() {
  const { session } = useServices();
  const reviewer = useSelector(session, reviewerOf);
  return (
    <>
      <SessionView
        session={session}
        restoring={<SessionLoadingPage />}
        failed={(retry) => <SessionFailedPage onRetry={retry} />}
        signedOut={<SignInPage />}
      >
        {/* Another reviewer gets a queue of their own. */}
        <QueueProvider key={reviewer?.id}>
          <Outlet />
        </QueueProvider>
      </SessionView>
      <SessionDialogs
        session={session}
        signInAgain={{
          title: 'review.signIn.again',
          help: 'review.signIn.again.help',
          form: reviewer && <SignInForm email={reviewer.email} />,
        }}
        signOutFailed={{ message: 'review.signOut.failed', help: 'review.signOut.failed.help' }}
      />
    </>
  );
}
