/** Starts the consumer app in a browser. */
import { createBrowserHistory } from '@tanstack/react-router';
import { createAccountRouter } from './account/router.tsx';
import { ServicesProvider } from './account/services.ts';
import { isPasswordRequested } from './account/session/sign-in.tsx';
import { createAccountServices } from './composition/account-services.ts';
import { openEmbeddedLoan } from './composition/embedded-loan-access.ts';
import { recoverLostFocus } from './composition/focus-recovery.ts';
import { followLinks } from './composition/link-navigation.ts';
import { readMetaTag } from './composition/page-session.ts';
import { PageView } from './composition/page-view.tsx';
import { type Page, startPage } from './composition/start-page.ts';
import { registerServiceWorker } from './service-worker.ts';
import { focusHeadingOfScreens } from './shell/heading-focus.ts';

void main();

async function main() {
  await startPage({ namespaces: ['account', 'secondary'], start });
  void registerServiceWorker();
}

async function start({ address, ...page }: Page) {
  const keyAccess = await openEmbeddedLoan(address, page.now);
  const history = createBrowserHistory();
  const router = createAccountRouter(history);
  followLinks(history, '/app');
  focusHeadingOfScreens(history, router);
  recoverLostFocus();
  const services = createAccountServices({
    ...page,
    keyAccess,
    // The server writes its time into each page, and the service worker stores pages without it.
    isStoredPage: import.meta.env.PROD && readMetaTag('now') === null,
  });
  services.session.start();
  return {
    router,
    view: <PageView services={services} provider={ServicesProvider} router={router} />,
    isSame: () => services.session.getSnapshot().matches('signedOut') && !isPasswordRequested(page.tab),
  };
}
