/** A TCP proxy on the loopback in front of a server, which can be taken away and put back. */
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export type Proxy = {
  /** The address of the server, with the proxy's host and port. */
  url: string;
  /** Listens again, on the same port. */
  open: () => Promise<void>;
  /** Passes nothing on any more, and ends no connection. */
  silence: () => void;
  /** Cuts all connections and refuses new ones. May be called twice. */
  close: () => Promise<void>;
};

export async function startProxy(to: string): Promise<Proxy> {
  const { hostname, port } = new URL(to);
  const sockets = new Set<Socket>();
  let server: Server | undefined;

  function relay(near: Socket): void {
    const far = connect(Number(port), hostname);
    const pair = [near, far];
    for (const socket of pair) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        sockets.delete(socket);
        for (const one of pair) one.destroy();
      });
    }
    near.pipe(far);
    far.pipe(near);
  }

  const listen = (at: number) =>
    new Promise<number>((resolve, reject) => {
      const listening = createServer(relay);
      server = listening;
      listening.once('error', reject);
      listening.listen(at, '127.0.0.1', () => resolve((listening.address() as AddressInfo).port));
    });

  const own = await listen(0);
  const url = new URL(to);
  url.host = `127.0.0.1:${own}`;
  return {
    url: url.href,
    open: async () => {
      await listen(own);
    },
    silence: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    close: () =>
      new Promise((resolve) => {
        const closing = server;
        server = undefined;
        if (!closing) return resolve();
        closing.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
