/** Links within an app: the address changes, and the page does not load again. */
import type { RouterHistory } from '@tanstack/react-router';

/** The properties of a clicked link that decide if the app or the browser follows it. */
export interface ClickedLink {
  href: string;
  target: string;
  hasDownload: boolean;
}

type Click = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'defaultPrevented'>;

/**
 * Returns the address that the router goes to; null if the browser follows the link by itself: another site, another
 * app, another window, a place on the same page.
 * @param base the path below which the app's own addresses are
 */
export function routedAddress(link: ClickedLink, click: Click, base: string, page: URL): string | null {
  if (click.defaultPrevented || click.button !== 0) return null;
  if (click.metaKey || click.ctrlKey || click.shiftKey || click.altKey) return null;
  if (link.hasDownload || (link.target !== '' && link.target !== '_self')) return null;
  const address = new URL(link.href, page);
  const isOurs = address.pathname === base || address.pathname.startsWith(`${base}/`);
  if (address.origin !== page.origin || !isOurs || address.hash !== '') return null;
  return address.pathname + address.search;
}

/** Follows every link of the document that leads below `base` by the router's history. */
export function followLinks(history: RouterHistory, base: string): void {
  document.addEventListener('click', (click) => {
    const anchor = click.target instanceof Element ? click.target.closest('a') : null;
    if (!anchor?.hasAttribute('href')) return;
    const link = { href: anchor.href, target: anchor.target, hasDownload: anchor.hasAttribute('download') };
    const address = routedAddress(link, click, base, new URL(window.location.href));
    if (address === null) return;
    click.preventDefault();
    history.push(address);
  });
}
