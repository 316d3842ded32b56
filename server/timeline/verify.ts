/** Finds entries of timelines that are no legal step of their loan's life (`npm run admin -- verify-timelines`). */
import { asc, gt, inArray, isNull, and } from 'drizzle-orm';
import type { Database } from '../db/open.ts';
import { loans } from '../db/schema/loans.ts';
import { timeline } from '../db/schema/review.ts';
import { firstUnexplained } from './replay.ts';
import type { TimelineRow } from './timeline.ts';

export type Unexplained = { loanId: string; entry: TimelineRow };
export type TimelineReport = { timelines: number; entries: number; unexplained: Unexplained[] };

const loansAtATime = 200;

/** Erased loans are left out: what their entries were about is gone. */
export async function verifyTimelines(db: Database): Promise<TimelineReport> {
  const report: TimelineReport = { timelines: 0, entries: 0, unexplained: [] };
  for (let after = ''; ;) {
    const page = await db
      .select({ id: loans.id, lenderId: loans.lenderId, lenderIds: loans.lenderIds })
      .from(loans)
      .where(and(gt(loans.id, after), isNull(loans.erasedAt)))
      .orderBy(asc(loans.id))
      .limit(loansAtATime);
    const last = page.at(-1);
    if (!last) return report;
    const rows = await db
      .select()
      .from(timeline)
      .where(
        inArray(
          timeline.loanId,
          page.map(({ id }) => id),
        ),
      )
      .orderBy(asc(timeline.id));
    const byLoan = new Map<string, TimelineRow[]>(page.map(({ id }) => [id, []]));
    for (const row of rows) byLoan.get(row.loanId)?.push(row);
    for (const { id, lenderId, lenderIds } of page) {
      const areSeveral = lenderIds.length > 0;
      const own = areSeveral ? lenderIds : [lenderId];
      const entry = firstUnexplained(byLoan.get(id) ?? [], { own, areSeveral });
      if (entry) report.unexplained.push({ loanId: id, entry });
    }
    report.timelines += page.length;
    report.entries += rows.length;
    after = last.id;
  }
}

/** Fields' values are personal data: only the acts that move a status say from what to what. */
const changeOf = ({ act, before, after }: TimelineRow): string =>
  act === 'servicing.stage' || act === 'lender.answered' ? ` from ${String(before)} to ${String(after)}` : '';

/** Returns a line for each loan with an unexplained entry, and the counts. */
export const describeReport = ({ timelines, entries, unexplained }: TimelineReport): string[] => [
  ...unexplained.map(
    ({ loanId, entry }) =>
      `${loanId}: entry ${entry.id} of ${entry.at.toISOString()}, ${entry.act}${changeOf(entry)}, is no step that its life allows`,
  ),
  `verify-timelines: ${timelines} timelines, ${entries} entries, ${unexplained.length} unexplained`,
];
