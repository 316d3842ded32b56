import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { executeSql, transaction } from '../../server/db/open.ts';
import { lenderLoans } from '../../server/db/schema/lenders.ts';
import { loans } from '../../server/db/schema/loans.ts';
import { describeOnPostgresByDay } from './both-databases.ts';
import { createdLoan, type CreatedLoan } from './fixtures.ts';

describeOnPostgresByDay('drafts', (given) => {
  const keep = ({ id, token }: CreatedLoan, version: number, body: object, step = 'applicant') =>
    given.app.call('keepDraft', {
      path: { id, step },
      token,
      headers: { 'if-match': String(version) },
      body: { body },
    });
  const read = async ({ id, token }: CreatedLoan, step = 'applicant') =>
    (await given.app.call('getDraft', { path: { id, step }, token })).body.result;

  it('store any typed values per step and version', async () => {
    const loan = await createdLoan(given.app);
    expect(await read(loan)).toEqual({ version: 0, body: null });
    const typed = { personal_details: { pan: 'abc', name: 'மீ', nested: [1, [2, { a: null }]] } };
    expect((await keep(loan, 0, typed)).body.result).toEqual({ version: 1 });
    expect((await keep(loan, 1, { pan: 'abcd' })).body.result).toEqual({ version: 2 });
    expect(await read(loan)).toEqual({ version: 2, body: { pan: 'abcd' } });
    expect(await read(loan, 'students')).toEqual({ version: 0, body: null });
  });

  it('refuse an outdated version, and accept the same content twice', async () => {
    const loan = await createdLoan(given.app);
    await keep(loan, 0, { a: 1, b: 2 });
    expect((await keep(loan, 0, { b: 2, a: 1 })).body.result).toEqual({ version: 1 });
    expect((await keep(loan, 0, { a: 2 })).status).toBe(412);
    await keep(loan, 1, { a: 3 });
    expect((await keep(loan, 1, { a: 4 })).status).toBe(412);
    expect((await keep(loan, 9, { a: 4 })).status).toBe(412);
    expect((await keep(loan, -1, { a: 4 })).status).toBe(400);
    expect(await read(loan)).toEqual({ version: 2, body: { a: 3 } });
  });

  it('do not return after a Submit that removes them', async () => {
    const { db } = given.app;
    const loan = await createdLoan(given.app);
    let late: ReturnType<typeof keep> | undefined;
    await transaction(db, async (tx) => {
      await tx.select().from(loans).where(eq(loans.id, loan.id)).for('update');
      late = keep(loan, 0, { late: true });
      if (given.database.env.DATABASE_URL) await expect.poll(isLockAwaited).toBe(true);
      await tx.update(loans).set({ status: 'with_lender' }).where(eq(loans.id, loan.id));
      await tx.insert(lenderLoans).values({
        loanId: loan.id,
        lenderId: 15,
        reference: loan.id,
        holder: loan.id,
        heldUntil: sql`clock_timestamp() + interval '1 hour'`,
        createdAt: given.app.clock.now(),
      });
    });
    expect((await late)?.status).toBe(409);
    expect(await read(loan)).toEqual({ version: 0, body: null });
  });

  /** Returns whether a statement waits for a lock. */
  const isLockAwaited = async () => {
    const [row] = await executeSql<{ waits: boolean }>(
      given.app.db,
      sql`select exists (
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      ) as waits`,
    );
    return row?.waits;
  };

  it('accept one of several simultaneous writes', async () => {
    const loan = await createdLoan(given.app);
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => keep(loan, 0, { n })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(11);
  });
});
