/** Starts the app in a browser. */
import { createBrowserHistory } from '@tanstack/react-router';
import { placeAt } from '../domain/pages/steps.ts';
import { languageOfTag } from '../locales/languages.ts';
import { readCreateValues } from '../domain/forms/create.ts';
import { AppView, createApp, startApp } from './composition/app.tsx';
import { createFormKey } from './apply/shared/services.ts';
import { connectToHost } from './embed/frame.ts';
import { loadInitialLanguage, loadMessages } from './i18n/i18n.tsx';
import { openInspectorAt } from './composition/inspector.ts';
import { createServerClock, openPageSession, readMetaTag } from './composition/page-session.ts';
import { findFirstScreen } from './composition/prerendered.ts';

void main();

async function main() {
  const address = new URL(window.location.href);
  const language = address.searchParams.get('language');
  const messages = loadInitialLanguage(language);
  if (import.meta.env.DEV) await openInspectorAt(address);
  const session = openPageSession(address, placeAt(address.pathname)?.loanId ?? null);
  const firstScreen = findFirstScreen(document.getElementById('root') ?? document.body);
  const app = createApp(
    {
      session,
      takeEarlyInput: firstScreen.takeEarlyInput,
      support: { phone: readMetaTag('support-phone') ?? '', email: readMetaTag('support-email') ?? '' },
      language: () => languageOfTag(document.documentElement.lang) ?? 'en',
      now: createServerClock(),
    },
    createBrowserHistory(),
  );
  // The app scrolls to the heading at each step, after Back too; a reload keeps the scroll position.
  window.history.scrollRestoration = 'manual';
  window.addEventListener('pagehide', () => (window.history.scrollRestoration = 'auto'));
  startApp(app, { session, onOtherLoan: () => window.location.reload() });
  if (window.parent !== window) connectToHost(app.wizard, readMetaTag('host-origins') ?? '');

  // Render once the messages are loaded; a screen whose chunk is still loading shows a skeleton.
  await Promise.all([messages, Promise.race([app.router.load(), nextTurn()])]);
  firstScreen.showStored({ ...readCreateValues(session.tab.read(createFormKey)) });
  await firstScreen.render(<AppView app={app} />, {
    isSame: firstScreen.isTest === session.test && session.key !== null && session.loanIds().length === 0,
    loadLanguage: () => loadInitialLanguage(language),
  });
  // Ahead of the first alert; what needs them tries again where they do not come.
  loadMessages('secondary').catch(() => undefined);
}

function nextTurn(): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve));
}
