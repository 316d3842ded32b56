/** The routes of the consumer app: the pages of domain/account-pages.ts, and the terms and the privacy policy. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
} from '@tanstack/react-router';
import { type AccountPageName, accountPages } from '../../domain/account-pages.ts';
import { legalDocuments } from '../../domain/legal.ts';
import { loadMessages } from '../i18n.tsx';
import { type AccountScreen, legalScreen, screens } from './routes.ts';
import { BrokenPage, LoadingPage, NotFoundPage } from './status-pages.tsx';

export function createAccountRouter(history: RouterHistory) {
  const rootRoute = createRootRoute({ notFoundComponent: NotFoundPage, errorComponent: BrokenPage });
  const routeAt = (path: string, { load, namespaces = [] }: AccountScreen) =>
    createRoute({
      getParentRoute: () => rootRoute,
      path,
      component: lazyRouteComponent(load),
      loader: async () => {
        await Promise.all(namespaces.map(loadMessages));
      },
    });
  const pages = Object.keys(accountPages) as AccountPageName[];
  return createRouter({
    routeTree: rootRoute.addChildren([
      ...pages.map((name) => routeAt(accountPages[name].path, screens[name])),
      ...legalDocuments.flatMap((document) => [
        routeAt(`/app/${document}`, legalScreen),
        routeAt(`/app/${document}/$version`, legalScreen),
      ]),
    ]),
    history,
    // Not parsed: each screen reads what its address carries besides the path.
    parseSearch: (carried) => ({ carried }),
    stringifySearch: ({ carried = '' }) => String(carried),
    defaultPendingComponent: LoadingPage,
    defaultPendingMs: 300,
    defaultPendingMinMs: 0,
    defaultErrorComponent: BrokenPage,
    defaultStaleTime: Number.POSITIVE_INFINITY,
  });
}

export type AccountRouter = ReturnType<typeof createAccountRouter>;
