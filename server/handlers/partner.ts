/** What a partner sees, read-only, of the applications made with its keys (decision 5). */
import { eq } from 'drizzle-orm';
import { toCsv } from '../../domain/csv.ts';
import { todayInIndia } from '../../domain/dates.ts';
import type { LoanStatus } from '../../domain/wire.ts';
import type { components } from '../../openapi/generated.ts';
import type { Customer } from '../customers/sessions.ts';
import { partners } from '../db/schema/partners.ts';
import type { Handlers } from '../handler.ts';
import {
  countByPeriod,
  countByStatus,
  listApplications,
  listKeys,
  type PartnerSelection,
} from '../partner-view/read-applications.ts';
import { Problem } from '../problem.ts';
import { readPage } from './list-parameters.ts';

const longestPage = 100;

/** Applications in one file, the newest ones. */
const longestExport = 20_000;

export const partnerHandlers = {
  async readPartner({ query }, { db, customer }) {
    const selection = selectionOf(customer, query);
    const [partner] = await db.select().from(partners).where(eq(partners.id, selection.partnerId));
    if (!partner) throw new Error('A member names a partner that there is not');
    const [counts, keys] = [await countByStatus(db, selection), await listKeys(db, partner.id)];
    const statuses = [...counts].map(([status, count]) => ({ status, count }));
    return { success: true, result: { id: partner.id, name: partner.name, statuses, keys } };
  },

  async countPartnerApplications({ query }, { db, clock, customer }) {
    const today = todayInIndia(clock.now());
    const result = await countByPeriod(db, selectionOf(customer, query), { by: query.by ?? 'day', today });
    return { success: true, result };
  },

  async listPartnerApplications({ query }, { db, customer }) {
    const selection = selectionOf(customer, query);
    refusePersonalData(query.cols);
    const page = readPage(query, longestPage);
    const counts = await countByStatus(db, selection);
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const applications = await listApplications(db, selection, page);
    return { success: true, result: { applications, total } };
  },

  async exportPartnerApplications({ query }, { db, customer }) {
    const rows = await listApplications(db, selectionOf(customer, query), {
      offset: 0,
      limit: longestExport,
    });
    const lines = rows.map((row) => [row.loan_number, row.created_at.slice(0, 10), row.name, row.status]);
    return { success: true, result: { csv: toCsv([['number', 'date', 'name', 'status'], ...lines]) } };
  },
} satisfies Partial<Handlers>;

/** What a partner may know of an application; the answer always has all of it. */
const shownColumns: readonly string[] = [
  'loan_number',
  'created_at',
  'name',
  'status',
] satisfies (keyof components['schemas']['PartnerApplication'])[];

/** @throws Problem 403 */
function refusePersonalData(cols: string | undefined): void {
  const refused = cols?.split(',').find((name) => !shownColumns.includes(name.trim()));
  if (refused !== undefined) throw new Problem(403, 'A partner sees the name and the status alone');
}

/** @throws Problem 403 for a customer who is no partner's member */
function selectionOf(
  { partnerId }: Customer,
  { test = false, status }: { test?: boolean; status?: LoanStatus },
): PartnerSelection {
  if (partnerId === null) throw new Problem(403, 'Only members of a partner see its applications');
  return { partnerId, test, status };
}
