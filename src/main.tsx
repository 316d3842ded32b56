/** Starts the app in a browser. */
import { createBrowserHistory } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { placeAt } from '../domain/steps.ts';
import { languageOfTag } from '../locales/languages.ts';
import { inspectActors } from './actor-options.ts';
import { AppView, createApp, startApp } from './app.tsx';
import { loadSecondaryChunk } from './apply/secondary-chunk.ts';
import { loadInitialLanguage } from './i18n.tsx';
import { createBrowserStore } from './browser-store.ts';
import { createServerClock, openPageSession, readMetaTag } from './page-session.ts';

void main();

async function main() {
  const words = loadInitialLanguage();
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
  const session = openPageSession(address, placeAt(address.pathname)?.loanId ?? null);
  const app = createApp(
    {
      session,
      supportPhone: readMetaTag('support-phone') ?? '',
      language: () => languageOfTag(document.documentElement.lang) ?? 'en',
      now: createServerClock(),
    },
    createBrowserHistory(),
  );
  // The app scrolls to the heading at each step, after Back too; a reload keeps the scroll position.
  window.history.scrollRestoration = 'manual';
  window.addEventListener('pagehide', () => (window.history.scrollRestoration = 'auto'));
  startApp(app, {
    session,
    onOtherLoan: () => window.location.reload(),
    onLoanOpened: notifyHost,
  });

  // Render once the messages are loaded; a screen whose chunk is still loading shows a skeleton.
  await Promise.all([words, Promise.race([app.router.load(), nextTurn()])]);
  createRoot(document.getElementById('root') ?? document.body).render(<AppView app={app} />);
  // Ignore a failure: the lazy component that needs the chunk shows the error boundary when it is rendered.
  loadSecondaryChunk().catch(() => undefined);
}

function nextTurn(): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve));
}

/**
 * Tells the page that frames this one which loan is open, so that it can keep the id (docs/embedding.md). Only origins of
 * the key may frame the page (decision 2b), and the id alone opens nothing.
 */
function notifyHost(loanId: string): void {
  if (window.parent !== window) window.parent.postMessage({ type: 'feepath.loanOpened', loanId }, '*');
}
