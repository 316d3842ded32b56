/** Decisions about much money: one member of staff makes it, another one confirms it (decision 92). */
import { randomUUID } from 'node:crypto';
import { and, asc, eq, like } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import type { LenderPayment } from '../../domain/values/wire.ts';
import { timeline } from '../../server/db/schema/review.ts';
import { type AcceptedLoan, acceptedLoan } from './accepted-loan.ts';
import { describeOnPostgresByDay } from './both-databases.ts';
import { type CookieJar, codesOf } from './calls.ts';
import { signInAs } from './desk.ts';
import { heldPaymentsOf } from './held-payments.ts';
import { jobRunnerFor } from './job-runner.ts';
import { press } from './provider-pages.ts';

describeOnPostgresByDay('a payment above the amount that one person decides about', (given) => {
  const work = jobRunnerFor(given);
  const held = heldPaymentsOf(given);
  let first: CookieJar = {};
  let second: CookieJar = {};

  beforeAll(async () => {
    given.app.services.config.twoPeopleAbovePaise = 619_999;
    first = (await signInAs(given.app, 'Asha')).jar;
    second = (await signInAs(given.app, 'Ravi')).jar;
  });

  const heldShort = async () => {
    const loan = await acceptedLoan(given.app);
    const paid = await held.paid(loan, 'short');
    return { loan, payment: await held.onlyOneOf(loan), ...paid };
  };

  const decide = (
    jar: CookieJar,
    { id }: AcceptedLoan,
    { payment_id, amount_paise }: LenderPayment,
    decision: 'count' | 'refund' = 'count',
  ) =>
    given.app.call('decidePayment', {
      ...{ jar, path: { id, payment_id } },
      body: { decision, amount_paise, note: 'The parent has asked for it.' },
    });

  const answer = (
    jar: CookieJar,
    { id }: AcceptedLoan,
    payment: LenderPayment,
    answer: 'confirm' | 'decline',
  ) =>
    given.app.call('answerPaymentDecision', {
      ...{ jar, path: { id, payment_id: payment.payment_id } },
      body: { decision_id: payment.made_decision?.decision_id ?? randomUUID(), answer },
    });

  const seenBy = async (jar: CookieJar, { id }: AcceptedLoan): Promise<LenderPayment> => {
    const { result } = (await given.app.call('listHeldPayments', { jar })).body;
    return result.find((one: { loan_id: string }) => one.loan_id === id).payment;
  };

  const actsOf = async ({ id }: AcceptedLoan) =>
    (
      await given.app.db
        .select({ act: timeline.act, by: timeline.actorName })
        .from(timeline)
        .where(and(eq(timeline.loanId, id), like(timeline.act, 'payment.%')))
        .orderBy(asc(timeline.at), asc(timeline.id))
    ).map(({ act, by }) => `${by}: ${act}`);

  it('waits unchanged until another person confirms it', async () => {
    const { loan, payment } = await heldShort();
    expect(payment).toMatchObject({ needs_second_person: true, made_decision: null });
    const { status, body } = await decide(first, loan, payment);
    expect(status, JSON.stringify(body)).toBe(200);
    const waiting = { state: 'waiting', decision: 'count', by: 'Asha', answered_by: null };
    const note = 'The parent has asked for it.';
    const own = await seenBy(first, loan);
    expect(own).toMatchObject({
      state: 'held',
      decision: null,
      made_decision: { ...waiting, note, is_own: true },
    });
    const others = await seenBy(second, loan);
    expect(others.made_decision).toMatchObject({ ...waiting, is_own: false });
    expect((await held.advanceOf(loan)).state).toBe('due');

    expect(codesOf(await answer(first, loan, own, 'confirm'))).toEqual([
      409,
      'servicing.payment.secondPerson',
    ]);
    expect(codesOf(await decide(second, loan, payment, 'refund'))).toEqual([
      409,
      'servicing.payment.changed',
    ]);
    expect(await held.statesOf(loan)).toEqual(['held']);

    const confirmed = await answer(second, loan, others, 'confirm');
    expect(confirmed.body.result).toMatchObject({
      servicing: { paid_paise: 620_000 },
      payments: [
        {
          ...{ state: 'captured', decision: 'count' },
          made_decision: { state: 'made', by: 'Asha', answered_by: 'Ravi', note },
        },
      ],
    });
    expect(codesOf(await answer(second, loan, others, 'confirm'))).toEqual([
      409,
      'servicing.payment.changed',
    ]);
    expect(await actsOf(loan)).toEqual(['Asha: payment.decision_waits', 'Ravi: payment.counted']);
  });

  it('can be declined by the second person or withdrawn by the first, and decided again', async () => {
    const { loan, payment } = await heldShort();
    await decide(first, loan, payment, 'refund');
    await answer(second, loan, await seenBy(second, loan), 'decline');
    expect(await seenBy(first, loan)).toMatchObject({
      ...{ state: 'held', decision: null },
      made_decision: { state: 'declined', by: 'Asha', answered_by: 'Ravi' },
    });
    expect((await decide(second, loan, payment)).status).toBe(200);
    expect((await answer(second, loan, await seenBy(second, loan), 'decline')).status).toBe(200);
    expect((await decide(second, loan, payment)).status).toBe(200);
    expect((await answer(first, loan, await seenBy(first, loan), 'confirm')).status).toBe(200);
    expect(await held.statesOf(loan)).toEqual(['captured']);
  });

  it('a decision is not confirmed once the amount has changed, and the new amount is decided separately', async () => {
    const { loan, payment, url } = await heldShort();
    await decide(first, loan, payment);
    const before = await seenBy(second, loan);
    work();
    await press(given.app, url, { outcome: 'refund_half', method: 'upi' });
    await expect.poll(async () => (await seenBy(second, loan)).amount_paise).toBe(310_000);
    expect(codesOf(await answer(second, loan, before, 'confirm'))).toEqual([
      409,
      'servicing.payment.changed',
    ]);
    const smaller = await seenBy(second, loan);
    expect(smaller).toMatchObject({ made_decision: null, needs_second_person: false });
    expect((await decide(first, loan, smaller)).status).toBe(200);
    expect(await held.statesOf(loan)).toEqual(['captured']);
  });

  it('is decided about by one person up to the amount, and by two in another currency', async () => {
    given.app.services.config.twoPeopleAbovePaise = 620_000;
    const { loan, payment } = await heldShort();
    await decide(first, loan, payment);
    expect(await held.statesOf(loan)).toEqual(['captured']);
    const abroad = await acceptedLoan(given.app);
    await held.paid(abroad, 'other_currency');
    expect(await held.onlyOneOf(abroad)).toMatchObject({ needs_second_person: true });
  });
});
