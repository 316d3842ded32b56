/**
 * The five addresses of the embedded flow, and what stands at each. The router finds and fetches a place's screen;
 * which place it is, the wizard says (src/apply/address.ts keeps the two at one).
 */
import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  type RouterHistory,
  useRouterState,
} from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { type Place, placeOf, type WizardSnapshot } from '../machines/wizard.ts';
import { useWizardState } from './apply/actor.tsx';
import { Broken, KeyMissing, Loading, Opening } from './apply/faces.tsx';
import { Frame } from './apply/frame.tsx';
import { Lost, NotFound, OpeningFailed } from './apply/rare.ts';
import { addressOf, placeAt, screenOf, screens } from './apply/screens.tsx';
import { loadWords } from './i18n.tsx';

/** The router over a history: the browser's, or one in memory where there is no browser. */
export function openRouter(history: RouterHistory) {
  const rootRoute = createRootRoute({
    component: Root,
    notFoundComponent: Unknown,
    errorComponent: FailedPage,
  });
  const routeTo = <P extends string>(place: Place, path: P, component = screenOf(place).component) => {
    const { load, areas } = screenOf(place);
    return createRoute({
      getParentRoute: () => rootRoute,
      path,
      component,
      loader: async () => {
        if (load) await Promise.all([load(), ...areas.map((area) => loadWords(area))]);
      },
    });
  };
  return createRouter({
    routeTree: rootRoute.addChildren([
      routeTo('create', screens.create.path),
      // A loan's own address: its first step is on its way, and the address will follow.
      routeTo('students', '/loan/$id', Loading),
      routeTo('students', screens.students.path),
      routeTo('applicant', screens.applicant.path),
      routeTo('success', screens.success.path),
    ]),
    history,
    // What an address carries besides its path is none of the screens' business, and stays letter for letter.
    parseSearch: (carried) => ({ carried }),
    stringifySearch: ({ carried = '' }) => String(carried),
    defaultPendingComponent: Loading,
    defaultPendingMs: 0,
    defaultPendingMinMs: 0,
    defaultErrorComponent: Failed,
    defaultStaleTime: Number.POSITIVE_INFINITY,
  });
}

export type Router = ReturnType<typeof openRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: Router;
  }
}

/** Screens are there only while the wizard is at their place; faces stand for what has no address of its own. */
function Root() {
  const face = useWizardState(faceOf);
  const place = useWizardState(placeOf);
  const at = useRouterState({ select: ({ matches }) => matches.at(-1)?.pathname ?? null });
  const isUnknown = useRouterState({ select: ({ location }) => placeAt(location.pathname) === null });
  if (face !== null && (face === 'keyMissing' || !isUnknown))
    return <Suspense fallback={<Opening />}>{faces[face]}</Suspense>;
  if (isUnknown || place === null) return <Outlet />;
  const { title, lead } = screenOf(place);
  const isThere = at !== null && placeAt(at)?.place === place;
  return (
    <Frame title={title} lead={lead} steps={place !== 'create'}>
      {isThere ? <Outlet /> : <Loading />}
    </Frame>
  );
}

type Face = 'keyMissing' | 'opening' | 'failed' | 'lost';

const faces: Record<Face, ReactNode> = {
  keyMissing: <KeyMissing />,
  opening: <Opening />,
  failed: <OpeningFailed />,
  lost: <Lost />,
};

function faceOf(now: WizardSnapshot): Face | null {
  if (now.matches({ flow: 'keyMissing' })) return 'keyMissing';
  if (now.matches({ flow: { opening: 'failed' } })) return 'failed';
  if (now.matches({ flow: { opening: 'lost' } })) return 'lost';
  return now.matches({ flow: 'opening' }) ? 'opening' : null;
}

function Unknown() {
  const search = useRouterState({ select: ({ location }) => location.searchStr });
  return (
    <Suspense
      fallback={
        <main className="page-main">
          <Loading />
        </main>
      }
    >
      <NotFound home={addressOf('create', null) + search} />
    </Suspense>
  );
}

/** A browser does not fetch a lost chunk again for the same page; what was typed outlives the reload. */
function Failed() {
  return <Broken onRetry={() => navigator.onLine && window.location.reload()} />;
}

/** Where the frame itself is not there, the face stands alone. */
function FailedPage() {
  return (
    <main className="page-main">
      <Failed />
    </main>
  );
}
