/**
 * Renders the first screens of the three pages for the build (scripts/prerender.ts): the server sends each with its
 * page, so that it can be used before the app's script runs. src/composition/prerendered.ts takes it over.
 */
import { createMemoryHistory } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { accountPath } from '../domain/pages/account-pages.ts';
import type { Namespace, LanguageCode } from '../locales/index.ts';
import { createAccountRouter } from './account/router.tsx';
import { ServicesProvider as AccountServicesProvider } from './account/services.ts';
import { storageKeys } from './account/session/sign-in.tsx';
import { AppView, createApp, startApp } from './composition/app.tsx';
import { type BrowserStore, createBrowserStore, storedName } from './composition/browser-store.ts';
import { createAccountServices, signedInKey } from './composition/account-services.ts';
import { PageView } from './composition/page-view.tsx';
import { createReviewServices, reviewerSignedInKey } from './composition/review-services.ts';
import { addMessages, loadInitialLanguage, loadMessages, offeredLanguages } from './i18n/i18n.tsx';
import type { Messages } from './i18n/message-files.ts';
import { queuePath } from './review/links.ts';
import { createDeskRouter } from './review/router.tsx';
import { ServicesProvider as DeskServicesProvider } from './review/services.ts';
import { createSession, loanStoragePrefix } from './composition/session.ts';
import type { SupportContact } from './ui/support-links.tsx';

export { offeredLanguages };

export interface FirstScreenOptions {
  language: LanguageCode;
  /** True if the page is for test loans. */
  test: boolean;
  support: SupportContact;
}

export interface FirstScreen {
  /** The messages that the screen shows. */
  namespaces: readonly Namespace[];
  /** Name prefixes of stored values, any of which makes the app show another screen. */
  unlessStored: readonly string[];
  view: (options: FirstScreenOptions) => Promise<ReactNode>;
}

export const firstScreens: Readonly<Record<'create' | 'signIn' | 'deskSignIn', FirstScreen>> = {
  create: {
    namespaces: ['first'],
    unlessStored: [storedName(loanStoragePrefix)],
    view: createForm,
  },
  signIn: {
    namespaces: ['first', 'account', 'secondary'],
    unlessStored: [storedName(signedInKey), storedName(storageKeys.mobile)],
    view: signIn,
  },
  deskSignIn: {
    namespaces: ['first', 'review'],
    unlessStored: [storedName(reviewerSignedInKey)],
    view: deskSignIn,
  },
};

/**
 * @param messages the messages of the screen in its language, by namespace
 * @returns the title of the page, as text, and the HTML of its root
 */
export async function renderFirstScreen(
  name: keyof typeof firstScreens,
  messages: Partial<Record<Namespace, Messages>>,
  options: FirstScreenOptions,
): Promise<{ title: string; html: string }> {
  for (const [namespace, texts] of Object.entries(messages))
    addMessages(options.language, namespace as Namespace, texts);
  await loadInitialLanguage(options.language);
  const { prelude } = await prerender(await firstScreens[name].view(options));
  const rendered = await new Response(prelude).text();
  // React puts the title in front; its place is the head.
  const [, title, html] = /^<title>([^<]*)<\/title>(.*)$/s.exec(rendered) ?? [];
  if (title === undefined || html === undefined) throw new Error(`The screen ${name} has no title`);
  return { title, html };
}

const origin = 'https://feepath.example';
const now = () => new Date(0);
const historyAt = (address: string) => createMemoryHistory({ initialEntries: [address] });
const tab = createBrowserStore(() => {
  throw new Error('A build has no storage');
});
/** The storage of a device without a session. */
const device: BrowserStore = { ...tab, isPersistent: true };
const takeEarlyInput = () => null;

async function createForm({ language, test, support }: FirstScreenOptions): Promise<ReactNode> {
  // The key may be any: it is not on the screen.
  const address = `/?api_key=KEY${test ? '&test=1' : ''}`;
  const session = createSession({
    address: new URL(address, origin),
    loanId: null,
    keyId: null,
    tab,
    device: tab,
    now: () => 0,
  });
  const app = createApp({ session, support, language: () => language, now }, historyAt(address), origin);
  startApp(app, { session, onOtherLoan: () => undefined });
  await app.router.load();
  return <AppView app={app} />;
}

async function signIn({ language, support }: FirstScreenOptions): Promise<ReactNode> {
  await Promise.all([loadMessages('account'), loadMessages('secondary')]);
  const router = createAccountRouter(historyAt(accountPath('signIn')), origin);
  const services = createAccountServices({
    keyAccess: null,
    tab,
    device,
    support,
    language: () => language,
    now,
    isStoredPage: false,
    takeEarlyInput,
  });
  services.session.start();
  await router.load();
  return <PageView services={services} provider={AccountServicesProvider} router={router} />;
}

async function deskSignIn(): Promise<ReactNode> {
  await loadMessages('review');
  const router = createDeskRouter(historyAt(queuePath), origin);
  const services = createReviewServices({ tab, device, now, takeEarlyInput });
  services.session.start();
  await router.load();
  return <PageView services={services} provider={DeskServicesProvider} router={router} />;
}
