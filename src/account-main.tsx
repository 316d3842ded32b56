/** Starts the consumer app in a browser. */
import { createBrowserHistory } from '@tanstack/react-router';
import { languageOfTag } from '../locales/languages.ts';
import { AccountView } from './account/app.tsx';
import { createAccountRouter } from './account/router.tsx';
import { isPasswordRequested } from './account/session/sign-in.tsx';
import { createBrowserStore } from './composition/browser-store.ts';
import { createAccountServices } from './composition/account-services.ts';
import { openKeyAccess } from './composition/key-access.ts';
import { recoverLostFocus } from './composition/focus-recovery.ts';
import { focusHeadingOfScreens } from './shell/heading-focus.ts';
import { loadInitialLanguage, loadMessages } from './i18n/i18n.tsx';
import { openInspectorAt } from './composition/inspector.ts';
import { followLinks } from './composition/link-navigation.ts';
import { createServerClock, readMetaTag } from './composition/page-session.ts';
import { findFirstScreen } from './composition/prerendered.ts';
import { registerServiceWorker } from './service-worker.ts';

void main();

async function main() {
  const address = new URL(window.location.href);
  const loadLanguage = () => loadInitialLanguage(address.searchParams.get('language'));
  const messages = Promise.all([loadLanguage(), loadMessages('account'), loadMessages('secondary')]);
  if (import.meta.env.DEV) await openInspectorAt(address);
  const now = createServerClock();
  const keyAccess = await openKeyAccess(address, now);
  const history = createBrowserHistory();
  const router = createAccountRouter(history);
  followLinks(history, '/app');
  focusHeadingOfScreens(history, router);
  recoverLostFocus();
  const firstScreen = findFirstScreen(document.getElementById('root') ?? document.body);
  const tab = createBrowserStore(() => window.sessionStorage);
  const services = createAccountServices({
    keyAccess,
    tab,
    device: createBrowserStore(() => window.localStorage),
    support: { phone: readMetaTag('support-phone') ?? '', email: readMetaTag('support-email') ?? '' },
    language: () => languageOfTag(document.documentElement.lang) ?? 'en',
    now,
    // The server writes its time into each page, and the service worker stores pages without it.
    isStoredPage: import.meta.env.PROD && readMetaTag('now') === null,
    takeEarlyInput: firstScreen.takeEarlyInput,
  });
  services.session.start();
  await messages;
  // The sign-in, whose route has nothing to fetch.
  if (firstScreen.isPrerendered()) await router.load();
  await firstScreen.render(<AccountView services={services} router={router} />, {
    isSame: services.session.getSnapshot().matches('signedOut') && !isPasswordRequested(tab),
    loadLanguage,
  });
  void registerServiceWorker();
}
