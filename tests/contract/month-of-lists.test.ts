/** A month of many loans: the cases are the differences that were planted in the lists, each once, and no other. */
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { addDays, todayInIndia } from '../../domain/values/dates.ts';
import type { DayEntry, ListDay } from '../../server/adapters/day-list.ts';
import { executeSql } from '../../server/db/open.ts';
import { servicingCases } from '../../server/db/schema/servicing.ts';
import { reconcileByJob } from '../../server/servicing/reconcile.ts';
import { createRandom } from '../fuzz/random.ts';
import { fillWithLoans } from '../support/many-loans.ts';
import { isNightly } from '../support/nightly.ts';
import { seed } from '../support/seed.ts';
import { describeOnPostgres } from './both-databases.ts';

const loansInAll = isNightly ? 3000 : 400;
const days = 30;
const firstDay = '2026-06-01';
const entriesPerPage = 7;

/** Returns the entries listed in place of one entry, and the kind of the case that follows. */
const plants: Record<string, (one: DayEntry) => [listed: DayEntry[], kind: string]> = {
  lacks: () => [[], 'unlisted'],
  'one too many': (one) => [[one, { ...one, id: `${one.id}-x` }], 'listed_unknown'],
  'one of nobody': (one) => [[one, { ...one, id: `${one.id}-y`, reference: 'nobody' }], 'listed_unknown'],
  'one twice': (one) => [[one, one], 'listed_unknown'],
  amount: (one) => [[{ ...one, amountPaise: one.amountPaise + 1 }], 'listed_otherwise'],
  currency: (one) => [[{ ...one, currency: 'USD' }], 'listed_otherwise'],
  state: (one) => [
    [{ ...one, state: one.state === 'reversed' || one.state === 'refunded' ? 'captured' : 'reversed' }],
    'listed_otherwise',
  ],
  'a day later': (one) => [[{ ...one, on: addDays(one.on, 1) }], 'listed_otherwise'],
  'a day before': (one) => [[{ ...one, on: addDays(one.on, -1) }], 'listed_otherwise'],
};

describeOnPostgres('a month of lists', (given) => {
  it(`finds each planted difference in one of twenty entries, by seed ${seed}`, async () => {
    const { app, database } = given;
    await fillWithLoans(database.query, { loans: loansInAll, others: 0 });
    for (const statement of [
      "update loans set status = 'approved'",
      `insert into lender_loans (loan_id, lender_id, reference, created_at, disbursed_on, disbursed_paise)
        select id, 15, '15-' || id, now(), '${firstDay}'::date + (row_number() over (order by id) % ${days})::integer, 4000000
        from loans`,
      `insert into payment_orders (id, loan_id, lender_id, purpose, amount_paise, state, provider_reference, idempotency_key,
          created_at, expires_at)
        select gen_random_uuid(), loan_id, 15, 'advance', 630000, 'paid', 'o-' || loan_id, loan_id, now(), now() from lender_loans`,
      `insert into payments (id, order_id, loan_id, lender_id, provider_payment_id, amount_paise, currency, state, method,
          paid_at, received_at)
        select gen_random_uuid(), id, loan_id, 15, 'p-' || loan_id, 630000, 'INR',
          (array['captured', 'held', 'refunded', 'failed'])[1 + row_number() over (order by loan_id) % 4], 'upi', at, at
        from (select *, timestamptz '${firstDay}T00:00+05:30'
            + (row_number() over (order by loan_id) * 107 % (${days} * 24 * 60)) * interval '1 minute' as at
          from payment_orders) as paid`,
      `insert into collections (id, loan_id, lender_id, entry_id, instalment, amount_paise, collected_on, state, counts, said_at)
        select gen_random_uuid(), loan_id, 15, 'c-' || loan_id, 1, 630000,
          ('${firstDay}'::date + (row_number() over (order by loan_id) * 11 % ${days})::integer)::text,
          (array['collected', 'returned', 'reversed'])[1 + row_number() over (order by loan_id) % 3], true, now()
        from lender_loans`,
    ])
      await app.db.execute(sql.raw(statement));
    for (const { id } of await executeSql<{ id: string }>(app.db, sql`select id from loans`))
      app.handWritten.set(id, 'the database is filled past the server');

    const books: Record<string, DayEntry[]> = {
      payments: await executeSql(
        app.db,
        sql`select provider_payment_id as id, 'o-' || loan_id as reference, amount_paise::integer as "amountPaise", currency,
            case state when 'held' then 'captured' else state end as state,
            to_char(paid_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as "on"
          from payments`,
      ),
      15: await executeSql(
        app.db,
        sql`select entry_id as id, '15-' || loan_id as reference, amount_paise::integer as "amountPaise", 'INR' as currency,
            state, collected_on as "on"
          from collections
          union all
          select reference, reference, disbursed_paise::integer, 'INR', 'disbursed', disbursed_on from lender_loans`,
      ),
    };
    const random = createRandom(seed);
    const names = Object.keys(plants);
    const planted: string[] = [];
    const lists = Object.fromEntries(
      Object.entries(books).map(([counterparty, right]) => {
        const listed = right.flatMap((one): DayEntry[] => {
          if (random.whole(20) > 0 || one.state === 'failed') return [one];
          const plant = plants[names[planted.length % names.length] ?? ''];
          if (!plant) throw new Error('There is no such difference');
          const [entries, kind] = plant(one);
          planted.push(`${counterparty} ${kind} ${(entries.at(-1) ?? one).id}`);
          return entries;
        });
        return [counterparty, listed];
      }),
    );
    const listOf =
      (counterparty: string): ListDay =>
      async (day, after) => {
        const all = (lists[counterparty] ?? []).filter(({ on }) => on === day);
        const from = Number(after ?? 0);
        const to = Math.min(from + entriesPerPage, all.length);
        const next = to < all.length ? String(to) : null;
        return { kind: 'page', entries: all.slice(from, to), next, total: all.length };
      };
    const { adapters } = app.services;
    if (!adapters.payments || !adapters.lenders[15]) throw new Error('The sandbox has both');
    adapters.payments.listDay = listOf('payments');
    adapters.payments.readOrder = async () => ({ kind: 'noResponse' });
    adapters.lenders[15].listDay = listOf('15');
    const before = await executeSql(app.db, sql`select * from payments order by id`);

    app.clock.pass(
      new Date(`${addDays(firstDay, days + 5)}T04:00+05:30`).getTime() - app.clock.now().getTime(),
    );
    expect(todayInIndia(app.clock.now()) > addDays(firstDay, days)).toBe(true);
    const run = { attempt: 1, isLastAttempt: false, signal: new AbortController().signal };
    for (const counterparty of ['payments', '15'])
      for (let day = addDays(firstDay, -2); day <= addDays(firstDay, days + 1); day = addDays(day, 1))
        expect(await reconcileByJob(app.services, { counterparty, day }, run)).toBe('done');

    const found = (await app.db.select().from(servicingCases)).map(({ counterparty, kind, details }) => {
      const entry = details.find(({ name }) => name === 'entry_id');
      return `${counterparty} ${kind} ${entry?.said ?? entry?.known}`;
    });
    expect(new Set(planted.map((one) => one.split(' ')[1])).size).toBe(3);
    expect(planted.length).toBeGreaterThan(loansInAll / 20);
    expect(found.sort()).toEqual(planted.sort());
    expect(await executeSql(app.db, sql`select * from payments order by id`)).toEqual(before);
  }, 600_000);
});
