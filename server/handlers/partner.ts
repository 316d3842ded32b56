/** What a partner sees, read-only, of the applications made with its keys (decision 5). */
import { eq } from 'drizzle-orm';
import { todayInIndia } from '../../domain/values/dates.ts';
import type { PartnerSelection } from '../../domain/values/wire.ts';
import type { Customer } from '../customers/sessions.ts';
import { partners } from '../db/schema/partners.ts';
import type { Handlers } from '../api/handler.ts';
import { applicationsCsv } from '../partner-view/csv.ts';
import {
  countByPeriod,
  countByState,
  listApplications,
  listKeys,
  type Selection,
} from '../partner-view/read-applications.ts';
import { Problem } from '../http/problem.ts';

const longestPage = 100;

/** Applications in one file, the newest ones. */
const longestExport = 20_000;

export const partnerHandlers = {
  async readPartner({ query }, { db, customer }) {
    const selected = selectionOf(customer, query);
    const [partner] = await db.select().from(partners).where(eq(partners.id, selected.partnerId));
    if (!partner) throw new Error('A member names a partner that there is not');
    const [counts, keys] = [await countByState(db, selected), await listKeys(db, partner.id)];
    const states = [...counts].map(([state, count]) => ({ state, count }));
    return { id: partner.id, name: partner.name, states, keys };
  },

  async countPartnerApplications({ query: { by = 'day', ...selection } }, { db, clock, customer }) {
    const today = todayInIndia(clock.now());
    return countByPeriod(db, selectionOf(customer, selection), { by, today });
  },

  async listPartnerApplications({ body }, { db, customer }) {
    const { selection, page = 1, page_length: limit = longestPage } = body;
    const selected = selectionOf(customer, selection);
    const counts = await countByState(db, selected);
    const total = selection?.state
      ? (counts.get(selection.state) ?? 0)
      : [...counts.values()].reduce((sum, count) => sum + count, 0);
    const applications = await listApplications(db, selected, { offset: (page - 1) * limit, limit });
    return { applications, total };
  },

  async exportPartnerApplications({ body: { selection, language } }, { db, customer }) {
    const selected = selectionOf(customer, selection);
    const applications = await listApplications(db, selected, { offset: 0, limit: longestExport });
    return { csv: applicationsCsv(applications, language) };
  },
} satisfies Partial<Handlers>;

/** @throws Problem 403 for a customer who is no partner's member */
function selectionOf({ partnerId }: Customer, selection: PartnerSelection = {}): Selection {
  if (partnerId === null) throw new Problem(403, 'Only members of a partner see its applications');
  return { partnerId, selection };
}
