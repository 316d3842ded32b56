/** Starts the app in a browser: reads the address once, then hands over. */
import { createBrowserHistory } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { languageOfTag } from '../locales/index.ts';
import type { Place } from '../machines/wizard.ts';
import { type App, AppView, openApp, startApp } from './app.tsx';
import { loadRare } from './apply/rare.ts';
import { placeAt, screens } from './apply/screens.tsx';
import { startWords } from './i18n.tsx';
import { openSession } from './session.ts';
import { storeOf } from './stores.ts';
import { pageTitleId } from './ui/Page.tsx';

/** What most people need next, fetched while they type. */
const following: Partial<Record<Place, Place>> = { create: 'students', students: 'applicant' };

void main();

async function main() {
  const words = startWords();
  const address = new URL(window.location.href);
  // Before there is a machine, so that it is seen from its start.
  if (import.meta.env.DEV) {
    const { openInspector } = await import('./inspect/open.ts');
    await openInspector(
      address,
      storeOf(() => window.sessionStorage),
    );
  }
  // The consumer app shows a loan's documents (decision 4).
  const accountLoan = /^\/app\/loan\/([^/]+)\/documents/.exec(address.pathname)?.[1];
  const session = openSession({
    address,
    loanId: accountLoan ?? placeAt(address.pathname)?.loanId ?? null,
    keyId: metaOf('key-id'),
    tab: storeOf(() => window.sessionStorage),
    device: storeOf(() => window.localStorage),
    now: Date.now,
  });
  window.history.replaceState(window.history.state, '', address.pathname + session.search);

  // How far the server's clock is ahead of the device's, in milliseconds; 0 where the page does not say.
  const ahead = Date.parse(metaOf('now') ?? '') - Date.now() || 0;
  const now = () => new Date(Date.now() + ahead);
  if (accountLoan) {
    const [account] = await Promise.all([import('./account-main.tsx'), words]);
    return account.startAccount({ session, loanId: accountLoan, now });
  }
  const app = openApp(
    {
      session,
      supportPhone: metaOf('support-phone') ?? '',
      language: () => languageOfTag(document.documentElement.lang) ?? 'en',
      now,
    },
    createBrowserHistory(),
  );
  let arrived = false;
  startApp(app, {
    session,
    onOtherLoan: () => window.location.reload(),
    onArrival: (place) => {
      arrived = true;
      prepare(app, place);
    },
  });
  app.router.subscribe('onRendered', () => {
    if (arrived) showTop();
    arrived = false;
  });

  // The first screen is at hand; what must be fetched shows that it is on its way.
  await Promise.all([words, Promise.race([app.router.load(), nextTurn()])]);
  createRoot(document.getElementById('root') ?? document.body).render(<AppView app={app} />);
  // What does not come is missed where it is needed, and told there.
  loadRare().catch(() => undefined);
  prepare(app, placeAt(window.location.pathname)?.place ?? 'create');
}

/** When a screen stands, in milliseconds, so that what comes next is fetched at nobody's cost. */
const restsAfter = 1_500;

function prepare({ router }: App, place: Place) {
  const next = following[place];
  // Whatever does not come is asked for again when somebody goes there.
  if (!next) return;
  setTimeout(() => void router.preloadRoute({ to: screens[next].path, params: { id: '-' } }), restsAfter);
}

/** A new page begins at its heading, for eyes and for screen readers, unless somebody came for one of its fields. */
function showTop() {
  if (document.activeElement?.closest('form')) return;
  window.scrollTo(0, 0);
  document.getElementById(pageTitleId)?.focus({ preventScroll: true });
}

function nextTurn(): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** What the server wrote into the page's head. */
function metaOf(name: string): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || null;
}
