/** The notice of an instalment that is late, and of the charge that was levied for it (decision 92). */
import { randomUUID } from 'node:crypto';
import { and, eq, like } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { transaction } from '../../server/db/open.ts';
import { loans } from '../../server/db/schema/loans.ts';
import { messages } from '../../server/db/schema/messages.ts';
import { jobs } from '../../server/db/schema/servers.ts';
import { sendLateNoticeByJob } from '../../server/servicing/late-notice.ts';
import { lockLenderLoan } from '../../server/servicing/lender-loans.ts';
import { advanceStage } from '../../server/servicing/stage.ts';
import { manualClock } from '../../server/testing/clock.ts';
import { type AcceptedLoan, acceptedLoan, disbursed, lenderId } from './accepted-loan.ts';
import { describeOnPostgresByDay } from './both-databases.ts';
import { press } from './provider-pages.ts';

/** Three days of grace follow the first due date, 20 August. */
const noticeAt = new Date('2026-08-24T10:00:00+05:30');

describeOnPostgresByDay('the notice of a late instalment', (given) => {
  const advance = ({ id: loanId }: AcceptedLoan, now = given.app.clock.now()) =>
    transaction(given.app.db, async (tx) => {
      const locked = await lockLenderLoan(tx, { loanId, lenderId }, now);
      if (locked) await advanceStage(tx, locked, { now, config: given.app.config });
    });
  const disbursedLoan = async (changes: Parameters<typeof acceptedLoan>[1] = {}): Promise<AcceptedLoan> => {
    const loan = await acceptedLoan(given.app, { advanceInstalments: 0, ...changes });
    await disbursed(given.app, loan);
    await advance(loan);
    return loan;
  };
  const payFirst = async ({ bearer, id }: AcceptedLoan) => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = { purpose: 'instalment', instalment: 1 };
    const ordered = await given.app.call('createPaymentOrder', { bearer, path: { id }, body, headers });
    const { order_id, url } = ordered.body.result;
    await press(given.app, url, { outcome: 'paid', method: 'upi' }, { isDelivered: false });
    await given.app.call('readPaymentOrder', { bearer, path: { id, order_id } });
  };
  const waiting = ({ id }: AcceptedLoan) =>
    given.app.db
      .select({ payload: jobs.payload, runAt: jobs.runAt })
      .from(jobs)
      .where(like(jobs.dedupeKey, `late:${id}:%`))
      .orderBy(jobs.runAt);
  const send = ({ id: loanId }: AcceptedLoan, at = noticeAt) =>
    sendLateNoticeByJob(
      { ...given.app.services, clock: manualClock(at) },
      { loanId, lenderId, instalment: 1 },
    );
  const sent = ({ id }: AcceptedLoan) =>
    given.app.db
      .select()
      .from(messages)
      .where(and(eq(messages.loanId, id), eq(messages.template, 'servicing.late')));

  it('a late instalment is told once, with the charge that was levied for it', async () => {
    const loan = await disbursedLoan();
    expect(await waiting(loan)).toEqual([
      { payload: { loanId: loan.id, lenderId, instalment: 1 }, runAt: noticeAt },
    ]);
    expect(await Promise.all([send(loan), send(loan)])).toEqual(['done', 'done']);
    const told = await sent(loan);
    expect(told.map(({ channel }) => channel).toSorted()).toEqual(['email', 'sms']);
    for (const { text } of told)
      for (const part of ['₹6,300.00', '20 August 2026', '₹500.00']) expect(text).toContain(part);
    expect(await waiting(loan)).toMatchObject([{ payload: { instalment: 2 } }]);
  });

  it('a late instalment without a charge is told without one', async () => {
    const loan = await disbursedLoan({ contingentCharges: [] });
    await send(loan);
    for (const { text } of await sent(loan)) expect(text).not.toContain('paying late');
    expect(await sent(loan)).toHaveLength(2);
  });

  it('a paid instalment is not told, nor one that becomes late on a later day', async () => {
    const paid = await disbursedLoan();
    await payFirst(paid);
    await send(paid);
    const early = await disbursedLoan();
    await send(early, new Date('2026-08-23T10:00:00+05:30'));
    expect([await sent(paid), await sent(early)]).toEqual([[], []]);
    expect(await waiting(early)).toMatchObject([{ payload: { instalment: 1 }, runAt: noticeAt }]);
  });

  it('nothing is told of an erased loan', async () => {
    const loan = await disbursedLoan();
    await given.app.db.update(loans).set({ erasedAt: given.app.clock.now() }).where(eq(loans.id, loan.id));
    expect(await send(loan)).toBe('done');
    expect(await sent(loan)).toEqual([]);
  });
});
