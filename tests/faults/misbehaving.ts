/** A local HTTP server that answers as the test says, byte for byte where it must. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Behaviour = (request: IncomingMessage, response: ServerResponse) => void;

export type MisbehavingServer = {
  url: string;
  /** `METHOD /path` of each request that came. */
  heard: string[];
  /** The body of each request that came. */
  bodies: string[];
  behave: (how: Behaviour) => void;
  close: () => Promise<void>;
};

export async function startMisbehavingServer(): Promise<MisbehavingServer> {
  let how: Behaviour = (_, response) => response.end();
  const heard: string[] = [];
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url}`);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => {
      bodies.push(Buffer.concat(chunks).toString('utf8'));
      how(request, response);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/api`,
    heard,
    bodies,
    behave: (next) => {
      how = next;
      heard.length = 0;
      bodies.length = 0;
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** Answers at once. */
export const answers =
  (status: number, body: string | Buffer = '', headers: Record<string, string> = {}): Behaviour =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body);
  };
