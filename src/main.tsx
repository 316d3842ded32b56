/** Starts the app in a browser. */
import { createBrowserHistory } from '@tanstack/react-router';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { placeAt } from '../domain/steps.ts';
import { languageOfTag } from '../locales/languages.ts';
import { inspectActors } from './actor-options.ts';
import { type App, AppView, createApp, startApp } from './app.tsx';
import { loadSecondaryChunk } from './apply/secondary-chunk.ts';
import { createFormKey } from './apply/services.ts';
import { loadInitialLanguage } from './i18n.tsx';
import { createBrowserStore } from './browser-store.ts';
import { createServerClock, openPageSession, readMetaTag } from './page-session.ts';
import { findPrerendered, type Prerendered, showStored, takeEarlyInput } from './prerendered.ts';
import type { Session } from './session.ts';

void main();

async function main() {
  const address = new URL(window.location.href);
  const language = address.searchParams.get('language');
  const words = loadInitialLanguage(language);
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
  const root = document.getElementById('root') ?? document.body;
  const app = createApp(
    {
      session,
      takeEarlyInput: () => takeEarlyInput(root),
      supportPhone: readMetaTag('support-phone') ?? '',
      language: () => languageOfTag(document.documentElement.lang) ?? 'en',
      now: createServerClock(),
    },
    createBrowserHistory(),
  );
  // The app scrolls to the heading at each step, after Back too; a reload keeps the scroll position.
  window.history.scrollRestoration = 'manual';
  window.addEventListener('pagehide', () => (window.history.scrollRestoration = 'auto'));
  startApp(app, { session, onOtherLoan: () => window.location.reload() });
  if (window.parent !== window) void connectToHost(app);

  // Render once the messages are loaded; a screen whose chunk is still loading shows a skeleton.
  await Promise.all([words, Promise.race([app.router.load(), nextTurn()])]);
  const prerendered = findPrerendered(root);
  if (prerendered) showStored(root, session.tab.read(createFormKey));
  if (prerendered && isAsPrerendered(prerendered, root, session)) {
    hydrateRoot(root, <AppView app={app} />);
  } else {
    const early = takeEarlyInput(root);
    if (early) session.tab.write(createFormKey, early.values);
    // Another language may have been chosen in the screen that came with the page.
    if (prerendered) await loadInitialLanguage(language);
    root.replaceChildren();
    createRoot(root).render(<AppView app={app} />);
  }
  // Ignore a failure: the lazy component that needs the chunk shows the error boundary when it is rendered.
  loadSecondaryChunk().catch(() => undefined);
}

/** Whether the app's first rendering is what the page came with. */
function isAsPrerendered({ language, test }: Prerendered, root: HTMLElement, session: Session): boolean {
  return (
    language === root.dataset.language &&
    language === languageOfTag(document.documentElement.lang) &&
    test === session.test &&
    session.key !== null &&
    session.loanIds().length === 0
  );
}

function nextTurn(): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** Without its chunk the page works in the frame, and the host hears nothing. */
async function connectToHost({ wizard }: App): Promise<void> {
  const frame = await import('./embed/frame.ts').catch(() => null);
  frame?.connectToHost(wizard, readMetaTag('host-origins') ?? '');
}
