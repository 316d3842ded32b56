/** The desk's addresses and what stands at each. */
import { createRootRoute, createRoute, createRouter, type RouterHistory } from '@tanstack/react-router';
import { ApplicationScreen } from './application/screen.tsx';
import { Broken, Unknown } from './faces.tsx';
import { Gate } from './gate.tsx';
import { QueueScreen } from './queue/screen.tsx';

export function openDeskRouter(history: RouterHistory) {
  const rootRoute = createRootRoute({ component: Gate, notFoundComponent: Unknown, errorComponent: Broken });
  const getParentRoute = () => rootRoute;
  return createRouter({
    routeTree: rootRoute.addChildren([
      createRoute({ getParentRoute, path: '/review', component: QueueScreen }),
      createRoute({ getParentRoute, path: '/review/applications/$id', component: ApplicationScreen }),
    ]),
    history,
    // What an address carries besides its path is read by address.ts.
    parseSearch: (carried) => ({ carried }),
    stringifySearch: ({ carried = '' }) => String(carried),
    defaultErrorComponent: Broken,
  });
}

export type DeskRouter = ReturnType<typeof openDeskRouter>;
