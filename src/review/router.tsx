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
import { CasesScreen } from './lender-loans/cases-screen.tsx';
import { HeldPaymentsScreen } from './lender-loans/held-payments-screen.tsx';
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
import { PasswordScreen } from './password/screen.tsx';
import { ReplaceSecondFactorScreen } from './password/second-factor-screen.tsx';
import { BrokenPage, NotFoundPage } from './status-pages.tsx';
import { RequireSignIn } from './require-sign-in.tsx';
import { QueueScreen } from './queue/screen.tsx';
import { routerOptions } from '../shell/router-options.ts';

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

/** Whoever opens an invitation cannot sign in yet. */
function Desk() {
  const isInvitation = useRouterState({ select: ({ location }) => isInvitationAddress(location.pathname) });
  return isInvitation ? <Outlet /> : <RequireSignIn />;
}
