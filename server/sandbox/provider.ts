/**
 * Implements the common parts of the sandbox's providers: their stored books, which a restart or a second server finds,
 * the calls that are answered from them under the fault switches, and the shape of their pages.
 */
import { and, eq, type SQL } from 'drizzle-orm';
import type { ProviderSwitches, SandboxNeeds } from '../adapters/index.ts';
import type { ProviderCall, ProviderName, ProviderReply } from '../adapters/provider.ts';
import type { Database } from '../db/open.ts';
import type { Section } from '../db/schema/columns.ts';
import { sandboxProviderRecords } from '../db/schema/sandbox.ts';
import { siteOf } from '../http/site.ts';
import type { Clock } from '../platform/clock.ts';

/** A request under a reference, and what became of it. */
export type Opened<Request, State> = { reference: string; request: Request; record: State };

/** The records of one provider. */
export function bookOf<Request extends Section, State extends Section>(db: Database, provider: ProviderName) {
  const isOfProvider = eq(sandboxProviderRecords.provider, provider);
  const isRecord = (reference: string) => and(isOfProvider, eq(sandboxProviderRecords.reference, reference));
  // Its provider alone writes them, by these types.
  const select = async (which: SQL | undefined) =>
    (await db.select().from(sandboxProviderRecords).where(which)) as unknown as Opened<Request, State>[];
  return {
    list: () => select(isOfProvider),
    find: async (reference: string) => (await select(isRecord(reference)))[0],
    async change({ reference, record }: Opened<Request, State>, changes: Partial<State>): Promise<void> {
      const changed = { ...record, ...changes };
      await db.update(sandboxProviderRecords).set({ record: changed }).where(isRecord(reference));
    },
  };
}

/** Answers the calls of a provider. @param readingOf returns what it says of a record */
export function sandboxCalls<Request extends Section, State extends Section, Reading>(
  provider: ProviderName,
  { db, clock, switches }: SandboxNeeds,
  readingOf: (opened: Opened<Request, State>) => Reading,
) {
  const book = bookOf<Request, State>(db, provider);
  const around: ProviderSwitches['aroundProvider'] = (call, run) =>
    switches ? switches.aroundProvider(call, run) : run();
  const read = async (reference: string): Promise<ProviderReply<Reading>> => {
    const found = await book.find(reference);
    return found ? readingOf(found) : { kind: 'none' };
  };
  return {
    ...{ book, around },
    /** Opens a record, or leaves the one that is there. */
    open: (call: ProviderCall, { reference, ...first }: Opened<Request, State>) =>
      around(call, async () => {
        const row = { provider, reference, ...first, createdAt: clock.now() };
        await db.insert(sandboxProviderRecords).values(row).onConflictDoNothing();
        return read(reference);
      }),
    read: (call: ProviderCall, reference: string) => around(call, () => read(reference)),
    /** @param changesOf returns undefined if the record is unchanged */
    change: (
      call: ProviderCall,
      reference: string,
      changesOf: (opened: Opened<Request, State>) => Partial<State> | undefined,
    ) =>
      around(call, async () => {
        const found = await book.find(reference);
        const changes = found && changesOf(found);
        if (changes) await book.change(found, changes);
        return read(reference);
      }),
  };
}

export const pageAddress = (config: SandboxNeeds['config'], provider: ProviderName, reference: string) =>
  `${siteOf(config)}/sandbox/${provider}/${reference}`;

/** The content and actions of a sandbox provider's page. */
export type ProviderPage<Request extends Section & { returnUrl: string }, State extends Section> = {
  provider: ProviderName;
  title: string;
  /** Returns the page's content as HTML. */
  show: (opened: Opened<Request, State>, given: { query: Record<string, string>; clock: Clock }) => string;
  /** Returns the result of pressing a button; undefined for an unknown button. */
  press: (
    opened: Opened<Request, State>,
    form: Partial<Record<'outcome' | 'method', string>>,
    clock: Clock,
  ) => { changes?: Partial<State>; isAnnounced: boolean } | undefined;
};

/** Says whether a button of these has the name that was sent. */
export const isButton = <Labels extends object>(
  labels: Labels,
  name: string | undefined,
): name is keyof Labels & string => name !== undefined && Object.hasOwn(labels, name);
