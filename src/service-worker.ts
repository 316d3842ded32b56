/**
 * The service worker of the consumer app (decision 80): it opens the app without a network. It gets the list of assets
 * that the page has loaded, and stores those.
 */

const script = '/service-worker.js';
const scope = '/app';

/** Does nothing in a frame, in development, and if the browser has no service workers or refuses them. */
export async function registerServiceWorker(): Promise<void> {
  const entry = document.querySelector('script[type="module"][src^="/assets/"]')?.getAttribute('src');
  if (!entry || !('serviceWorker' in navigator) || window.top !== window) return;
  try {
    await navigator.serviceWorker.register(script, { scope, updateViaCache: 'none' });
  } catch {
    return;
  }
  const { active } = await navigator.serviceWorker.ready;
  new PerformanceObserver((list) => {
    const assets = list.getEntries().flatMap(({ name }) => assetOf(name) ?? []);
    if (assets.length > 0) active?.postMessage({ type: 'build.loaded', entry, assets });
  }).observe({ type: 'resource', buffered: true });
}

/** Returns the path of an asset of the build; undefined for any other address, and for a video, which is not stored. */
function assetOf(address: string): string | undefined {
  const { origin, pathname } = new URL(address, window.location.href);
  return origin === window.location.origin && /^\/assets\/(?!.*\.mp4$)/.test(pathname) ? pathname : undefined;
}
