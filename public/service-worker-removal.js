/**
 * Served in place of service-worker.js with SERVICE_WORKER=0: browsers that have the other one replace it by this one,
 * which deletes everything that is stored and removes itself. Open pages go on as they are.
 */
self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('activate', (event) => event.waitUntil(removeEverything()));

async function removeEverything() {
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
  await self.registration.unregister();
}
