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
import { DatabaseUnavailable } from '../../server/db/unavailable.ts';
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

/** The rows of tables that a seed may change, as JSON, and the last values of sequences. */
export type StoredRows = { tables: Map<string, string>; sequences: Map<string, string | null> };

export class SimulatedDatabase {
  /** The rows that every seed begins with: a partner with a key, a member of staff. */
  #initial: StoredRows = { tables: new Map(), sequences: new Map() };
  /** The columns that are written, of each table that a seed may change. */
  readonly #columns = new Map<string, string>();
  #sequences: string[] = [];
  /** The time of the next job, computed after that many writes. */
  #due: { writes: number; at: number | null } | undefined;

  private constructor(
    readonly prepared: PreparedClient,
    /** The database for functions of the server that a law calls; they are not steps of an actor. */
    readonly db: Database,
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
    const database = new SimulatedDatabase(prepared, db, id);
    await database.#rememberRows();
    return database;
  }

  /**
   * Begins anew with these rows, and the institutions. Tables are vacuumed, so that rows lie in them as in new ones.
   */
  async reset({ tables, sequences } = this.#initial): Promise<void> {
    const names = await this.#filledTables();
    const deletes = names.map((name) => `delete from ${name};`).join(' ');
    const values = this.#sequences.map((name) => {
      const last = sequences.get(name) ?? null;
      return `select setval('${name}', ${last ?? 1}, ${last !== null});`;
    });
    await this.prepared.exec(`set session_replication_role = replica; ${deletes} ${values.join(' ')}`);
    if (names.length > 0) await this.prepared.exec(`vacuum ${names.join(', ')}`);
    for (const [table, rows] of tables) {
      const columns = this.#columns.get(table) ?? '';
      await this.prepared.query(
        `insert into ${table} (${columns}) overriding system value
          select ${columns} from json_populate_recordset(null::${table}, $1)`,
        [rows],
      );
    }
    await this.prepared.exec('set session_replication_role = origin; select setseed(0.5)');
  }

  async dump(): Promise<StoredRows> {
    const tables: StoredRows['tables'] = new Map();
    for (const name of await this.#filledTables()) {
      const [row] = await this.rows<{ rows: string | null }>(
        `select json_agg(to_json(${name}))::text as rows from ${name}`,
      );
      if (row?.rows != null) tables.set(name, row.rows);
    }
    const sequences = await this.rows<{ name: string; last: string | null }>(
      `select quote_ident(sequencename) as name, last_value::text as last from pg_sequences where schemaname = 'public'`,
    );
    return { tables, sequences: new Map(sequences.map(({ name, last }) => [name, last])) };
  }

  /** Tables that a seed may change and that have rows, or had. */
  async #filledTables(): Promise<string[]> {
    const filled = await this.rows<{ name: string }>(
      `select name from unnest(array['${[...this.#columns.keys()].join("','")}']) as name where pg_relation_size(name::regclass) > 0`,
    );
    return filled.map(({ name }) => name);
  }

  /** Returns rows of a statement that is not a step of an actor. */
  async rows<Found extends Row>(statement: string): Promise<Found[]> {
    return (await this.prepared.query<Found>(statement)).rows;
  }

  /** Everything that is stored in tables that a seed may change, in small letters, decrypted where a loan has the key. */
  async texts(): Promise<{ table: string; text: string }[]> {
    const loans = (await this.rows<{ id: string }>('select id from loans')).map(({ id }) => id);
    const decrypted = (encrypted: string): string =>
      loans.map((id) => keyring.decrypt('personal data', id, encrypted)).find((text) => text !== undefined) ??
      encrypted;
    const { tables } = await this.dump();
    return [...tables].map(([table, rows]) => ({
      table,
      text: rows.replace(/v1\.[0-9a-f]{8}\.[\w-]+/g, decrypted).toLowerCase(),
    }));
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
    const tables = await this.rows<{ name: string; size: number; columns: string }>(
      `select quote_ident(relname) as name, pg_relation_size(c.oid)::int as size,
          string_agg(quote_ident(attname), ', ' order by attnum) as columns
        from pg_class c join pg_attribute a on attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
        where relkind = 'r' and relnamespace = 'public'::regnamespace group by c.oid, relname order by relname`,
    );
    for (const { name, size, columns } of tables)
      if (size === 0 || changing.has(name)) this.#columns.set(name, columns);
    this.#initial = await this.dump();
    this.#sequences = [...this.#initial.sequences.keys()];
    this.#initial.sequences.clear();
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
    if (faults.happens('database.refused')) throw transactionLost();
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
    if (faults.happens('database.answerLost')) throw transactionLost();
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

/** Returns the error of the server's own pool when a transaction loses its connection. */
const transactionLost = () => new DatabaseUnavailable(connectionLost());

const nameOf = (statement: string): string =>
  /^\s*(\w+)(?:.*?\b(?:from|into|update)\s+"?(\w+))?/s.exec(statement)?.slice(1).filter(Boolean).join(' ') ??
  '';
