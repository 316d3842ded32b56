/** Payments that a bank takes back by a dispute, and that come again where the dispute is won (decision 92). */
import { randomUUID } from 'node:crypto';
import { and, asc, eq, like } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { sumPaise } from '../../domain/servicing/charges.ts';
import { timeline } from '../../server/db/schema/review.ts';
import { paymentOrders, payments } from '../../server/db/schema/servicing.ts';
import { eraseLoan } from '../../server/retention/erase-loan.ts';
import { readLedgerFacts } from '../../server/servicing/ledger-facts.ts';
import { checkPayments } from '../../server/servicing/payment-orders.ts';
import { recordOrder } from '../../server/servicing/settle-orders.ts';
import { type AcceptedLoan, acceptedLoan, disbursed, stageOf } from './accepted-loan.ts';
import { cancel } from './approved-loans.ts';
import { describeOnBothDatabases } from './both-databases.ts';
import { heldPaymentsOf } from './held-payments.ts';
import { lenderCollections } from './lender-collections.ts';
import { readBook } from './lender-loan-book.ts';
import { press } from './provider-pages.ts';

const minuteMs = 60_000;
const instalment = { purpose: 'instalment', instalment: 1 };

describeOnBothDatabases('a payment that a bank takes back', (given) => {
  const held = heldPaymentsOf(given);
  const { pass, casesOf, lenderSays } = lenderCollections(given);
  const run = { attempt: 1, isLastAttempt: false, signal: new AbortController().signal };

  type Paid = Awaited<ReturnType<typeof held.paid>>;
  /** The provider says so twice. */
  const hear = async ({ order_id }: Paid) => {
    for (const _ of [1, 2]) await checkPayments(given.app.services, order_id, run);
  };
  const happens = async (paid: Paid, outcome: string, isHeard = true) => {
    pass(minuteMs);
    await press(given.app, paid.url, { outcome, method: 'upi' }, { isDelivered: false });
    if (isHeard) await hear(paid);
  };
  const repaying = async () => {
    const loan = await acceptedLoan(given.app, { advanceInstalments: 0 });
    await disbursed(given.app, loan);
    return loan;
  };
  const ofOwner = async ({ bearer, id }: AcceptedLoan) =>
    (await given.app.call('readServicing', { bearer, path: { id } })).body.result;
  const firstInvoice = async (loan: AcceptedLoan) =>
    (await held.lenderLoanOf(loan)).servicing?.invoices.find(({ number }) => number === 1)?.state;
  const actsOf = async ({ id }: AcceptedLoan) =>
    (
      await given.app.db
        .select({ act: timeline.act })
        .from(timeline)
        .where(and(eq(timeline.loanId, id), like(timeline.act, 'payment.%')))
        .orderBy(asc(timeline.id))
    ).map(({ act }) => act.replace('payment.', ''));
  const bookOf = async (loan: AcceptedLoan) => {
    const read = await readBook(given.app, loan);
    for (const { postings_paise: postings } of read.book) expect(sumPaise(Object.values(postings))).toBe(0);
    return read;
  };

  it('is due again, and stays due once the dispute is lost', async () => {
    const loan = await repaying();
    const paid = await held.paid(loan, 'paid', instalment);
    const { balances: before } = await bookOf(loan);
    await happens(paid, 'dispute');
    expect(await held.statesOf(loan)).toEqual(['disputed']);
    expect(await firstInvoice(loan)).toBe('unpaid');
    expect((await ofOwner(loan)).payments).toMatchObject([{ state: 'disputed', receipt: null }]);
    expect(await held.messagesAbout(loan, 'servicing.paymentDisputed')).toEqual(['email', 'sms']);
    await happens(paid, 'dispute_lost');
    expect(await held.statesOf(loan)).toEqual(['disputed']);
    const { kinds, balances } = await bookOf(loan);
    expect(kinds).toEqual(['disbursed', 'held', 'disputed']);
    expect(balances.money).toBe((before.money ?? 0) - 630_000);
    expect(await actsOf(loan)).toEqual(['disputed', 'dispute_lost']);
    expect(await held.messagesAbout(loan, 'servicing.paymentDisputed')).toEqual(['email', 'sms']);
    expect(await casesOf(loan)).toEqual([]);
  });

  it('is due again once an inquiry becomes a chargeback, and is unchanged by the inquiry', async () => {
    const reports = async (body: object) => {
      const loan = await repaying();
      const { order_id } = await held.paid(loan, 'paid', body);
      const { db } = given.app;
      const [order] = await db.select().from(paymentOrders).where(eq(paymentOrders.id, order_id));
      const [paid] = await db.select().from(payments).where(eq(payments.orderId, order_id));
      if (!order || !paid) throw new Error('Nothing was paid');
      const { providerPaymentId: id, currency, method, paidAt } = paid;
      const takenAt = given.app.clock.now().toISOString();
      const says = (amountPaise: number) =>
        recordOrder(given.app.services, order, {
          ...{ kind: 'order', url: null },
          payments: [
            {
              ...{ id, amountPaise: paid.amountPaise, currency, state: 'captured', method, paidAt },
              disputes: [{ id: 'inquiry', state: 'open', amountPaise, takenAt, decidedAt: null }],
            },
          ],
        });
      return { loan, says, amount: paid.amountPaise };
    };
    const { loan, says, amount } = await reports(instalment);
    await says(0);
    expect([await held.statesOf(loan), await actsOf(loan)]).toEqual([['captured'], []]);
    for (const _ of [1, 2]) await says(amount);
    expect([await held.statesOf(loan), await firstInvoice(loan)]).toEqual([['disputed'], 'unpaid']);
    expect(await actsOf(loan)).toEqual(['disputed']);
    const closed = await reports({ purpose: 'foreclosure' });
    await closed.says(0);
    const key = { loanId: closed.loan.id, lenderId: 15 };
    expect((await readLedgerFacts(given.app.db, key)).reversals).toEqual([]);
  });

  it('counts again once the dispute is won, with one book entry, however often it is reported', async () => {
    const loan = await repaying();
    const paid = await held.paid(loan, 'paid', instalment);
    const before = await bookOf(loan);
    const facts = async () =>
      (({ next_invoice, outstanding_paise }) => ({ next_invoice, outstanding_paise }))(await ofOwner(loan));
    const owed = await facts();
    await happens(paid, 'dispute');
    const [stale] = await given.app.db.select().from(payments).where(eq(payments.loanId, loan.id));
    await happens(paid, 'dispute_won');
    await happens(paid, 'dispute_won');
    expect(await held.statesOf(loan)).toEqual(['captured']);
    expect([await firstInvoice(loan), await facts()]).toEqual(['paid', owed]);
    const { book, kinds, balances } = await bookOf(loan);
    expect(balances).toEqual(before.balances);
    expect(kinds).toEqual(['disbursed', 'paid', 'disputed', 'dispute_won']);
    expect(book[3]?.reference).toBe(stale?.disputes[0]?.id);
    expect(await actsOf(loan)).toEqual(['disputed', 'dispute_won']);
    expect(await held.messagesAbout(loan, 'servicing.disputeWon')).toEqual(['email', 'sms']);
    expect([await casesOf(loan), await held.heldOf(loan)]).toEqual([[], []]);
    // A dispute that is opened again has another id, and is withdrawn again.
    await happens(paid, 'dispute');
    expect(await held.statesOf(loan)).toEqual(['disputed']);
  });

  it('a payment disputed and won before any report of it never becomes due', async () => {
    const loan = await repaying();
    const paid = await held.paid(loan, 'paid', instalment);
    await happens(paid, 'dispute', false);
    await happens(paid, 'dispute_won');
    expect([await held.statesOf(loan), await firstInvoice(loan)]).toEqual([['captured'], 'paid']);
    expect(await actsOf(loan)).toEqual(['dispute_won']);
    expect((await bookOf(loan)).kinds).toEqual(['disbursed', 'paid', 'disputed', 'dispute_won']);
    for (const template of ['servicing.disputeWon', 'servicing.paymentDisputed', 'servicing.paymentHeld'])
      expect(await held.messagesAbout(loan, template)).toEqual([]);
  });

  it('a payment won after its instalment was paid again is held for staff, even on a closed loan', async () => {
    for (const body of [instalment, { purpose: 'foreclosure' }]) {
      const loan = await repaying();
      const paid = await held.paid(loan, 'paid', instalment);
      await happens(paid, 'dispute');
      pass(minuteMs);
      await held.paid(loan, 'paid', body);
      const ended = await stageOf(given.app, loan);
      await happens(paid, 'dispute_won');
      expect(await held.statesOf(loan)).toEqual(['held', 'captured']);
      expect(await held.onlyOneOf(loan)).toMatchObject({ held_because: 'repeated', amount_paise: 630_000 });
      expect(await held.messagesAbout(loan, 'servicing.paymentHeld')).toEqual(['email', 'sms']);
      expect(await held.messagesAbout(loan, 'servicing.disputeWon')).toEqual([]);
      expect(await stageOf(given.app, loan)).toBe(ended);
      expect((await bookOf(loan)).balances.held).toBe(-630_000);
      expect(await eraseLoan(given.app.services, loan.id)).not.toBe('erased');
      const payment = await held.onlyOneOf(loan);
      expect((await held.decide(loan, payment, 'refund')).status).toBe(200);
      await hear(paid);
      expect(await held.statesOf(loan)).toEqual(['refunded', 'captured']);
    }
  });

  it('makes the latest instalment due again, which can be ordered and paid again', async () => {
    const loan = await repaying();
    const second = { purpose: 'instalment', instalment: 2 };
    const paid = await held.paid(loan, 'paid', instalment);
    pass(minuteMs);
    await held.paid(loan, 'paid', second);
    await happens(paid, 'dispute');
    pass(minuteMs);
    await held.paid(loan, 'paid', second);
    expect(await held.statesOf(loan)).toEqual(['disputed', 'captured', 'captured']);
    const { invoices } = (await held.lenderLoanOf(loan)).servicing ?? {};
    expect(invoices?.slice(0, 3).map(({ state }) => state)).toEqual(['paid', 'paid', 'unpaid']);
    await happens(paid, 'dispute_won');
    expect(await held.statesOf(loan)).toEqual(['held', 'captured', 'captured']);
    expect(await held.onlyOneOf(loan)).toMatchObject({ held_because: 'repeated' });
  });

  it('a won dispute ends the open order that would pay the instalment again', async () => {
    const loan = await repaying();
    const paid = await held.paid(loan, 'paid', instalment);
    await happens(paid, 'dispute');
    pass(minuteMs);
    const anew = await held.paid(loan, 'leave', instalment);
    await happens(paid, 'dispute_won');
    const orders = await given.app.db.select().from(paymentOrders).where(eq(paymentOrders.loanId, loan.id));
    expect(orders.find(({ id }) => id === anew.order_id)).toMatchObject({ state: 'expired' });
    await press(given.app, anew.url, { outcome: 'paid', method: 'upi' }, { isDelivered: false });
    await hear(anew);
    expect(await held.statesOf(loan)).toEqual(['captured', 'held']);
  });

  it('a won dispute closes its loan again, and collections beyond the debt open a case', async () => {
    const loan = await repaying();
    const paid = await held.paid(loan, 'paid', { purpose: 'foreclosure' });
    expect(await stageOf(given.app, loan)).toBe('closed');
    await happens(paid, 'dispute');
    expect(await stageOf(given.app, loan)).not.toBe('closed');
    const on = given.app.clock.now().toISOString().slice(0, 10);
    const debit = { id: `D-${loan.id}`, instalment: 1, on, amountPaise: 630_000, reason: null };
    await lenderSays(loan, { collections: [{ ...debit, state: 'collected' }] });
    await happens(paid, 'dispute_won');
    expect(await stageOf(given.app, loan)).toBe('closed');
    const kinds = (await casesOf(loan)).map(({ kind }) => kind);
    expect(kinds).toEqual(['reopened', 'overpaid', 'dispute_won']);
    expect((await bookOf(loan)).balances.credit).toBe(-630_000);
    expect(await held.messagesAbout(loan, 'servicing.overpaid')).toEqual(['email', 'sms']);
  });

  it('a payment won before the disbursal moves the loan on again, or is refunded once the loan has ended', async () => {
    const loan = await acceptedLoan(given.app);
    const paid = await held.paid(loan, 'paid');
    await happens(paid, 'dispute');
    expect(await held.advanceOf(loan)).toMatchObject({ state: 'due', amount_paise: 630_000 });
    await happens(paid, 'dispute_won');
    expect(await held.advanceOf(loan)).toMatchObject({ state: 'paid' });
    await happens(paid, 'dispute');
    await cancel(given.app, loan);
    await lenderSays(loan, { cancelled: { at: given.app.clock.now() } });
    expect(await eraseLoan(given.app.services, loan.id)).toBe('unsettled');
    await happens(paid, 'dispute_won');
    expect(await held.statesOf(loan)).toEqual(['refunded']);
    expect(await actsOf(loan)).toEqual([
      'disputed',
      'dispute_won',
      'disputed',
      'dispute_won',
      'refund_ordered',
      'refunded',
    ]);
  });

  it('a disputed payment that the lender refunded counts as refunded twice, and winning it opens a case', async () => {
    const loan = await acceptedLoan(given.app);
    const paid = await held.paid(loan, 'short');
    const refused = { decision: 'refund', refundRefusedAt: given.app.clock.now() } as const;
    await given.app.db.update(payments).set(refused).where(eq(payments.loanId, loan.id));
    const payment = await held.onlyOneOf(loan);
    const byLender = await held.decide(loan, payment, 'refunded_by_lender', `UTR${randomUUID().slice(0, 8)}`);
    expect(byLender.status).toBe(200);
    await happens(paid, 'dispute');
    expect(await held.onlyOneOf(loan)).toMatchObject({ state: 'disputed', decision: 'refunded_twice' });
    await happens(paid, 'dispute_won');
    expect(await held.statesOf(loan)).toEqual(['refunded_by_lender']);
    const details = [{ name: 'amount_paise', known: '620000', said: null }];
    expect(await casesOf(loan)).toMatchObject([{ kind: 'dispute_won', details, closedAt: null }]);
  });

  it('a payment counted by staff is held for them again once the dispute is won', async () => {
    const loan = await repaying();
    const paid = await held.paid(loan, 'short', instalment);
    expect((await held.decide(loan, await held.onlyOneOf(loan), 'count')).status).toBe(200);
    await happens(paid, 'dispute');
    expect(await held.statesOf(loan)).toEqual(['disputed']);
    await happens(paid, 'dispute_won');
    expect(await held.onlyOneOf(loan)).toMatchObject({ held_because: 'less', decision: null });
    expect((await held.decide(loan, await held.onlyOneOf(loan), 'count')).status).toBe(200);
    expect(await held.statesOf(loan)).toEqual(['captured']);
  });
});
