/** Signed addresses of the embedded store, opened as a browser opens them. */
import { request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { App } from './app.ts';

export type Opening = { status: number; headers: Record<string, unknown>; body: Buffer };

/** Asks the store of an app that listens nowhere; the signature covers the address' own host. */
export async function openAddress({ store }: Pick<App, 'store'>, address: string): Promise<Opening> {
  const server = createAdaptorServer({ fetch: store.app.fetch }) as Server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { host, pathname, search } = new URL(address);
  const { port } = server.address() as AddressInfo;
  try {
    return await new Promise<Opening>((resolve, reject) => {
      const call = request({ port, path: pathname + search, headers: { host }, agent: false }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
        );
      });
      call.on('error', reject);
      call.end();
    });
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
