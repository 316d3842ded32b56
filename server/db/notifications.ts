/** LISTEN and NOTIFY of PostgreSQL: servers of one database wake one another. */
import type { Pool, PoolClient } from 'pg';
import { sleep } from '../platform/timers.ts';

export type Notifications = {
  /** Calls `listener` at each notification until the returned function is called. Some may be lost: poll as well. */
  listen: (name: string, listener: () => void) => () => Promise<void>;
  notify: (name: string) => Promise<void>;
};

const reconnectMs = 1000;

/**
 * Listens for all names on one connection of the pool. A listener is also called when that connection is opened again,
 * because notifications may have been lost in between.
 */
export function postgresNotifications(pool: Pool): Notifications {
  const listeners = new Map<string, Set<() => void>>();
  let client: PoolClient | undefined;
  let session: { closing: AbortController; ended: Promise<void> } | undefined;

  const callListeners = (name: string) => {
    for (const listener of listeners.get(name) ?? []) listener();
  };
  const subscribe = async (to: PoolClient, name: string) => {
    await to.query(`listen ${name}`);
    callListeners(name);
  };

  const listenOnce = async (closing: AbortSignal) => {
    const opened = await pool.connect();
    const lost = new Promise<void>((resolve) => {
      opened.once('error', () => resolve());
      opened.once('end', () => resolve());
      closing.addEventListener('abort', () => resolve());
    });
    try {
      opened.on('notification', ({ channel }) => callListeners(channel));
      // A name that comes in the meantime is subscribed to here as well.
      for (const name of listeners.keys()) await subscribe(opened, name);
      client = opened;
      if (!closing.aborted) await lost;
    } finally {
      client = undefined;
      // The connection is closed and not returned to the pool, whose other users would not listen.
      opened.release(true);
    }
  };

  const startSession = () => {
    const closing = new AbortController();
    const ended = (async () => {
      while (!closing.signal.aborted) {
        await listenOnce(closing.signal).catch(() => undefined);
        await sleep(reconnectMs, { signal: closing.signal }).catch(() => undefined);
      }
    })();
    return { closing, ended };
  };

  return {
    listen(name, listener) {
      const ofName = listeners.get(name) ?? new Set();
      listeners.set(name, ofName.add(listener));
      // A failure means that the connection is lost; the next connection subscribes to all names.
      if (client) subscribe(client, name).catch(() => undefined);
      session ??= startSession();
      return async () => {
        ofName.delete(listener);
        if (ofName.size === 0) listeners.delete(name);
        if (listeners.size > 0 || !session) return;
        const { closing, ended } = session;
        session = undefined;
        closing.abort();
        await ended;
      };
    },
    notify: async (name) => {
      await pool.query('select pg_notify($1, $2)', [name, '']);
    },
  };
}
