/** The desk's addresses and the screen of each. */
import { createRootRoute, createRoute, createRouter, type RouterHistory } from '@tanstack/react-router';
import { ApplicationScreen } from './application/screen.tsx';
import { ConversationScreen } from './messages/detail-screen.tsx';
import { MessagesScreen } from './messages/list-screen.tsx';
import { StandardAnswersScreen } from './messages/standard-answers-screen.tsx';
import { standardAnswersPath } from './address.ts';
import { BrokenPage, NotFoundPage } from './status-pages.tsx';
import { RequireSignIn } from './require-sign-in.tsx';
import { QueueScreen } from './queue/screen.tsx';

export function createDeskRouter(history: RouterHistory) {
  const rootRoute = createRootRoute({
    component: RequireSignIn,
    notFoundComponent: NotFoundPage,
    errorComponent: BrokenPage,
  });
  const getParentRoute = () => rootRoute;
  return createRouter({
    routeTree: rootRoute.addChildren([
      createRoute({ getParentRoute, path: '/review', component: QueueScreen }),
      createRoute({ getParentRoute, path: '/review/messages', component: MessagesScreen }),
      createRoute({ getParentRoute, path: standardAnswersPath, component: StandardAnswersScreen }),
      createRoute({ getParentRoute, path: '/review/messages/$id', component: ConversationScreen }),
      createRoute({ getParentRoute, path: '/review/applications/$id', component: ApplicationScreen }),
    ]),
    history,
    // What an address carries besides its path is read by address.ts.
    parseSearch: (carried) => ({ carried }),
    stringifySearch: ({ carried = '' }) => String(carried),
    defaultErrorComponent: BrokenPage,
  });
}

export type DeskRouter = ReturnType<typeof createDeskRouter>;
