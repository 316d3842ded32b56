/** The routes of the consumer app: the pages of domain/pages/account-pages.ts, and the terms and the privacy policy. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RouterHistory,
} from '@tanstack/react-router';
import { type AccountPageName, accountPages } from '../../domain/pages/account-pages.ts';
import { legalDocuments } from '../../domain/pages/legal.ts';
import { loadMessages, t } from '../i18n/i18n.tsx';
import { type AccountScreen, legalScreen, screens } from './routes.ts';
import { RequireSignIn } from './session/require-sign-in.tsx';
import { BrokenPage, LoadingPage, NotFoundPage } from './status-pages.tsx';
import { routerOptions } from '../shell/router-options.ts';
import { useSelector } from '@xstate/react';
import { customerOf } from '../../machines/session.ts';
import { SessionDialogs } from '../shell/session.tsx';
import { Button } from '../ui/button.tsx';
import { useServices } from './services.ts';
import { SignIn } from './session/sign-in.tsx';

export function createAccountRouter(history: RouterHistory, origin?: string) {
  const rootRoute = createRootRoute({
    component: Root,
    notFoundComponent: NotFoundPage,
    errorComponent: BrokenPage,
  });
  const routeAt = (path: string, { load, namespaces = [] }: AccountScreen, access: Access = 'anyone') => {
    const Screen = lazyRouteComponent(load);
    return createRoute({
      getParentRoute: () => rootRoute,
      path,
      component:
        access === 'anyone'
          ? Screen
          : () => (
              <RequireSignIn>
                <Screen />
              </RequireSignIn>
            ),
      loader: async () => {
        await Promise.all([Screen.preload?.(), ...namespaces.map(loadMessages)]);
      },
    });
  };
  const pages = Object.keys(accountPages) as AccountPageName[];
  return createRouter({
    routeTree: rootRoute.addChildren([
      ...pages.map((name) => routeAt(accountPages[name].path, screens[name], accountPages[name].access)),
      ...legalDocuments.flatMap((document) => [
        routeAt(`/app/${document}`, legalScreen),
        routeAt(`/app/${document}/$version`, legalScreen),
      ]),
    ]),
    ...routerOptions(history, origin),
    defaultPendingComponent: LoadingPage,
    defaultPendingMs: 300,
    defaultPendingMinMs: 0,
    defaultErrorComponent: BrokenPage,
    defaultStaleTime: Number.POSITIVE_INFINITY,
  });
}

type Access = (typeof accountPages)[AccountPageName]['access'];

function Root() {
  return (
    <>
      <Outlet />
      <CustomerSessionDialogs />
    </>
  );
}

export type AccountRouter = ReturnType<typeof createAccountRouter>;

/** The dialogs of a customer's session. */
function CustomerSessionDialogs() {
  const { session } = useServices();
  const customer = useSelector(session, customerOf);
  return (
    <SessionDialogs
      session={session}
      signInAgain={{
        title: 'account.signInAgain.title',
        help: 'account.signInAgain.help',
        form: customer && (
          <>
            <SignIn knownMobile={customer.mobile} />
            <div>
              <Button kind="quiet" onPress={() => session.send({ type: 'signOut.requested' })}>
                {t('account.signInAgain.leave')}
              </Button>
            </div>
          </>
        ),
      }}
      signOutFailed={{ message: 'account.signOut.failed', help: 'account.signOut.failed.help' }}
    />
  );
}
