import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { waitFor } from 'xstate';
import { createBrowserStore } from './browser-store.ts';
import { createReviewServices, reviewerSignedInKey } from './review-services.ts';

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({ message: 'No' }, { status: 401 }));
  // Node's own Request takes no address without a host.
  vi.stubGlobal(
    'Request',
    class extends Request {
      constructor(path: string, init: RequestInit) {
        super(new URL(path, 'https://feepath.example'), init);
      }
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

it('a refused sign-in leaves the session of another tab on the device', async () => {
  const device = createBrowserStore(() => {
    throw new Error('There is no storage');
  });
  device.write(reviewerSignedInKey, true);
  const services = { tab: device, device, now: () => new Date(0), takeEarlyInput: () => null };
  const { session, signIn } = createReviewServices(services);
  session.start();
  await waitFor(session, (now) => now.matches('signedOut'));
  expect(device.read(reviewerSignedInKey)).toBeUndefined();

  device.write(reviewerSignedInKey, true);
  const credentials = { email: 'mala@feepath.example', password: 'x' };
  const { signal } = new AbortController();
  expect(await signIn(credentials, { signal })).toMatchObject({ kind: 'refused', status: 401 });
  expect(device.read(reviewerSignedInKey)).toBe(true);
  session.stop();
});
