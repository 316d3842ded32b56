/** The desk's addresses and the screen of each. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  type RouterHistory,
  useRouterState,
} from '@tanstack/react-router';
import { ApplicationScreen } from './application/screen.tsx';
import { CasesScreen, HeldPaymentsScreen } from './lender-loans/waiting-lists.tsx';
import { ConversationScreen } from './messages/detail-screen.tsx';
import { MessagesScreen } from './messages/list-screen.tsx';
import { StandardAnswersScreen } from './messages/standard-answers-screen.tsx';
import {
  casesPath,
  heldPaymentsPath,
  invitationPath,
  isInvitationAddress,
  passwordPath,
  secondFactorPath,
  standardAnswersPath,
} from './links.ts';
import { InvitationScreen } from './invitation/screen.tsx';
import { PasswordScreen, ReplaceSecondFactorScreen } from './password/screens.tsx';
import { BrokenPage, NotFoundPage, SessionLoadingPage, SessionFailedPage } from './status-pages.tsx';
import { QueueScreen } from './queue/screen.tsx';
import { routerOptions } from '../shell/router-options.ts';
import { useSelector } from '@xstate/react';
import { reviewerOf } from '../../machines/session.ts';
import { SessionDialogs, SessionView } from '../shell/session.tsx';
import { QueueProvider } from './queue/actor.tsx';
import { useServices } from './services.ts';
import { SignInForm, SignInPage } from './sign-in.tsx';

export function createDeskRouter(history: RouterHistory, origin?: string) {
  const rootRoute = createRootRoute({
    component: Desk,
    notFoundComponent: NotFoundPage,
    errorComponent: BrokenPage,
  });
  const getParentRoute = () => rootRoute;
  return createRouter({
    routeTree: rootRoute.addChildren([
      createRoute({ getParentRoute, path: '/review', component: QueueScreen }),
      createRoute({ getParentRoute, path: invitationPath, component: InvitationScreen }),
      createRoute({ getParentRoute, path: passwordPath, component: PasswordScreen }),
      createRoute({ getParentRoute, path: secondFactorPath, component: ReplaceSecondFactorScreen }),
      createRoute({ getParentRoute, path: '/review/messages', component: MessagesScreen }),
      createRoute({ getParentRoute, path: standardAnswersPath, component: StandardAnswersScreen }),
      createRoute({ getParentRoute, path: '/review/messages/$id', component: ConversationScreen }),
      createRoute({ getParentRoute, path: heldPaymentsPath, component: HeldPaymentsScreen }),
      createRoute({ getParentRoute, path: casesPath, component: CasesScreen }),
      createRoute({ getParentRoute, path: '/review/applications/$id', component: ApplicationScreen }),
    ]),
    ...routerOptions(history, origin),
    defaultErrorComponent: BrokenPage,
  });
}

export type DeskRouter = ReturnType<typeof createDeskRouter>;

/** An invitation is opened by a person who cannot sign in yet. */
function Desk() {
  const isInvitation = useRouterState({ select: ({ location }) => isInvitationAddress(location.pathname) });
  return isInvitation ? <Outlet /> : <RequireSignIn />;
}

/** Requires a sign-in. When the session ends, the sign-in covers the page, which keeps its unsent review. */
function RequireSignIn() {
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
        {/* Each reviewer gets a separate queue. */}
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
