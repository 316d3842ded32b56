/** Payments that do not count by themselves: staff see why, and count them after all or give them back (decision 92). */
import { randomUUID } from 'node:crypto';
import { and, asc, eq, like } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { timeline } from '../../server/db/schema/review.ts';
import { kycChecks, offers, payments } from '../../server/db/schema/servicing.ts';
import { sandboxAdapters } from '../../server/sandbox/adapters.ts';
import { createFaults } from '../../server/sandbox/index.ts';
import { checkPayments } from '../../server/servicing/payment-orders.ts';
import { setPartnerAccess } from '../../server/staff/reviewers.ts';
import { createTestPartner } from '../../server/testing/services.ts';
import { decideByTwo } from '../support/decide-by-two.ts';
import { acceptedLoan, disbursed, lenderId, signed } from './accepted-loan.ts';
import { describeOnPostgresByDay } from './both-databases.ts';
import { codesOf } from './calls.ts';
import { signInAs, signInOnce } from './desk.ts';
import { readBook } from './lender-loan-book.ts';
import { heldPaymentsOf } from './held-payments.ts';
import { jobRunnerFor } from './job-runner.ts';
import { press } from './provider-pages.ts';

/** A process renders its first document in half a second, on a busy machine in more. */
const whenRendered = { timeout: 30_000 };

describeOnPostgresByDay('a payment that is held', (given) => {
  const work = jobRunnerFor(given);
  const held = heldPaymentsOf(given);

  it.each([
    ['short', 'less', 'advance'],
    ['too_much', 'more', null],
    ['other_currency', 'currency', null],
    ['other_payee', 'payee', 'advance'],
    ['twice', 'repeated', null],
  ])('a payment held as %s names its reason and use', async (outcome, reason, countable) => {
    const loan = await acceptedLoan(given.app);
    await held.paid(loan, outcome);
    expect(await held.onlyOneOf(loan)).toMatchObject({
      state: 'held',
      held_because: reason,
      countable,
      decision: null,
      purpose: 'advance',
      due_paise: 630_000,
    });
  });

  it('can be counted: the rest stays due, and its payment moves the loan on', async () => {
    const loan = await acceptedLoan(given.app);
    await signed(given.app, loan);
    await held.paid(loan, 'short');
    const payment = await held.onlyOneOf(loan);
    const { status, body } = await held.decide(loan, payment, 'count');
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.result).toMatchObject({
      lender_id: lenderId,
      servicing: { paid_paise: 620_000, advance: { state: 'due' } },
      payments: [{ state: 'captured', decision: 'count', held_because: null, countable: null }],
    });
    expect(await held.heldOf(loan)).toEqual([]);
    await held.paid(loan, 'paid');
    const captured = await given.app.db.select().from(payments).where(eq(payments.loanId, loan.id));
    expect(captured.map(({ amountPaise }) => amountPaise).toSorted()).toEqual([10_000, 620_000]);
    expect((await held.advanceOf(loan)).state).toBe('paid');
    expect(codesOf(await held.decide(loan, payment, 'refund'))).toEqual([409, 'servicing.payment.changed']);
    const acts = await given.app.db
      .select()
      .from(timeline)
      .where(and(eq(timeline.loanId, loan.id), eq(timeline.act, 'payment.counted')));
    expect(acts).toMatchObject([
      {
        actor: 'reviewer',
        details: { lender_id: lenderId, amount_paise: 620_000, currency: 'INR' },
      },
    ]);
  });

  it('can count for instalments, as its receipt says, and is held again once a part is refunded', async () => {
    const loan = await acceptedLoan(given.app, { advanceInstalments: 0 });
    await disbursed(given.app, loan);
    const instalment = { purpose: 'instalment', instalment: 1 };
    const { url } = await held.paid(loan, 'twice', instalment);
    const payment = await held.onlyOneOf(loan);
    expect(payment).toMatchObject({ held_because: 'repeated', countable: 'instalment' });
    expect((await held.decide(loan, payment, 'count')).status).toBe(200);
    const invoices = (await held.lenderLoanOf(loan)).servicing?.invoices.map(({ state }) => state);
    expect(invoices?.slice(0, 3)).toEqual(['paid', 'paid', 'unpaid']);
    work();
    // The one that was ordered says which instalment it has paid; the other one pays whichever is the oldest.
    await expect.poll(() => held.receiptsOf(loan), whenRendered).toEqual(['instalment 1', 'instalment null']);
    expect(await held.messagesAbout(loan, 'servicing.paymentReceived')).toEqual([
      'email',
      'email',
      'sms',
      'sms',
    ]);
    const { bearer, id } = loan;
    const { body } = await given.app.call('readServicing', { bearer, path: { id } });
    const paidFor = body.result.payments.map((one: { instalment: number | null }) => one.instalment);
    expect(paidFor.toSorted()).toEqual([1, null]);
    await press(given.app, url, { outcome: 'refund_half', method: 'upi' });
    await expect.poll(() => held.statesOf(loan)).toEqual(['held', 'held']);
    const [smaller] = await held.heldOf(loan);
    expect(smaller).toMatchObject({ amount_paise: 315_000, decision: null, countable: 'instalment' });
    const { kinds, balances } = await readBook(given.app, loan);
    expect(kinds).toEqual(['disbursed', 'held', 'held', 'refunded', 'refunded']);
    expect(balances).toMatchObject({ held: -2 * 315_000, credit: 0, interest: 0 });
    // Its receipt shows another amount, so the customer gets the amount that counts now.
    const counted = () => held.messagesAbout(loan, 'servicing.paymentCounted');
    expect(await counted()).toEqual([]);
    expect((await held.decide(loan, smaller as typeof payment, 'count')).status).toBe(200);
    expect(await counted()).toEqual(['email', 'sms']);
  });

  it('closes the loan if it covers the foreclosure amount of its payment day', async () => {
    const loan = await acceptedLoan(given.app, { advanceInstalments: 0 });
    await disbursed(given.app, loan);
    await held.paid(loan, 'late', { purpose: 'foreclosure' });
    const payment = await held.onlyOneOf(loan);
    expect(payment).toMatchObject({ held_because: 'late', countable: 'foreclosure' });
    const body = { decision: 'count', amount_paise: payment.amount_paise, note: 'Paid in full' } as const;
    await decideByTwo(given.app.services, { loanId: loan.id, paymentId: payment.payment_id, body });
    const { stage, servicing } = await held.lenderLoanOf(loan);
    expect([stage, servicing?.outstanding_paise]).toEqual(['closed', 0]);
  });

  it('is refunded by the provider once, whatever becomes of the first call', async () => {
    const loan = await acceptedLoan(given.app);
    await held.paid(loan, 'twice');
    const payment = await held.onlyOneOf(loan);
    const { body } = await held.decide(loan, payment, 'refund');
    const ordered = body.result.payments.find(
      ({ payment_id }: { payment_id: string }) => payment_id === payment.payment_id,
    );
    expect(ordered).toMatchObject({ state: 'held', decision: 'refund', countable: null });
    expect(codesOf(await held.decide(loan, payment, 'count'))).toEqual([
      409,
      'servicing.payment.notCountable',
    ]);
    const faults = createFaults();
    const { adapters } = given.app.services;
    const before = adapters.payments;
    adapters.payments = sandboxAdapters.openPayments({ ...given.app.services, switches: faults });
    faults.arm({ operation: 'payments.refundPayment', fault: 'refused', status: 500 });
    faults.arm({ operation: 'payments.refundPayment', fault: 'lost' });
    try {
      work();
      await expect.poll(() => held.attemptsOf(loan)).toBe(1);
      expect(await held.statesOf(loan)).toEqual(['captured', 'held']);
      given.app.clock.pass(2 * 60_000);
      // The reply of the second call alone is lost, and the order is read after it.
      await expect.poll(() => held.statesOf(loan)).toEqual(['captured', 'refunded']);
      await expect.poll(() => held.attemptsOf(loan)).toBe(2);
    } finally {
      adapters.payments = before;
    }
    expect(await held.heldOf(loan)).toEqual([]);
    expect((await held.advanceOf(loan)).state).toBe('paid');
  });

  it('goes back to staff where the provider refuses its refund for good, and can be ordered again', async () => {
    const loan = await acceptedLoan(given.app);
    await held.paid(loan, 'twice');
    const payment = await held.onlyOneOf(loan);
    await held.decide(loan, payment, 'refund');
    const { adapters } = given.app.services;
    const before = adapters.payments;
    if (!before) throw new Error('The sandbox has a provider');
    let calls = 0;
    adapters.payments = {
      ...before,
      refundPayment: async () => {
        calls += 1;
        return { kind: 'failed', isFinal: true };
      },
    };
    const decisionOf = async () => (await held.onlyOneOf(loan)).decision;
    try {
      work();
      await expect.poll(decisionOf).toBe('refund_refused');
      // The order is asked about as before, and nothing is refunded again by itself.
      const attempts = await held.attemptsOf(loan);
      given.app.clock.pass(2 * 60_000);
      await expect.poll(() => held.attemptsOf(loan)).toBeGreaterThan(attempts ?? 0);
      expect(calls).toBe(1);
      const acts = await given.app.db
        .select({ actor: timeline.actor, details: timeline.details })
        .from(timeline)
        .where(and(eq(timeline.loanId, loan.id), eq(timeline.act, 'payment.refund_refused')));
      expect(acts).toMatchObject([{ actor: 'system', details: { amount_paise: 630_000, currency: 'INR' } }]);
    } finally {
      adapters.payments = before;
    }
    expect((await held.decide(loan, payment, 'refund')).status).toBe(200);
    await expect.poll(() => held.statesOf(loan)).toEqual(['captured', 'refunded']);
    expect(await held.messagesAbout(loan, 'servicing.paymentRefunded')).toEqual(['email', 'sms']);
  });

  it('is paid back by the lender once, and shown to staff where the provider gives it back as well', async () => {
    const loan = await acceptedLoan(given.app);
    const { order_id, url } = await held.paid(loan, 'short');
    const payment = await held.onlyOneOf(loan);
    const byLender = (reference: string) => held.decide(loan, payment, 'refunded_by_lender', reference);
    expect(codesOf(await byLender('UTR000042'))).toEqual([409, 'servicing.payment.changed']);
    const { db } = given.app;
    await db
      .update(payments)
      .set({ decision: 'refund', refundRefusedAt: given.app.clock.now() })
      .where(eq(payments.loanId, loan.id));
    expect((await byLender('Meena’s account')).status).toBe(400);
    const answers = await Promise.all([byLender('UTR000042'), byLender('UTR000043')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const reference = answers[0].status === 200 ? 'UTR000042' : 'UTR000043';
    expect(await held.heldOf(loan)).toEqual([]);
    const { bearer, id } = loan;
    const ofOwner = async () => (await given.app.call('readServicing', { bearer, path: { id } })).body.result;
    const ofLender = { state: 'refunded_by_lender', refund_reference: reference };
    expect((await ofOwner()).payments).toMatchObject([ofLender]);
    const template = 'servicing.paymentRefundedByLender';
    expect(await held.messagesAbout(loan, template)).toEqual(['email', 'sms']);

    const run = { attempt: 1, isLastAttempt: false, signal: new AbortController().signal };
    for (const [outcome, state] of [
      ['refund_half', 'refunded_by_lender'],
      ['refund', 'refunded'],
    ] as const) {
      await press(given.app, url, { outcome, method: 'upi' }, { isDelivered: false });
      for (let report = 0; report < 2; report += 1) await checkPayments(given.app.services, order_id, run);
      const twice = await held.onlyOneOf(loan);
      expect(twice).toMatchObject({ state, decision: 'refunded_twice', refund_reference: reference });
      expect((await held.decide(loan, twice, 'double_refund_settled')).status).toBe(200);
      expect(await held.heldOf(loan)).toEqual([]);
      expect(codesOf(await held.decide(loan, twice, 'double_refund_settled'))).toEqual([
        409,
        'servicing.payment.changed',
      ]);
    }
    expect(await held.advanceOf(loan)).toMatchObject({ state: 'due', amount_paise: 630_000 });
    expect([
      await held.messagesAbout(loan, 'servicing.paymentRefunded'),
      await held.messagesAbout(loan, template),
    ]).toEqual([[], ['email', 'sms']]);
    const acts = await db
      .select({ act: timeline.act, actor: timeline.actor, details: timeline.details })
      .from(timeline)
      .where(and(eq(timeline.loanId, loan.id), like(timeline.act, 'payment.%')))
      .orderBy(asc(timeline.id));
    expect(acts).toMatchObject([
      { act: 'payment.refunded_by_lender', actor: 'reviewer', details: { amount_paise: 620_000, reference } },
      { act: 'payment.refunded', actor: 'system', details: { amount_paise: 310_000 } },
      { act: 'payment.double_refund_settled', actor: 'reviewer', details: { amount_paise: 310_000 } },
      { act: 'payment.refunded', actor: 'system', details: { amount_paise: 310_000 } },
      { act: 'payment.double_refund_settled', actor: 'reviewer', details: { amount_paise: 310_000 } },
    ]);
  });

  it('needs a decision on the amount shown, by a permitted person, and only where it is possible', async () => {
    const loan = await acceptedLoan(given.app);
    await held.paid(loan, 'other_currency');
    const payment = await held.onlyOneOf(loan);
    expect(codesOf(await held.decide(loan, { ...payment, amount_paise: 1 }, 'refund'))).toEqual([
      409,
      'servicing.payment.changed',
    ]);
    expect(codesOf(await held.decide(loan, payment, 'count'))).toEqual([
      409,
      'servicing.payment.notCountable',
    ]);
    expect((await held.decide(loan, { ...payment, payment_id: 'none' }, 'refund')).status).toBe(404);
    const { jar, email } = await signInAs(given.app, 'Latha R', 'senior');
    const { db, clock } = given.app;
    const { partnerId } = await createTestPartner(db, { name: `P ${randomUUID()}`, now: clock.now() });
    await setPartnerAccess(db, email, partnerId, true);
    expect(await held.listed(jar)).toEqual([]);
    const path = { id: loan.id, payment_id: payment.payment_id };
    const body = { decision: 'refund', amount_paise: payment.amount_paise, note: 'As agreed' };
    expect((await given.app.call('decidePayment', { jar, path, body })).status).toBe(404);
    const reviewer = await signInAs(given.app, 'Ravi K', 'reviewer');
    expect((await given.app.call('decidePayment', { jar: reviewer.jar, path, body })).status).toBe(403);
  });

  it('stands among the lender loans with steps, documents and offers that are not shown', async () => {
    const loan = await acceptedLoan(given.app);
    await signed(given.app, loan);
    await held.paid(loan, 'short');
    const now = given.app.clock.now();
    await given.app.db.insert(kycChecks).values({
      ...{ id: randomUUID(), loanId: loan.id, lenderId, providerReference: randomUUID() },
      ...{ state: 'verified', nameMatches: false, createdAt: now, settledAt: now },
    });
    const [accepted] = await given.app.db.select().from(offers).where(eq(offers.id, loan.offerId));
    if (!accepted) throw new Error('An accepted loan has an offer');
    await given.app.db.insert(offers).values({
      ...accepted,
      ...{ id: randomUUID(), revision: 2, proposalNumber: `P-2-${loan.offerId}` },
      differences: [{ member: 'apr', ours: '11.2', stated: '9' }],
    });
    const lenderLoan = await held.lenderLoanOf(loan);
    expect(lenderLoan).toMatchObject({
      lender_id: lenderId,
      accepted_offer_id: loan.offerId,
      offers: [
        { revision: 2, differences: [{ member: 'apr', ours: '11.2', stated: '9' }] },
        { revision: 1, differences: [] },
      ],
      servicing: {
        agreement: { state: 'countersigned' },
        kyc: { state: 'verified', name_matches: false },
        mandate: { state: 'none' },
        advance: { state: 'due', amount_paise: 630_000 },
        invoices: [],
      },
      payments: [{ state: 'held', held_because: 'less' }],
      documents: [{ kind: 'agreement' }],
    });
    const path = { id: loan.id, document_id: lenderLoan.documents[0]?.document_id ?? '' };
    const jar = await signInOnce(given.app);
    const { body } = await given.app.call('addressOfIssuedDocument', { jar, path });
    expect(body.result.address).toContain('/issued/');
    const none = { ...path, document_id: randomUUID() };
    expect((await given.app.call('addressOfIssuedDocument', { jar, path: none })).status).toBe(404);
  });
});
