/** `/healthz`, `/readyz` and `/metrics`, for balancers and for those who watch. */
import { Hono } from 'hono';
import { readClockDifference } from '../db/clock-difference.ts';
import type { Database, OpenDatabase } from '../db/open.ts';
import { platform, type Timer } from '../platform/platform.ts';
import type { HonoEnv } from '../platform/env.ts';
import { isSameText } from '../platform/same-text.ts';
import { isFromThisMachine } from '../http/loopback.ts';
import type { Metrics } from './metrics.ts';

/** A balancer asks every few seconds; a database that needs longer is no use to a caller. */
const databaseTimeoutMs = 2000;
const answeredLatelyMs = 10_000;

const noStore = { 'cache-control': 'no-store' };

export function healthPages(about: {
  db: Database;
  hasAnsweredWithin?: OpenDatabase['hasAnsweredWithin'];
  metrics: Metrics;
  /** Opens the metrics from anywhere; without one they are open to programs of this machine. */
  metricsToken: string | undefined;
  isStopping: () => boolean;
}): Hono<HonoEnv> {
  const { db, hasAnsweredWithin, metrics, metricsToken, isStopping } = about;
  const pages = new Hono<HonoEnv>();
  pages.get('/healthz', (call) => call.json({ status: 'alive' }, 200, noStore));
  pages.get('/readyz', async (call) => {
    if (isStopping()) return call.json({ status: 'stopping' }, 503, noStore);
    const status = await readStatus(db, hasAnsweredWithin);
    return call.json({ status }, status === 'ready' ? 200 : 503, noStore);
  });
  pages.get('/metrics', async (call) => {
    const isAllowed = metricsToken
      ? isSameText(call.req.header('authorization') ?? '', `Bearer ${metricsToken}`)
      : isFromThisMachine(call);
    if (!isAllowed) return call.text('There is nothing at this address', 404);
    return call.text(await metrics.text(), 200, { ...noStore, 'content-type': metrics.contentType });
  });
  return pages;
}

type Status = 'ready' | 'no database' | 'clock differs';

async function readStatus(
  db: Database,
  hasAnsweredWithin: OpenDatabase['hasAnsweredWithin'],
): Promise<Status> {
  let timer: Timer | undefined;
  const timedOut = new Promise<Status>((resolve) => {
    // Calls may have all connections, and their answers.
    const status = () => (hasAnsweredWithin?.(answeredLatelyMs) ? 'ready' : 'no database');
    timer = platform.startTimer(() => resolve(status()), databaseTimeoutMs);
  });
  const answered = readClockDifference(db).then(
    ({ isAllowed }): Status => (isAllowed ? 'ready' : 'clock differs'),
    (): Status => 'no database',
  );
  return Promise.race([answered, timedOut]).finally(() => timer?.close());
}
