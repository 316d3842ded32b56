/**
 * What the sandbox's providers share: their books, which a restart or a second server on the same database finds, the
 * shape of their pages, and the fault switches.
 */
import { and, eq } from 'drizzle-orm';
import type { ProviderName } from '../adapters/provider.ts';
import type { Database } from '../db/open.ts';
import type { Section } from '../db/schema/columns.ts';
import { sandboxProviderRecords } from '../db/schema/sandbox.ts';
import type { ProviderSwitches } from '../adapters/index.ts';

export type ProviderRecord<Request, State> = { request: Request; record: State };

export type ProviderRecords<Request, State> = {
  find: (db: Database, reference: string) => Promise<ProviderRecord<Request, State> | undefined>;
  list: (db: Database) => Promise<(ProviderRecord<Request, State> & { reference: string })[]>;
  /** Opens a record, or leaves the one that is there; answers the one that is there then. */
  open: (
    db: Database,
    reference: string,
    first: ProviderRecord<Request, State>,
    now: Date,
  ) => Promise<ProviderRecord<Request, State>>;
  /** @returns the record after the change; undefined where there is none */
  change: (
    db: Database,
    reference: string,
    changes: Partial<State>,
  ) => Promise<ProviderRecord<Request, State> | undefined>;
};

export function recordsOf<Request extends Section, State extends Section>(
  provider: ProviderName,
): ProviderRecords<Request, State> {
  const isRecord = (reference: string) =>
    and(eq(sandboxProviderRecords.provider, provider), eq(sandboxProviderRecords.reference, reference));
  const records: ProviderRecords<Request, State> = {
    async find(db, reference) {
      const [row] = await db.select().from(sandboxProviderRecords).where(isRecord(reference));
      // Its provider alone writes it, by this type.
      return row as ProviderRecord<Request, State> | undefined;
    },
    async list(db) {
      const all = eq(sandboxProviderRecords.provider, provider);
      const rows = await db.select().from(sandboxProviderRecords).where(all);
      return rows as unknown as (ProviderRecord<Request, State> & { reference: string })[];
    },
    async open(db, reference, first, now) {
      await db
        .insert(sandboxProviderRecords)
        .values({ provider, reference, ...first, createdAt: now })
        .onConflictDoNothing();
      return (await records.find(db, reference)) ?? first;
    },
    async change(db, reference, changes) {
      const found = await records.find(db, reference);
      if (!found) return undefined;
      const record = { ...found.record, ...changes };
      await db.update(sandboxProviderRecords).set({ record }).where(isRecord(reference));
      return { ...found, record };
    },
  };
  return records;
}

/** Runs calls under the switches, where there are any. */
export const withSwitches =
  (switches: ProviderSwitches | undefined): ProviderSwitches['aroundProvider'] =>
  (call, run) =>
    switches ? switches.aroundProvider(call, run) : run();

/** What the page of a sandbox's provider shows and does. */
export type ProviderPage = {
  provider: ProviderName;
  /** Without the reference. */
  path: string;
  title: string;
  /** The page's content as HTML; undefined where there is no such request. */
  show: (reference: string, query: Record<string, string>) => Promise<string | undefined>;
  /** What happens when a button is pressed; undefined where there is no such request or button. */
  press: (
    reference: string,
    form: Partial<Record<'outcome' | 'method', string>>,
  ) => Promise<{ returnUrl: string; isAnnounced: boolean } | undefined>;
};
