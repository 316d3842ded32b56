/**
 * The virus scan of stored documents: at once when one is added, and retried with a growing backoff while the scanner does
 * not answer. Until then the document cannot be opened. Servers that share a database may scan the same content; the
 * first verdict counts.
 */
import { randomInt } from 'node:crypto';
import { and, asc, eq, lte, sql } from 'drizzle-orm';
import type { Objects } from '../adapters/objects.ts';
import type { ScanVerdict } from '../adapters/scanner.ts';
import { createSignal } from '../signal.ts';
import { type Database, transaction } from '../db/open.ts';
import { contents, scans } from '../db/schema.ts';
import type { Services } from '../handler.ts';
import { changeLoan, lockLoan } from '../loans/row.ts';
import { errorFields } from '../log.ts';
import { backoffDelayMs } from '../jobs/backoff.ts';
import { refreshNow } from '../push/schedule.ts';
import { deleteClaimedObject, deletionLease } from './delete-contents.ts';
import { onContentAdded } from './notifier.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'log'> & {
  adapters: Pick<Services['adapters'], 'objects' | 'scanner'>;
};

type ScanRow = typeof scans.$inferSelect;

/** The lease of a claimed scan, longer than a scan takes: no other worker claims it meanwhile. */
const leaseMs = 90_000;
const backoff = { firstMs: 2000, factor: 4, longestMs: 15 * 60_000 };
const mostAtOnce = 4;

/** @param pollMs how often it polls for documents that other processes added and for retries that are due */
export function startScanWorker(
  needs: Needs,
  { pollMs = 2000 }: { pollMs?: number } = {},
): {
  /** Aborts the scans in progress, which stay queued. */
  close: () => Promise<void>;
} {
  const { db, clock, log } = needs;
  const added = createSignal();
  const stopListening = onContentAdded(added.notify);
  const underWay = new Set<Promise<void>>();
  const closing = new AbortController();
  const report = (error: unknown) => log.error('scans not read', errorFields(error));

  const begin = (row: ScanRow) => {
    const work = scanContent(needs, row, closing.signal).then(() => {
      underWay.delete(work);
      added.notify();
    });
    underWay.add(work);
  };
  const run = async () => {
    // A crashed process may have claimed scans: all are due again, because scanning twice is harmless.
    await db.update(scans).set({ dueAt: clock.now() }).where(eq(scans.state, 'waiting')).catch(report);
    while (!closing.signal.aborted) {
      const isFree = underWay.size < mostAtOnce;
      const row = isFree ? await claimScan(db, clock.now()).catch(report) : undefined;
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

/** Claims the scan that has been due longest by moving its due time, which is its lease. */
const claimScan = (db: Database, now: Date): Promise<ScanRow | undefined> =>
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
      .set({ attempts: sql`${scans.attempts} + 1`, dueAt: new Date(now.getTime() + leaseMs) })
      .where(eq(scans.key, due.key))
      .returning();
    return taken;
  });

/** Never throws: a scan without a verdict becomes due again. */
async function scanContent(needs: Needs, row: ScanRow, signal: AbortSignal): Promise<void> {
  const { db, clock, log, adapters } = needs;
  const { key, attempts: attempt } = row;
  try {
    // Documents that still wait when the scanner is configured away were never scanned.
    const verdict = adapters.scanner
      ? await adapters.scanner.scan(bytesOf(adapters.objects, key), signal)
      : 'not_scanned';
    await recordVerdict(needs, row, verdict);
    log.info('document scanned', { attempt, verdict });
  } catch (error) {
    // Aborted by the shutdown: due at once, without a backoff.
    const pauseMs = signal.aborted ? 0 : backoffDelayMs(backoff, attempt, randomFraction());
    if (!signal.aborted) log.error('document not scanned', { attempt, ...errorFields(error) });
    await db
      .update(scans)
      .set({ dueAt: new Date(clock.now().getTime() + pauseMs) })
      .where(isWaiting(row))
      .catch((failure: unknown) => log.error('scan not put off', errorFields(failure)));
  }
}

/** The content's bytes; opened at the first read, so that an unused generator holds no stream. */
async function* bytesOf(objects: Objects, key: string): AsyncGenerator<Uint8Array> {
  const stored = await objects.head(key);
  const bytes = stored && (await objects.read(key, stored.eTag));
  if (!bytes) throw new Error('There is no such content');
  yield* bytes;
}

const isWaiting = ({ key }: Pick<ScanRow, 'key'>) => and(eq(scans.key, key), eq(scans.state, 'waiting'));

/** Records the verdict; the object of a refused content is deleted from the store. */
async function recordVerdict(
  needs: Needs,
  { key, loanId }: ScanRow,
  scan: ScanVerdict | 'not_scanned',
): Promise<void> {
  const { db, clock } = needs;
  const isRefused = await transaction(db, async (tx) => {
    const loan = await lockLoan(tx, loanId, clock.now());
    const settled = await tx.update(scans).set({ state: scan }).where(isWaiting({ key })).returning();
    if (settled.length === 0) return false;
    const object = scan === 'refused' ? deletionLease(clock.now()) : {};
    await tx
      .update(contents)
      .set({ scan, ...object })
      .where(eq(contents.key, key));
    if (scan !== 'refused') await refreshNow(tx, loan, clock.now());
    // Raises the loan's version: a reviewer's view still has the refused document.
    if (scan === 'refused') await changeLoan(tx, loan, {}, clock.now());
    return scan === 'refused';
  });
  if (isRefused) await deleteClaimedObject(needs, key);
}

const randomFraction = () => randomInt(2 ** 32) / 2 ** 32;
