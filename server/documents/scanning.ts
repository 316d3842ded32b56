/**
 * Looks for harmful content in what waits in the vault: at once when it comes, and again with growing pauses while no
 * answer does. Until then nobody opens it. Servers that share a database may look at the same content; the first word
 * counts.
 */
import { randomInt } from 'node:crypto';
import { and, asc, eq, lte, sql } from 'drizzle-orm';
import type { Objects } from '../adapters/objects.ts';
import type { Scanner, Verdict } from '../adapters/scanner.ts';
import { createSignal } from '../signal.ts';
import { type Database, transaction } from '../db/open.ts';
import { scans } from '../db/schema.ts';
import type { Services } from '../handler.ts';
import { changeLoan, lockLoan } from '../loans/row.ts';
import { errorFacts } from '../log.ts';
import { backoffDelayMs } from '../outbox/backoff.ts';
import { parseContentKey } from './object-keys.ts';
import { deleteUnreferencedContent } from './stored-contents.ts';
import { onContentAdded } from './notifier.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'log'> & {
  adapters: Pick<Services['adapters'], 'objects' | 'scanner'>;
};

type ScanRow = typeof scans.$inferSelect;

/** Longer than a scan takes: one that is taken is nobody else's for so long. */
const takenForMs = 90_000;
const longestPauseMs = 15 * 60_000;
const mostAtOnce = 4;

/** Where nobody scans any more, what still waits is let pass. */
const noScanner: Scanner = { scan: async () => 'clean' };

/** @param pollMs how often it looks for what other processes added and for what is due again */
export function startScanning(
  needs: Needs,
  { pollMs = 2000 }: { pollMs?: number } = {},
): {
  /** Lets go of what is being looked at; it waits on. */
  close: () => Promise<void>;
} {
  const { db, clock, log } = needs;
  const added = createSignal();
  const stopListening = onContentAdded(added.notify);
  const underWay = new Set<Promise<void>>();
  const closing = new AbortController();
  const report = (error: unknown) => log.error('scans not read', errorFacts(error));

  const begin = (row: ScanRow) => {
    const work = look(needs, row, closing.signal).then(() => {
      underWay.delete(work);
      added.notify();
    });
    underWay.add(work);
  };
  const run = async () => {
    // A process that died may have taken some; looking twice at what another one is looking at does no harm.
    await db.update(scans).set({ dueAt: clock.now() }).where(eq(scans.state, 'waiting')).catch(report);
    while (!closing.signal.aborted) {
      const isFree = underWay.size < mostAtOnce;
      const row = isFree ? await take(db, clock.now()).catch(report) : undefined;
      if (row) begin(row);
      else await added.wait(pollMs);
    }
    await Promise.all(underWay);
  };
  const ended = run();
  return {
    async close() {
      closing.abort();
      stopListening();
      added.notify();
      await ended;
    },
  };
}

/** The content that has been due longest, put off so that nobody else takes it meanwhile. */
const take = (db: Database, now: Date): Promise<ScanRow | undefined> =>
  transaction(db, async (tx) => {
    const [due] = await tx
      .select()
      .from(scans)
      .where(and(eq(scans.state, 'waiting'), lte(scans.dueAt, now)))
      .orderBy(asc(scans.dueAt))
      .limit(1)
      .for('update', { skipLocked: true });
    if (!due) return undefined;
    const [taken] = await tx
      .update(scans)
      .set({ attempts: sql`${scans.attempts} + 1`, dueAt: new Date(now.getTime() + takenForMs) })
      .where(eq(scans.key, due.key))
      .returning();
    return taken;
  });

/** Never throws: what it does not settle is due again. */
async function look(needs: Needs, row: ScanRow, signal: AbortSignal): Promise<void> {
  const { db, clock, log, adapters } = needs;
  const { key, attempts: attempt } = row;
  try {
    const verdict = await (adapters.scanner ?? noScanner).scan(bytesOf(adapters.objects, key), signal);
    await settle(needs, row, verdict);
    log.info('document scanned', { attempt, verdict });
  } catch (error) {
    // Whoever lets go because the server ends is not kept waiting afterwards.
    const pauseMs = signal.aborted ? 0 : Math.min(longestPauseMs, backoffDelayMs(attempt, randomFraction()));
    if (!signal.aborted) log.error('document not scanned', { attempt, ...errorFacts(error) });
    await db
      .update(scans)
      .set({ dueAt: new Date(clock.now().getTime() + pauseMs) })
      .where(isWaiting(row))
      .catch((failure: unknown) => log.error('scan not put off', errorFacts(failure)));
  }
}

/** The content, opened only when somebody begins to read it, and then closed by whoever stops. */
async function* bytesOf(objects: Objects, key: string): AsyncGenerator<Uint8Array> {
  const stored = await objects.head(key);
  const bytes = stored && (await objects.read(key, stored.eTag));
  if (!bytes) throw new Error('There is no such content');
  yield* bytes;
}

const isWaiting = ({ key }: ScanRow) => and(eq(scans.key, key), eq(scans.state, 'waiting'));

/** Writes the verdict down; what is refused leaves the vault. */
async function settle(needs: Needs, row: ScanRow, state: Verdict): Promise<void> {
  const { db, clock } = needs;
  const isRefused = await transaction(db, async (tx) => {
    const loan = await lockLoan(tx, row.loanId, clock.now());
    const settled = await tx.update(scans).set({ state }).where(isWaiting(row)).returning();
    if (settled.length === 0 || state !== 'refused') return false;
    // Who has read the application has read of a document that is none.
    await changeLoan(tx, loan, {}, clock.now());
    return true;
  });
  const content = parseContentKey(row.key);
  if (isRefused && content) await deleteUnreferencedContent(needs, content);
}

const randomFraction = () => randomInt(2 ** 32) / 2 ** 32;
