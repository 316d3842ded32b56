/** The start of a page in a browser, in the same order for each of the three apps. */
import type { AnyRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { languageOfTag, type Namespace } from '../../locales/index.ts';
import { loadInitialLanguage } from '../i18n/i18n.tsx';
import type { AccountDependencies } from './account-services.ts';
import { createBrowserStore } from './browser-store.ts';
import { createServerClock, readMetaTag } from './page-session.ts';
import { findFirstScreen, type FirstScreen } from './prerendered.ts';

/** The parts of a page that all apps share. */
export interface Page extends Omit<AccountDependencies, 'keyAccess' | 'isStoredPage'> {
  address: URL;
  firstScreen: FirstScreen;
}

export interface StartedApp {
  router: AnyRouter;
  view: ReactNode;
  /** Returns whether the app first shows the screen that came with the page. */
  isSame: () => boolean;
}

export interface PageStart {
  /** The messages that the app begins with, besides those of its first screen. */
  namespaces?: readonly Namespace[];
  /** Creates the app and starts its machines. It may take a key out of the address, before it creates the history. */
  start: (page: Page) => StartedApp | Promise<StartedApp>;
  /** Loads the screen of the address; by default the one that came with the page, whose route fetches nothing. */
  loadScreen?: (router: AnyRouter) => Promise<unknown>;
}

export async function startPage({ namespaces, start, loadScreen }: PageStart): Promise<void> {
  const address = new URL(window.location.href);
  const loadLanguage = () => loadInitialLanguage(address.searchParams.get('language'), namespaces);
  const messages = loadLanguage();
  const firstScreen = findFirstScreen(document.getElementById('root') ?? document.body);
  const { router, view, isSame } = await start({
    address,
    firstScreen,
    takeEarlyInput: firstScreen.takeEarlyInput,
    tab: createBrowserStore(() => window.sessionStorage),
    device: createBrowserStore(() => window.localStorage),
    support: { phone: readMetaTag('support-phone') ?? '', email: readMetaTag('support-email') ?? '' },
    language: () => languageOfTag(document.documentElement.lang) ?? 'en',
    now: createServerClock(),
  });
  const screen = loadScreen ? loadScreen(router) : firstScreen.isPrerendered() && router.load();
  await Promise.all([messages, screen]);
  await firstScreen.render(view, { isSame: isSame(), loadLanguage });
}
