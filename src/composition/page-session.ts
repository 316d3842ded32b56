/** What a page of this server is opened with: the session of its address, and what the server wrote into its head. */
import { createBrowserStore } from './browser-store.ts';
import { createSession, type Session } from './session.ts';

/** Also takes the API key out of the address. */
export function openPageSession(address: URL, loanId: string | null): Session {
  const session = createSession({
    address,
    loanId,
    keyId: readMetaTag('key-id'),
    tab: createBrowserStore(() => window.sessionStorage),
    device: createBrowserStore(() => window.localStorage),
    now: Date.now,
  });
  window.history.replaceState(window.history.state, '', address.pathname + session.search);
  return session;
}

/** The content of a meta tag that the server wrote into the page; null where the page has none. */
export function readMetaTag(name: string): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? null;
}

/** The server's time: the device's clock, corrected by the time that the server wrote into the page. */
export function createServerClock(): () => Date {
  // In milliseconds; 0 where the page has no time.
  const offset = Date.parse(readMetaTag('now') ?? '') - Date.now() || 0;
  return () => new Date(Date.now() + offset);
}
