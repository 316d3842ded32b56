/**
 * Renders the first screen of the embedded flow, for the build (scripts/prerender.ts): the server sends it with the
 * page, so that it can be read and filled in before the app's script is there. `src/main.tsx` takes it over.
 */
import { createMemoryHistory } from '@tanstack/react-router';
import { prerender } from 'react-dom/static';
import type { LanguageCode } from '../locales/languages.ts';
import { AppView, createApp, startApp } from './app.tsx';
import { loadSecondaryChunk } from './apply/secondary-chunk.ts';
import { createBrowserStore } from './browser-store.ts';
import { addMessages, loadInitialLanguage, offeredLanguages } from './i18n.tsx';
import type { Messages } from './message-files.ts';
import { createSession } from './session.ts';

export { offeredLanguages };

export interface FirstScreenOptions {
  language: LanguageCode;
  /** Whether it is for test loans. */
  test: boolean;
  /** The messages in the language, by namespace: what comes with the page, and what it shows first. */
  messages: Record<'first' | 'secondary', Messages>;
  supportPhone: string;
}

/** @returns the title of the page, as text, and the HTML of its root */
export async function renderFirstScreen({
  language,
  test,
  messages,
  supportPhone,
}: FirstScreenOptions): Promise<{ title: string; html: string }> {
  addMessages(language, 'first', messages.first);
  addMessages(language, 'secondary', messages.secondary);
  await loadInitialLanguage(language);
  await loadSecondaryChunk();
  // Any key and any time: neither is on the screen.
  const address = `/?api_key=KEY${test ? '&test=1' : ''}`;
  const origin = 'https://feepath.example';
  const memory = createBrowserStore(() => {
    throw new Error('A build has no storage');
  });
  const session = createSession({
    address: new URL(address, origin),
    loanId: null,
    keyId: null,
    tab: memory,
    device: memory,
    now: () => 0,
  });
  const dependencies = { session, supportPhone, language: () => language, now: () => new Date(0) };
  const app = createApp(dependencies, createMemoryHistory({ initialEntries: [address] }), origin);
  startApp(app, { session, onOtherLoan: () => undefined });
  await app.router.load();
  const { prelude } = await prerender(<AppView app={app} />);
  const rendered = await new Response(prelude).text();
  // React puts the title in front; its place is the head.
  const [, title, html] = /^<title>([^<]*)<\/title>(.*)$/s.exec(rendered) ?? [];
  if (title === undefined || html === undefined) throw new Error('The first screen has no title');
  return { title, html };
}
