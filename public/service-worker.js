/**
 * The service worker of the consumer app, for addresses below /app alone. It stores one build of the app: the page as
 * everybody gets it, and hashed assets. Everything else goes past it, calls of the API above all, so that no cache ever
 * has personal data. Pages come from the network whenever it answers: nobody stays on an old build.
 */
const cachePrefix = 'feepath-build:';
const shellAddress = '/app';

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('message', (event) => {
  if (event.data?.type === 'build.loaded') event.waitUntil(storeBuild(event.data));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(pageFromNetwork(request));
  else if (pathname.startsWith('/assets/')) event.respondWith(assetFromCache(request));
});

async function pageFromNetwork(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(shellAddress)) ?? Response.error();
  }
}

async function assetFromCache(request) {
  return (await caches.match(request.url)) ?? fetch(request);
}

/**
 * Stores what a page has loaded, and the page itself with the first of it; then removes every other build.
 * @param entry the address of the page's own script, which names the build
 * @param assets the addresses that it has loaded since it was opened
 */
async function storeBuild({ entry, assets }) {
  const name = cachePrefix + entry;
  const cache = await caches.open(name);
  const store = async (addresses) => {
    const stored = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
    await cache.addAll(addresses.filter((asset) => asset.startsWith('/assets/') && !stored.has(asset)));
    return stored;
  };
  const stored = await store(assets);
  if (!stored.has(shellAddress)) {
    const shell = await fetchShell();
    const html = await shell.text();
    // The server has a newer build by now: the page that loads it will say so.
    if (!html.includes(`"${entry}"`)) return caches.delete(name);
    // The page that was loaded may have brought its style sheet in itself.
    await store(Array.from(html.matchAll(/ (?:href|src)="([^"]+)"/g), ([, address]) => address));
    await cache.put(shellAddress, shellWithoutTime(html, shell.headers));
  }
  const others = (await caches.keys()).filter((other) => other !== name);
  await Promise.all(others.map((other) => caches.delete(other)));
}

/** Without cookies: the page as it is for anybody. */
async function fetchShell() {
  const shell = await fetch(shellAddress, { credentials: 'omit', cache: 'no-store' });
  if (!shell.ok) throw new Error(`${shellAddress} answered ${shell.status}`);
  return shell;
}

/** The server's time in it would be wrong later; without it the app uses the clock of the device. */
function shellWithoutTime(html, headers) {
  const kept = new Headers(headers);
  for (const name of ['content-encoding', 'content-length', 'etag']) kept.delete(name);
  return new Response(html.replace(/<meta name="now"[^>]*>/, ''), { headers: kept });
}
