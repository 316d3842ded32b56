/** Opens the session of a page's address and reads what the server wrote into the page's head. */
import { createBrowserStore } from './browser-store.ts';
import { createSession, type Session } from './session.ts';

/** Creates the session of the address and takes the API key out of the address. */
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

/** Returns the content of a meta tag that the server wrote into the page; null if the page has none. */
export function readMetaTag(name: string): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? null;
}

/** Returns the server's time: the device's clock, corrected by the time that the server wrote into the page. */
export function createServerClock(): () => Date {
  // The offset is in milliseconds, and 0 if the page states no time.
  const offset = Date.parse(readMetaTag('now') ?? '') - Date.now() || 0;
  return () => new Date(Date.now() + offset);
}
