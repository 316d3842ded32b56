/** What an admin command gets and answers. */
import type { Objects } from '../adapters/objects.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/open.ts';
import type { Keyring } from '../encryption/keyring.ts';

/** What a command works with. The object store is opened by the commands alone that need it. */
export type CommandContext = {
  db: Database;
  clock: Clock;
  config: Pick<Config, 'dataDir' | 'sandbox' | 'publicUrl' | 'port'>;
  openObjects: () => Promise<Objects>;
  openKeyring: () => Promise<Keyring>;
  /** The migrations that were applied when the database was opened for the command. */
  migrated?: string[];
};

export type Outcome = { ok: boolean; lines: string[] };
