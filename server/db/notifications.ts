/** LISTEN and NOTIFY of PostgreSQL: servers of one database wake one another. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';

export type Notifications = {
  /** Calls `listener` at each notification until the returned function is called. Some may be lost: poll as well. */
  listen: (name: string, listener: () => void) => () => Promise<void>;
  notify: (name: string) => Promise<void>;
};

const reconnectMs = 1000;

/** @param name a plain identifier */
export const postgresNotifications = (pool: Pool): Notifications => ({
  listen(name, listener) {
    const closing = new AbortController();
    const listenOnce = async () => {
      // A connection of the pool for as long as it lives: only on it do the notifications arrive.
      const client = await pool.connect();
      const lost = new Promise<void>((resolve) => {
        client.once('error', () => resolve());
        client.once('end', () => resolve());
        closing.signal.addEventListener('abort', () => resolve());
      });
      try {
        client.on('notification', listener);
        await client.query(`listen ${name}`);
        listener();
        await lost;
      } finally {
        // Never returned to the others, who would not listen.
        client.release(true);
      }
    };
    const ended = (async () => {
      while (!closing.signal.aborted) {
        await listenOnce().catch(() => undefined);
        await delay(reconnectMs, undefined, { signal: closing.signal }).catch(() => undefined);
      }
    })();
    return async () => {
      closing.abort();
      await ended;
    };
  },
  notify: async (name) => {
    await pool.query('select pg_notify($1, $2)', [name, '']);
  },
});
