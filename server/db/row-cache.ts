/**
 * A cache of rows that hardly ever change, so that a call need not read them. A change empties it in every server: in
 * this process when the change is committed, in the others by NOTIFY, and where that is lost, by the end of `ttlMs`.
 */
import { sql } from 'drizzle-orm';
import { platform } from '../platform/platform.ts';
import { createNotifier } from '../platform/signal.ts';
import type { Notifications } from './notifications.ts';
import { afterCommit, type Database } from './open.ts';

export type ChangeNotifier = ReturnType<typeof createChangeNotifier>;

/** @param name by which servers on PostgreSQL tell one another */
export function createChangeNotifier(name: string) {
  const { subscribe, notify } = createNotifier();
  return {
    name,
    subscribe,
    /** Part of the transaction that changes the rows. */
    async notifyChange(tx: Database): Promise<void> {
      await tx.execute(sql`select pg_notify(${name}, '')`);
      afterCommit(tx, notify);
    },
  };
}

export type RowCacheOptions = {
  notifications?: Notifications | undefined;
  /** The time for which a cached row is used. */
  ttlMs?: number;
};

const defaultTtlMs = 5000;

/** @param mostRows the cache is emptied when it has so many */
export function createRowCache<Key, Row>(
  { change, mostRows }: { change: ChangeNotifier; mostRows: number },
  { notifications, ttlMs = defaultTtlMs }: RowCacheOptions,
) {
  const entries = new Map<Key, { row: Row; expiresAt: number }>();
  let changes = 0;
  const clear = () => {
    changes += 1;
    entries.clear();
  };
  const unsubscribe = change.subscribe(clear);
  const stopListening = notifications?.listen(change.name, clear);
  return {
    /** @param load reads the row from the database; what is not there is asked for again each time */
    async find(key: Key, load: () => Promise<Row | undefined>): Promise<Row | undefined> {
      const entry = entries.get(key);
      if (entry && platform.elapsedMs() < entry.expiresAt) return entry.row;
      const changesBefore = changes;
      const row = await load();
      entries.delete(key);
      // A row that is changed while it is read may have been read before.
      if (row !== undefined && changes === changesBefore) {
        if (entries.size >= mostRows) entries.clear();
        entries.set(key, { row, expiresAt: platform.elapsedMs() + ttlMs });
      }
      return row;
    },
    async close(): Promise<void> {
      unsubscribe();
      await stopListening?.();
    },
  };
}
