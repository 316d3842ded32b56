/** The one database of a simulation, in memory: opened once for a process, and emptied for each seed. */
import './prelude.ts';
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { setKeyring } from '../../server/encryption/database-keyring.ts';
import { createKeyring, type Keyring } from '../../server/encryption/keyring.ts';
import type { Database } from '../../server/db/open.ts';
import { installation } from '../../server/db/schema/servers.ts';
import { openInstallation } from '../../server/documents/installation.ts';
import { ensureDemoData } from '../../server/sandbox/index.ts';
import { makeSeededDatabase, seededDatabase } from '../support/seeded.ts';
import type { Faults } from './faults.ts';
import { PreparedClient } from './prepared-client.ts';
import { Crashed, type Scheduler } from './scheduler.ts';
import { mostLeadMs } from './times.ts';

export const keyring: Keyring = createKeyring(['simulated'.padEnd(32, '0')]);

type Row = Record<string, unknown>;

export class SimulatedDatabase {
  /** The rows of small tables that are not empty at the beginning. */
  #kept = new Map<string, Row[]>();
  #tables: string[] = [];
  #sequences: string[] = [];
  /** What is due, after so many writes. */
  #due: { writes: number; at: number | null } | undefined;

  private constructor(
    readonly prepared: PreparedClient,
    /** The id that the object store has, too. */
    readonly installationId: string,
  ) {}

  static async open(): Promise<SimulatedDatabase> {
    const client = await PGlite.create({ loadDataDir: new Blob([await seededArchive()]) });
    const prepared = new PreparedClient(client);
    await prepared.exec('set plan_cache_mode = force_generic_plan');
    const db = drizzle(client);
    setKeyring(db, keyring);
    const { id } = await openInstallation(db, true, new Date());
    await db.update(installation).set({ storeMarkedAt: new Date() });
    await ensureDemoData(db, new Date());
    const database = new SimulatedDatabase(prepared, id);
    await database.#rememberRows();
    return database;
  }

  /**
   * What every seed begins with: the institutions, a partner with a key, a member of staff. Tables are vacuumed, so that
   * rows lie in them as in new ones.
   */
  async reset(): Promise<void> {
    const filled = await this.rows<{ name: string }>(
      `select name from unnest(array['${this.#tables.join("','")}']) as name where pg_relation_size(name::regclass) > 0`,
    );
    const names = filled.map(({ name }) => name);
    await this.#empty(names);
    await this.prepared.exec('set session_replication_role = replica');
    for (const [table, rows] of this.#kept) {
      const all = JSON.stringify(rows);
      await this.prepared.query(
        `insert into ${table} select * from json_populate_recordset(null::${table}, $1)`,
        [all],
      );
    }
    await this.prepared.exec('set session_replication_role = origin; select setseed(0.5)');
  }

  async #empty(names: readonly string[]): Promise<void> {
    const deletes = names.map((name) => `delete from ${name};`).join(' ');
    const sequences = this.#sequences.map((name) => `select setval('${name}', 1, false);`).join(' ');
    await this.prepared.exec(`set session_replication_role = replica; ${deletes} ${sequences}`);
    if (names.length > 0) await this.prepared.exec(`vacuum ${names.join(', ')}`);
  }

  /** Rows of a statement that is nobody's step. */
  async rows<Found extends Row>(statement: string): Promise<Found[]> {
    return (await this.prepared.query<Found>(statement)).rows;
  }

  /** The time, in milliseconds, at which a job is due, or its lease ends; null where there is none. */
  async nextDue(): Promise<number | null> {
    const { writes } = this.prepared;
    if (this.#due?.writes !== writes) {
      const [row] = await this.rows<{ due: string | null }>(
        `select (extract(epoch from min(greatest(run_at, lease_until))) * 1000)::text as due
          from jobs where failed_at is null`,
      );
      this.#due = { writes, at: row?.due == null ? null : Math.ceil(Number(row.due)) };
    }
    return this.#due.at;
  }

  /** The database as one server sees it: each transaction, and each statement outside of one, is a yield point. */
  connect(scheduler: Scheduler, faults: Faults): Database {
    const db = drizzle(new GatedClient(this, scheduler, faults) as unknown as PGlite);
    setKeyring(db, keyring);
    return db;
  }

  async #rememberRows(): Promise<void> {
    const tables = await this.rows<{ name: string; size: number }>(
      `select quote_ident(tablename) as name, pg_relation_size(quote_ident(tablename)::regclass)::int as size
        from pg_tables where schemaname = 'public' order by tablename`,
    );
    this.#tables = tables
      .filter(({ name, size }) => size === 0 || changing.has(name))
      .map(({ name }) => name);
    const sequences = await this.rows<{ name: string }>(
      `select quote_ident(sequencename) as name from pg_sequences where schemaname = 'public'`,
    );
    this.#sequences = sequences.map(({ name }) => name);
    for (const name of changing) {
      const rows = await this.rows<{ row: Row }>(`select to_json(${name}) as row from ${name}`);
      this.#kept.set(
        name,
        rows.map(({ row }) => row),
      );
    }
    await this.#empty(this.#tables);
  }
}

/** Tables that are not empty at the beginning and that a seed may change. */
const changing = new Set(['partners', 'api_keys', 'reviewers']);

/** The database of the tests with institutions in it, as one file. */
async function seededArchive(): Promise<BlobPart> {
  const archive = `${seededDatabase}.tar`;
  await makeSeededDatabase();
  if (!existsSync(archive)) {
    const folder = mkdtempSync(join(tmpdir(), 'feepath-simulate-'));
    cpSync(seededDatabase, join(folder, 'db'), { recursive: true });
    const client = await PGlite.create(join(folder, 'db'));
    const dumped = await client.dumpDataDir('none');
    await client.close();
    const draft = `${archive}.${process.pid}`;
    writeFileSync(draft, Buffer.from(await dumped.arrayBuffer()));
    renameSync(draft, archive);
    rmSync(folder, { recursive: true, force: true });
  }
  return new Uint8Array(readFileSync(archive));
}

/** The part of the embedded database's client that Drizzle uses. */
class GatedClient {
  constructor(
    private readonly database: SimulatedDatabase,
    private readonly scheduler: Scheduler,
    private readonly faults: Faults,
  ) {}

  async query(...args: Parameters<PreparedClient['query']>) {
    const { scheduler, faults } = this;
    await scheduler.gate(`statement ${nameOf(args[0])}`);
    if (faults.happens('database.refused')) throw connectionLost();
    scheduler.trace.countStatement();
    if (isClaim(args[0]) && !(await this.#isJobDue())) return { rows: [] };
    const answer = await this.database.prepared.query(...args);
    if (faults.happens('database.answerLost')) throw connectionLost();
    return answer;
  }

  async transaction<Value>(
    work: (tx: Pick<PreparedClient, 'query'>) => Promise<Value>,
  ): Promise<Value | undefined> {
    const { scheduler, faults } = this;
    const client = this.database.prepared;
    const { actor, trace } = scheduler;
    await scheduler.gate('transaction');
    if (faults.happens('database.refused')) throw connectionLost();
    const query: PreparedClient['run'] = (...args) => {
      trace.countStatement();
      return client.run(...args);
    };
    const committed = await client
      .transaction(() => scheduler.as(actor, () => work({ query }), true))
      .catch((error: unknown) => {
        if (error instanceof Crashed) return never<undefined>();
        throw error;
      });
    if (!actor.isAlive) return never();
    if (faults.happens('database.answerLost')) throw connectionLost();
    return committed;
  }

  /** Spares the servers' looks at a queue in which nothing is due by any of their clocks. */
  async #isJobDue(): Promise<boolean> {
    const due = await this.database.nextDue();
    return due !== null && due <= this.scheduler.now + mostLeadMs;
  }
}

const isClaim = (statement: string): boolean => statement.startsWith('with free (channel, slots)');

const never = <Value>(): Promise<Value> => new Promise(() => {});

/** Has the shape of node-postgres's error, which the server recognizes. */
const connectionLost = () =>
  Object.assign(new Error('Connection terminated unexpectedly'), { code: '08006' });

const nameOf = (statement: string): string =>
  /^\s*(\w+)(?:.*?\b(?:from|into|update)\s+"?(\w+))?/s.exec(statement)?.slice(1).filter(Boolean).join(' ') ??
  '';
