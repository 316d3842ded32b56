/**
 * The routes of the embedded flow. The router loads the screen of an address; the wizard decides which step is
 * shown (src/apply/shared/address.ts keeps the two in sync).
 */
import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  type RouteComponent,
  type RouterHistory,
  useRouterState,
} from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { addressOf, loanPath, type Place, placeAt, places, steps } from '../../domain/pages/steps.ts';
import { usePrefetchNextScreen } from '../apply/shared/screen-change.ts';
import { Frame, OpeningScreen } from '../apply/shared/frame.tsx';
import { NotFoundScreen, OpeningFailedScreen } from '../apply/shared/failure-pages.tsx';
import { screenOf } from '../apply/screens.tsx';
import { Steps } from '../apply/shared/steps.tsx';
import { BrokenScreen, KeyMissingScreen, LoadingScreen } from '../apply/page/status-pages.tsx';
import { type StatusPage, useWizardView } from '../apply/shared/view.ts';
import { Main } from '../ui/page.tsx';
import { routerOptions } from '../shell/router-options.ts';

export function createAppRouter(history: RouterHistory, origin?: string) {
  const rootRoute = createRootRoute({
    component: Root,
    notFoundComponent: UnknownAddress,
    errorComponent: FailedPage,
    wrapInSuspense: false,
  });
  const routeAt = (path: string, place: Place, shown?: RouteComponent) => {
    const { component, load } = screenOf(place);
    return createRoute({
      getParentRoute: () => rootRoute,
      path,
      component: shown ?? component,
      // The outlet waits for the screen. React takes over the page that came boundary by boundary: each costs time.
      wrapInSuspense: false,
      loader: async () => {
        await load?.();
      },
    });
  };
  return createRouter({
    routeTree: rootRoute.addChildren([
      // A loan's address without a step: the wizard chooses the step, and the address follows.
      routeAt(loanPath, 'students', LoadingScreen),
      ...places.map((place) => routeAt(steps[place].path, place)),
    ]),
    ...routerOptions(history, origin),
    defaultPendingComponent: LoadingScreen,
    defaultPendingMs: 0,
    defaultPendingMinMs: 0,
    defaultErrorComponent: Failed,
    defaultStaleTime: Number.POSITIVE_INFINITY,
  });
}

export type Router = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: Router;
  }
}

const ReentryScreen = lazy(() => import('../apply/reentry/screen.tsx'));

/** Shows the screen of the wizard's step, or a status page if it is at none. */
function Root() {
  const { statusPage, place, title } = useWizardView();
  // The path of the loaded screen: during loading the outlet would suspend, and React shows a fallback for 300 ms.
  const loadedPath = useRouterState({
    select: ({ matches }) => matches.findLast(({ status }) => status !== 'pending')?.pathname ?? null,
  });
  const isUnknown = useRouterState({ select: ({ location }) => placeAt(location.pathname) === null });
  usePrefetchNextScreen(place);
  if (statusPage !== null && (statusPage === 'keyMissing' || !isUnknown))
    return <Suspense fallback={<OpeningScreen />}>{statusPages[statusPage]}</Suspense>;
  if (isUnknown || place === null || title === null) return <Outlet />;
  const { lead, stepperStep } = steps[place];
  const isLoaded = loadedPath !== null && placeAt(loadedPath)?.place === place;
  return (
    <Frame
      title={title}
      lead={lead}
      stepper={stepperStep !== null && <Steps />}
      complaints={isLoaded && place !== 'create'}
    >
      {/* Keyed, so that the old screen is removed at once, and not hidden with the focus in it while the next loads. */}
      {isLoaded ? <Outlet key={place} /> : <LoadingScreen />}
    </Frame>
  );
}

const statusPages: Record<StatusPage, ReactNode> = {
  keyMissing: <KeyMissingScreen />,
  opening: <OpeningScreen />,
  failed: <OpeningFailedScreen />,
  reentry: <ReentryScreen />,
};

function UnknownAddress() {
  const search = useRouterState({ select: ({ location }) => location.searchStr });
  return (
    <Suspense
      fallback={
        <Main>
          <LoadingScreen />
        </Main>
      }
    >
      <NotFoundScreen home={addressOf('create', null) + search} />
    </Suspense>
  );
}

/** Reloads the page, because a browser does not retry a module that failed to load; drafts survive that. */
function Failed() {
  return <BrokenScreen onRetry={() => navigator.onLine && window.location.reload()} />;
}

/** Replaces the frame too, which may be what failed. */
function FailedPage() {
  return (
    <Main>
      <Failed />
    </Main>
  );
}
