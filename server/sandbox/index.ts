/**
 * The sandbox: adapters, demo rows, pages and fault switches that a production server does not have. Its start does not
 * load these modules; `tests/architecture/sandbox.test.ts` holds it.
 */
import { Hono } from 'hono';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/open.ts';
import type { HonoEnv } from '../platform/env.ts';
import { seedInstitutions } from '../seed/seed.ts';
import { demoKey, demoSecretKey, ensureDemoKey } from './demo-key.ts';
import { demoReviewer, ensureDemoReviewer } from './demo-reviewer.ts';
import type { Faults } from './faults.ts';
import { lenderEventPages } from './lender-events.ts';
import { sandboxPortal } from './lender-portal.ts';
import { outboxPages, outboxPath } from './outbox.ts';
import { partnerOrigin, partnerPages, partnerPath } from './partner.ts';
import { providerPages } from './provider-pages.ts';

export { sandboxAdapters } from './adapters.ts';
export { createFaults } from './faults.ts';
export { setDemoPartnerOrigin } from './partner.ts';

/** Returns the credentials shown to a person who starts a sandbox. */
export const demoAccess = (config: Pick<Config, 'port'>) => ({
  key: demoKey,
  secretKey: demoSecretKey,
  reviewer: `${demoReviewer.email} / ${demoReviewer.password}`,
  outboxPath,
  partnerPage: partnerOrigin(config) + partnerPath,
});

/** The demo key, the demo reviewer, and institutions where there are none. */
export async function ensureDemoData(db: Database, now: Date): Promise<void> {
  await ensureDemoKey(db, now);
  await ensureDemoReviewer(db, now);
  await seedInstitutions(db);
}

export function sandboxPages(
  { db, clock, config }: { db: Database; clock: Clock; config: Config },
  faults: Faults,
): Hono<HonoEnv> {
  const pages = new Hono<HonoEnv>();
  pages.route('/sandbox/faults', faults.pages);
  pages.route('/', sandboxPortal({ db, clock, config }));
  pages.route('/', outboxPages(db));
  pages.route('/', lenderEventPages({ db, clock, config }));
  pages.route('/', providerPages({ db, clock, config }));
  pages.route('/', partnerPages({ db, config }));
  return pages;
}
