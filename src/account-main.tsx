/** Starts the consumer app in a browser. */
import { createBrowserHistory } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { languageOfTag } from '../locales/languages.ts';
import { AccountView } from './account/app.tsx';
import { createAccountRouter } from './account/router.tsx';
import { inspectActors } from './actor-options.ts';
import { createBrowserStore } from './browser-store.ts';
import { createAccountServices } from './composition/account-services.ts';
import { openKeyAccess } from './composition/key-access.ts';
import { loadInitialLanguage, loadMessages } from './i18n.tsx';
import { followLinks } from './link-navigation.ts';
import { createServerClock, readMetaTag } from './page-session.ts';
import { registerServiceWorker } from './service-worker.ts';
import { pageTitleId } from './ui/Page.tsx';

void main();

async function main() {
  const messages = Promise.all([loadInitialLanguage(), loadMessages('account'), loadMessages('secondary')]);
  const address = new URL(window.location.href);
  // Before any actor is created, so that the inspector sees each from its start.
  if (import.meta.env.DEV) {
    const { openInspector } = await import('../tools/inspector/open.ts');
    await openInspector(
      address,
      createBrowserStore(() => window.sessionStorage),
      inspectActors,
    );
  }
  const now = createServerClock();
  const keyAccess = openKeyAccess(address, now);
  const history = createBrowserHistory();
  const router = createAccountRouter(history);
  followLinks(history, '/app');
  // A new screen starts at the top; Back restores the scroll position.
  let isNewScreen = false;
  history.subscribe(({ action }) => {
    isNewScreen ||= action.type === 'PUSH';
  });
  router.subscribe('onRendered', ({ pathChanged }) => {
    if (pathChanged && isNewScreen) window.scrollTo(0, 0);
    if (pathChanged) document.getElementById(pageTitleId)?.focus({ preventScroll: true });
    isNewScreen = false;
  });
  const services = createAccountServices({
    keyAccess,
    tab: createBrowserStore(() => window.sessionStorage),
    device: createBrowserStore(() => window.localStorage),
    supportPhone: readMetaTag('support-phone') ?? '',
    language: () => languageOfTag(document.documentElement.lang) ?? 'en',
    now,
    // The server writes its time into each page, and the service worker stores pages without it.
    isStoredPage: import.meta.env.PROD && readMetaTag('now') === null,
  });
  services.session.start();
  await messages;
  createRoot(document.getElementById('root') ?? document.body).render(
    <AccountView services={services} router={router} />,
  );
  void registerServiceWorker();
}
