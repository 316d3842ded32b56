/** Checks of the lists of days: whole, each entry once, and as the loans' own answers have it. */
import { addDays, type IsoDate, todayInIndia } from '../../domain/values/dates.ts';
import { collectionsOf, type Kit, type Loan } from './loan.ts';
import { shown } from './report.ts';
import type { EntriesPage, Entry } from './wire.ts';

const mostPages = 1000;

/** Reads a day's entries page by page. @returns null if the list is incomplete */
async function readList({ ask, report }: Kit, day: IsoDate): Promise<Entry[] | null> {
  const entries: Entry[] = [];
  const totals: number[] = [];
  const cursors = new Set<string>();
  for (let after: string | null = null, pages = 0; pages < mostPages; pages += 1) {
    const query: Record<string, string> = { day, ...(after !== null && { after }) };
    const answer = await ask('listDay', { query });
    report.equal('list-total', answer.call, answer.status, 200);
    if (answer.status !== 200) return null;
    const page = answer.body as EntriesPage;
    entries.push(...page.entries);
    totals.push(page.total);
    after = page.next;
    const isNew = after === null || (!cursors.has(after) && page.entries.length > 0);
    report.check('list-total', answer.call, {
      ok: isNew,
      expected: 'a page with entries, and a cursor that was not there before',
      came: shown(page.next),
    });
    if (after === null || !isNew) break;
    cursors.add(after);
  }
  report.check('list-total', `GET entries?day=${day}`, {
    ok: totals.every((total) => total === entries.length),
    expected: `total ${entries.length} on each page, the number of entries that came`,
    came: totals.join(', '),
  });
  if (cursors.size === 0 && entries.length > 0)
    report.skip('list-total', `the list of ${day} has one page, so its cursors were not tried`);
  return entries;
}

const keyOf = ({ id, reference, state }: Entry): string =>
  state === 'disbursed' ? `disbursal ${reference}` : `collection ${id}`;

/** Returns the entries of a day according to the loan's own answer. */
const known = (loan: Loan, day: IsoDate): Entry[] => {
  const { reference, last } = loan;
  return [
    ...(last?.disbursal
      ? [{ ...last.disbursal, id: reference, reference, state: 'disbursed' as const }]
      : []),
    ...collectionsOf(loan).map((one) => ({ ...one, reference })),
  ].filter((one) => one.on === day || ('changed_on' in one && one.changed_on === day));
};

const factsOf = (entry: Entry) => ({
  ...{ reference: entry.reference, amount_paise: entry.amount_paise, state: entry.state, on: entry.on },
  currency: entry.currency ?? 'INR',
});

export async function checkLists(kit: Kit): Promise<void> {
  const { report, loans } = kit;
  const today = todayInIndia(new Date());
  for (const day of new Set([addDays(today, -1), today])) {
    const call = `GET entries?day=${day}`;
    const entries = await readList(kit, day);
    if (!entries) continue;
    const keys = entries.map(keyOf);
    const twice = keys.filter((key, index) => keys.indexOf(key) !== index);
    report.check('list-unique', call, {
      ok: twice.length === 0,
      expected: 'each entry once',
      came: twice.join(', '),
    });
    const stray = entries.filter(({ on, state }) => {
      const wentBack = state === 'returned' || state === 'reversed';
      return on !== day && !(on < day && wentBack);
    });
    report.check('list-day', call, {
      ok: stray.length === 0,
      expected: `entries of ${day}, or that went back on it`,
      came: shown(stray),
    });
    const listed = new Map(entries.map((entry) => [keyOf(entry), entry]));
    for (const entry of loans.flatMap((loan) => known(loan, day))) {
      const said = listed.get(keyOf(entry));
      report.equal('list-complete', `${call}, ${keyOf(entry)}`, said && factsOf(said), factsOf(entry));
    }
    const again = await readList(kit, day);
    report.equal('say-again', call, again, entries);
  }
  const empty = await kit.ask('listDay', { query: { day: '2001-01-01' } });
  report.equal('list-empty', empty.call, empty.body, { entries: [], next: null, total: 0 });
}
