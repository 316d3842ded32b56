/** Serves partners the applications made with their keys, read-only (decision 5). */
import { eq } from 'drizzle-orm';
import { todayInIndia } from '../../domain/values/dates.ts';
import type { PartnerSelection } from '../../domain/values/wire.ts';
import { partners } from '../db/schema/partners.ts';
import type { PartnerCaller } from '../partners/partners.ts';
import type { Handlers } from '../api/handler.ts';
import { applicationsCsv } from '../partner-view/csv.ts';
import {
  countByPeriod,
  countByState,
  listApplications,
  listKeys,
  type Selection,
} from '../partner-view/read-applications.ts';

const longestPage = 100;

/** Applications in one file, the newest ones. */
const longestExport = 20_000;

export const partnerHandlers = {
  async readPartner({ query }, { db, partner: caller }) {
    const [partner] = await db.select().from(partners).where(eq(partners.id, caller.id));
    if (!partner) throw new Error('A member or a key names a partner that there is not');
    const counts = await countByState(db, selectionOf(caller, query));
    const states = [...counts].map(([state, count]) => ({ state, count }));
    return { id: partner.id, name: partner.name, states, keys: await listKeys(db, partner.id) };
  },

  async countPartnerApplications({ query: { by = 'day', ...selection } }, { db, clock, partner }) {
    const today = todayInIndia(clock.now());
    return countByPeriod(db, selectionOf(partner, selection), { by, today });
  },

  async listPartnerApplications({ body }, { db, partner }) {
    const { selection, page = 1, page_length: limit = longestPage } = body;
    const selected = selectionOf(partner, selection);
    const counts = await countByState(db, selected);
    const total = selection?.state
      ? (counts.get(selection.state) ?? 0)
      : [...counts.values()].reduce((sum, count) => sum + count, 0);
    const applications = await listApplications(db, selected, { offset: (page - 1) * limit, limit });
    return { applications, total };
  },

  async exportPartnerApplications({ body: { selection, language } }, { db, partner }) {
    const selected = selectionOf(partner, selection);
    const applications = await listApplications(db, selected, { offset: 0, limit: longestExport });
    return { csv: applicationsCsv(applications, language) };
  },
} satisfies Partial<Handlers>;

/** A key sees the applications of its mode alone, whatever the call says. */
const selectionOf = ({ id, test }: PartnerCaller, selection: PartnerSelection = {}): Selection => ({
  partnerId: id,
  selection: test === null ? selection : { ...selection, test },
});
