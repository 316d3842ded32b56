/** Starts the reviewer's desk in a browser. */
import { createBrowserHistory } from '@tanstack/react-router';
import { createReviewServices } from './composition/review-services.ts';
import { focusHeadingOfScreens } from './shell/heading-focus.ts';
import { loadInitialLanguage } from './i18n/i18n.tsx';
import { openInspectorAt } from './composition/inspector.ts';
import { DeskView } from './review/desk.tsx';
import { loadDeskMessages } from './review/messages.ts';
import { createDeskRouter } from './review/router.tsx';
import { createBrowserStore } from './composition/browser-store.ts';
import { createServerClock } from './composition/page-session.ts';
import { findFirstScreen } from './composition/prerendered.ts';

void main();

async function main() {
  const address = new URL(window.location.href);
  const loadLanguage = () => loadInitialLanguage(address.searchParams.get('language'));
  const messages = Promise.all([loadDeskMessages(), loadLanguage()]);
  if (import.meta.env.DEV) await openInspectorAt(address);
  const history = createBrowserHistory();
  const router = createDeskRouter(history);
  const firstScreen = findFirstScreen(document.getElementById('root') ?? document.body);
  const services = createReviewServices({
    tab: createBrowserStore(() => window.sessionStorage),
    device: createBrowserStore(() => window.localStorage),
    now: createServerClock(),
    takeEarlyInput: firstScreen.takeEarlyInput,
  });
  services.session.start();
  focusHeadingOfScreens(history, router);
  await messages;
  if (firstScreen.isPrerendered()) await router.load();
  await firstScreen.render(<DeskView services={services} router={router} />, {
    isSame: services.session.getSnapshot().matches('signedOut'),
    loadLanguage,
  });
}
