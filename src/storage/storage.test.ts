import { describe, expect, it, vi } from 'vitest';
import type { Outcome } from '../../domain/values/outcome.ts';
import type { StorageCredentials } from '../../domain/values/wire.ts';
import type { Plugin } from './amplify.ts';
import { createStorage } from './storage.ts';
import { ok } from './storage-result.ts';
import { credentialsFrom, memoryUploadStorage } from './testing.ts';

const now = () => new Date('2026-07-20T06:30:00Z');
const options = (signal = new AbortController().signal) => ({
  contentType: 'application/pdf',
  onProgress: () => {},
  signal,
});
const file = new Blob(['receipt']);

function setting(outcome: Outcome<StorageCredentials>) {
  const plugin = {
    put: vi.fn<Plugin['put']>(async ({ key }) => ok({ key, eTag: 'e' })),
    get: vi.fn<Plugin['get']>(async ({ key }, seconds) =>
      ok({ address: `${key} ${seconds}`, expiresAt: '' }),
    ),
    remove: vi.fn<Plugin['remove']>(async () => ok(null)),
    list: vi.fn<Plugin['list']>(async () => ok([])),
  };
  const fetchPlugin = vi.fn(async (): Promise<Plugin> => plugin);
  const credentials = vi.fn(async () => outcome);
  const device = memoryUploadStorage();
  const storage = createStorage({
    credentials,
    now,
    uploadStorage: device,
    pageOrigin: 'http://localhost',
    fetchPlugin,
  });
  return { plugin, fetchPlugin, credentials, device, storage };
}

const input = (more: Partial<StorageCredentials> = {}): Outcome<StorageCredentials> => ({
  kind: 'ok',
  value: credentialsFrom(now(), undefined, more),
});

describe('the storage', () => {
  it.each([
    [{ key: 'a/b' }, 'public/a/b'],
    [{ level: 'public', key: 'a/b' }, 'public/a/b'],
    [{ level: 'protected', key: 'a/b' }, 'protected/loan-1/a/b'],
    [{ level: 'private', key: 'a/b' }, 'private/loan-1/a/b'],
  ] as const)('puts %j under %s', async (name, key) => {
    const { storage, plugin } = setting(input());
    expect(await storage.put(name, file, options())).toEqual(ok({ key, eTag: 'e' }));
    await storage.remove(name);
    await storage.list(name);
    expect(plugin.remove.mock.calls[0]?.[0].key).toBe(key);
    expect(plugin.list.mock.calls[0]?.[0].key).toBe(key);
  });

  it('signs addresses for 900 seconds unless it is told otherwise', async () => {
    const { storage } = setting(input());
    expect(await storage.get({ key: 'a' })).toMatchObject({ value: { address: 'public/a 900' } });
    expect(await storage.get({ key: 'a' }, 5)).toMatchObject({ value: { address: 'public/a 5' } });
  });

  it('fails without loading a plugin where there are no credentials', async () => {
    const { storage, fetchPlugin } = setting({
      kind: 'refused',
      status: 401,
      code: 'refusal.failed',
      errors: [],
    });
    const none = { kind: 'failed', fault: 'noCredentials' };
    expect(await storage.put({ key: 'a' }, file, options())).toEqual(none);
    expect(await storage.get({ key: 'a' })).toEqual(none);
    expect(await storage.remove({ key: 'a' })).toEqual(none);
    expect(await storage.list({ key: 'a' })).toEqual(none);
    expect(fetchPlugin).not.toHaveBeenCalled();
  });

  it.each([{ provider: 'AzureBlob' }, { endpoint: 'http://store.example' }])(
    'has no plugin for %j',
    async (more) => {
      const { storage, fetchPlugin } = setting(input(more));
      expect(await storage.list({ key: 'a' })).toEqual({ kind: 'failed', fault: 'noProvider' });
      expect(fetchPlugin).not.toHaveBeenCalled();
    },
  );

  it('fails where the code of the plugin does not load, and loads it again', async () => {
    const { storage, fetchPlugin } = setting(input());
    fetchPlugin.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
    expect(await storage.list({ key: 'a' })).toEqual({ kind: 'failed', fault: 'noProvider' });
    expect(await storage.list({ key: 'a' })).toEqual(ok([]));
  });

  it('does not load the plugin where the server is unreachable', async () => {
    const { storage, fetchPlugin } = setting({ kind: 'unreachable' });
    expect(await storage.put({ key: 'a' }, file, options())).toEqual({ kind: 'unreachable' });
    expect(fetchPlugin).not.toHaveBeenCalled();
  });
});

describe('a cancellation', () => {
  const never = new Promise<Outcome<StorageCredentials>>(() => {});

  it('ends a put that waits for credentials', async () => {
    const { storage, plugin, credentials } = setting(input());
    credentials.mockReturnValue(never);
    const stop = new AbortController();
    const putting = storage.put({ key: 'a' }, file, options(stop.signal));
    stop.abort();
    expect(await putting).toEqual({ kind: 'failed', fault: 'cancelled' });
    expect(plugin.put).not.toHaveBeenCalled();
  });

  it('reaches the plugin where something is left of an earlier put', async () => {
    const { storage, plugin, device } = setting(input());
    const left = { id: 'u1', size: 7, contentType: 'application/pdf', note: '{}', at: now().getTime() };
    device.write('uploads', { 'private/a': left });
    await storage.put({ level: 'private', key: 'a' }, file, options(AbortSignal.abort()));
    expect(plugin.put.mock.calls[0]?.[0].record.get()).toMatchObject({ id: 'u1' });
  });

  it('reports a failed clean-up where an earlier upload cannot be removed', async () => {
    const { storage, device } = setting({ kind: 'unreachable' });
    const left = { id: 'u1', size: 7, contentType: 'application/pdf', note: '{}', at: now().getTime() };
    device.write('uploads', { 'private/a': left });
    const stopped = await storage.put({ level: 'private', key: 'a' }, file, options(AbortSignal.abort()));
    expect(stopped).toEqual({ kind: 'failed', fault: 'cleanUpFailed' });
  });
});
