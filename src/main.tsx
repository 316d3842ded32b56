/** Starts the app in a browser. */
import { createBrowserHistory } from '@tanstack/react-router';
import { placeAt } from '../domain/pages/steps.ts';
import { readCreateValues } from '../domain/forms/create.ts';
import { AppView, createApp, startApp } from './composition/app.tsx';
import { createFormKey } from './apply/shared/wizard.tsx';
import { connectToHost } from './embed/frame.ts';
import { loadMessages } from './i18n/i18n.tsx';
import { openPageSession, readMetaTag } from './composition/page-session.ts';
import { type Page, startPage } from './composition/start-page.ts';

void main();

async function main() {
  await startPage({
    start,
    // A screen whose chunk is still loading shows a skeleton.
    loadScreen: (router) => Promise.race([router.load(), nextTurn()]),
  });
  // The messages are loaded ahead of the first alert; components that need them try again after a failure.
  loadMessages('secondary').catch(() => undefined);
}

function start({ address, firstScreen, ...page }: Page) {
  const session = openPageSession(address, placeAt(address.pathname)?.loanId ?? null);
  const app = createApp({ session, ...page }, createBrowserHistory());
  // The app scrolls to the heading at each step, after Back too; a reload keeps the scroll position.
  window.history.scrollRestoration = 'manual';
  window.addEventListener('pagehide', () => (window.history.scrollRestoration = 'auto'));
  startApp(app, { session, onOtherLoan: () => window.location.reload() });
  if (window.parent !== window) connectToHost(app.wizard, readMetaTag('host-origins') ?? '');
  firstScreen.showStored({ ...readCreateValues(session.tab.read(createFormKey)) });
  return {
    router: app.router,
    view: <AppView app={app} />,
    isSame: () =>
      firstScreen.isTest === session.test && session.key !== null && session.loanIds().length === 0,
  };
}

function nextTurn(): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve));
}
