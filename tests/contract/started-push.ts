/** A push of which a server has written the beginning, before it died. */
import { eq } from 'drizzle-orm';
import { loans } from '../../server/db/schema/loans.ts';
import { appendToTimeline } from '../../server/timeline/timeline.ts';
import type { App } from './app.ts';

/** Says of a submitted loan that its own lender, 15, was asked; the lease is the test's. */
export async function writeStartedPush({ db, clock }: Pick<App, 'db' | 'clock'>, id: string): Promise<void> {
  await db.update(loans).set({ status: 'with_lender' }).where(eq(loans.id, id));
  await appendToTimeline(db, {
    ...{ loanId: id, at: clock.now(), by: 'applicant', act: 'lender.asked' },
    details: { lender_id: 15, submission: 1 },
  });
}
