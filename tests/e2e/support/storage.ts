/** The app's storage in a page, and a TCP proxy whose connections a test can stop and cut. */
import { connect, createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'vite';
import type { Page } from 'playwright-core';
import { amplify } from '../../../scripts/amplify.ts';
import { root } from '../../../scripts/build-app.ts';
import type { createStoragePage, StoragePageOptions } from './storage-page.ts';

export type StoragePage = ReturnType<typeof createStoragePage>;

/** The page's side as one script, with the plugins of the app's own build. */
export async function bundleStoragePage(): Promise<string> {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [amplify()],
    build: {
      write: false,
      minify: false,
      lib: {
        entry: join(root, 'tests/e2e/support/storage-page.ts'),
        name: 'storagePages',
        formats: ['iife'],
      },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [bundle] = Array.isArray(built) ? built : [built];
  if (!bundle || !('output' in bundle)) throw new Error('Vite gave no output.');
  return bundle.output[0].code;
}

/** Opens the storage in a page that is there; what the page had open before is gone. */
export async function openStoragePage(
  page: Page,
  script: string,
  opening: StoragePageOptions,
): Promise<void> {
  await page.evaluate(`${script};globalThis.storagePages = storagePages;`);
  await page.evaluate((options) => {
    const all = globalThis as unknown as {
      storagePages: { createStoragePage: typeof createStoragePage };
      storagePage: StoragePage;
    };
    all.storagePage = all.storagePages.createStoragePage(options);
  }, opening);
}

export type NetworkProxy = Awaited<ReturnType<typeof openNetworkProxy>>;

/** Bytes that a connection may send before `narrow` stops it. */
const firstBytes = 1024 * 1024;

/** A TCP proxy on the loopback interface, whose connections can be cut, stopped and counted. */
export async function openNetworkProxy(port: number) {
  const sockets = new Set<Socket>();
  /** Bytes since `narrow`, by connection. */
  const bytesByConnection = new Map<Socket, number>();
  let isCut = false;
  let isNarrow = false;
  let isFrozen = false;
  let onlySender: Socket | undefined;
  let sent = 0;
  const server = createServer((client) => {
    if (isCut) {
      client.destroy();
      return;
    }
    const upstream = connect(port, '127.0.0.1');
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        bytesByConnection.delete(socket);
        other.destroy();
      });
    }
    upstream.pipe(client);
    client.on('data', (chunk: Buffer) => {
      const ownBytes = (bytesByConnection.get(client) ?? 0) + chunk.length;
      bytesByConnection.set(client, ownBytes);
      sent += chunk.length;
      upstream.write(chunk);
      if (!isNarrow || ownBytes < firstBytes) return;
      onlySender ??= client;
      if (onlySender !== client) client.pause();
    });
    client.on('end', () => upstream.end());
    if (isFrozen) client.pause();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    site: `http://localhost:${(server.address() as AddressInfo).port}`,
    /** Returns the bytes sent from the page to the server since `narrow`. */
    sent: () => sent,
    /** Lets one connection send; the others stall after their first MiB. */
    narrow: () => {
      isNarrow = true;
      onlySender = undefined;
      bytesByConnection.clear();
      sent = 0;
    },
    /** Stops all data without closing a connection. */
    freeze: () => {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    cut: () => {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    /** Drops the stalled connections; new ones pass. */
    restore: () => {
      isCut = isNarrow = isFrozen = false;
      for (const socket of sockets) if (socket.isPaused()) socket.destroy();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
