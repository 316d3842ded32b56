/** Part-prepayments: their effects, the reasons against one, and their reversal (decision 92). */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { PaymentPurpose } from '../../domain/values/wire.ts';
import {
  checkPayments,
  createPaymentOrder,
  readPaymentOrder,
} from '../../server/servicing/payment-orders.ts';
import { remindByJob } from '../../server/servicing/remind-job.ts';
import { readPrepaymentQuote } from '../../server/servicing/prepayments.ts';
import {
  type ApprovedLoan,
  cancel,
  disbursedLoan,
  exchange,
  lenderDoes,
  pay,
  signedInAgain,
} from './approved-loans.ts';
import { describeOnPostgres } from './both-databases.ts';
import { lenderCollections } from './lender-collections.ts';
import { readBook } from './lender-loan-book.ts';
import { press } from './provider-pages.ts';

type Purpose = PaymentPurpose;

describeOnPostgres('a part-prepayment', (given) => {
  const { pass, goTo, collects, casesOf, kindsOf, invoicesOf, servicingOf, announcedLoan } =
    lenderCollections(given);

  const order = async (loan: ApprovedLoan, purpose: Purpose, amount?: number) => {
    const purchase = { purpose, instalment: null, amountPaise: amount, idempotencyKey: randomUUID() };
    const created = await createPaymentOrder(given.app.services, loan.id, purchase);
    given.app.clock.pass(1000);
    return created;
  };
  /** @returns the page of the order, and the order as it is once it is paid there */
  const prepay = async (loan: ApprovedLoan, purpose: Purpose, amount: number) => {
    const { order_id: orderId, url } = await order(loan, purpose, amount);
    await press(given.app, url ?? '', { outcome: 'paid', method: 'upi' }, { isDelivered: false });
    const { state } = await readPaymentOrder(given.app.services, { loanId: loan.id, orderId });
    return { orderId, url: url ?? '', state };
  };
  const goesBack = async ({ orderId, url }: { orderId: string; url: string }, outcome = 'refund') => {
    await press(given.app, url, { outcome, method: 'upi' }, { isDelivered: false });
    const run = { attempt: 1, isLastAttempt: false, signal: new AbortController().signal };
    await checkPayments(given.app.services, orderId, run);
  };
  const quoteOf = (loan: ApprovedLoan, amountPaise: number | null = null) =>
    readPrepaymentQuote(given.app.db, loan.id, { amountPaise, now: given.app.clock.now() });
  const instalmentsOf = async (loan: ApprovedLoan) =>
    (await invoicesOf(loan)).filter(({ kind }) => kind === 'instalment');
  const amount = 2_000_000;

  it('is counted as quoted in every view of the loan once it is confirmed', async () => {
    for (const purpose of ['prepay_fewer', 'prepay_smaller'] as const) {
      const loan = await disbursedLoan(given.app);
      goTo('2026-07-30', 12);
      const before = await instalmentsOf(loan);
      const { quote } = await quoteOf(loan, amount);
      const option = quote?.options.find((one) => one.purpose === purpose);
      if (!quote || !option) throw new Error('There is no quote');
      expect(quote.as_now.instalments).toBe(before.length);
      expect(quote.principal_paise + quote.interest_paise).toBe(amount);
      expect(option.saved_paise).toBeGreaterThan(0);

      expect((await prepay(loan, purpose, amount)).state).toBe('paid');
      const invoices = await invoicesOf(loan);
      const after = await instalmentsOf(loan);
      expect(invoices.find(({ kind }) => kind === 'prepayment')).toMatchObject({
        ...{ number: 1, due_on: '2026-07-30', amount_paise: amount, state: 'paid' },
        ...{ principal_paise: quote.principal_paise, interest_paise: quote.interest_paise },
      });
      expect({
        instalments: after.length,
        instalment_paise: after[0]?.amount_paise,
        last_due_on: after.at(-1)?.due_on,
      }).toEqual(option.plan);
      expect(purpose === 'prepay_fewer' ? after.length : after[0]?.amount_paise).toBeLessThan(
        purpose === 'prepay_fewer' ? before.length : (before[0]?.amount_paise ?? 0),
      );
      const left = after.reduce((sum, one) => sum + one.principal_paise, 0);
      expect((await readBook(given.app, loan)).balances).toMatchObject({
        principal: left,
        credit: 0,
        held: 0,
      });
      expect(await servicingOf(loan)).toMatchObject({
        ...{ outstanding_paise: left, due_paise: 0, stage: 'repaying' },
        next_invoice: { number: 1, amount_paise: after[0]?.amount_paise },
      });
      const signed = { ...loan, ...(await signedInAgain(given.app, loan)) };
      const closing = (await given.app.call('readForeclosureQuote', signed)).body.result;
      expect(closing).toMatchObject({ principal_paise: left, interest_paise: 0, total_paise: left });
      const statement = await given.app.call('createStatement', { ...signed, body: { language: 'en' } });
      expect(statement.status).toBe(200);

      goTo(after[0]?.due_on ?? '', 21);
      // The job that the payment has queued tells the lender.
      await exchange(given.app, loan);
      await lenderDoes(given.app, loan, 'collect');
      expect((await instalmentsOf(loan))[0]).toMatchObject({ state: 'paid' });
      expect(await kindsOf(loan)).toEqual([]);
      goTo('2026-07-20', 12);
    }
  });

  it('can be repeated, and each one counts', async () => {
    const loan = await disbursedLoan(given.app);
    goTo('2026-07-30', 12);
    for (const purpose of ['prepay_fewer', 'prepay_fewer', 'prepay_smaller'] as const)
      expect((await prepay(loan, purpose, 1_000_000)).state).toBe('paid');
    expect((await invoicesOf(loan)).filter(({ kind }) => kind === 'prepayment')).toHaveLength(3);
    expect((await servicingOf(loan)).payments.map(({ state }) => state)).not.toContain('held');
  });

  it.each(['refund', 'refund_half'])(
    'a refund (%s) leaves the first order expired and a second order open',
    async (back) => {
      const loan = await disbursedLoan(given.app);
      goTo('2026-07-30', 12);
      const first = await prepay(loan, 'prepay_fewer', 1_000_000);
      const second = await order(loan, 'prepay_fewer', 1_000_000);
      await goesBack(first, back);
      const stateOf = async (orderId: string) =>
        (await readPaymentOrder(given.app.services, { loanId: loan.id, orderId })).state;
      expect([await stateOf(first.orderId), await stateOf(second.order_id)]).toEqual(['expired', 'open']);
      await press(given.app, second.url ?? '', { outcome: 'paid', method: 'upi' }, { isDelivered: false });
      expect(await stateOf(second.order_id)).toBe('paid');
    },
  );

  it('is within its limits, which lie below the foreclosure', async () => {
    const loan = await disbursedLoan(given.app);
    goTo('2026-07-30', 12);
    const { least_paise: least, most_paise: most } = await quoteOf(loan);
    for (const refused of [least - 100, most + 100, undefined])
      await expect(order(loan, 'prepay_fewer', refused)).rejects.toMatchObject({ status: 409 });
    expect((await quoteOf(loan, most + 100)).quote).toBe(null);
    for (const taken of [least, most])
      expect(await order(loan, 'prepay_fewer', taken)).toMatchObject({ state: 'open', amount_paise: taken });
  });

  it('is refused while something is due or announced, a payment is checked, or the loan is ending', async () => {
    const refusedFor = async (loan: ApprovedLoan, reason: string) => {
      expect(await quoteOf(loan, amount)).toMatchObject({ blocked_by: reason, quote: null });
      await expect(order(loan, 'prepay_fewer', amount)).rejects.toMatchObject({ status: 409 });
    };
    const leaving = await disbursedLoan(given.app);
    await cancel(given.app, leaving);
    await refusedFor(leaving, 'leaving');

    const held = await disbursedLoan(given.app);
    await pay(given.app, held, 'instalment', 100, 'held');
    await refusedFor(held, 'held');

    const closing = await disbursedLoan(given.app);
    expect((await order(closing, 'foreclosure')).state).toBe('open');
    await refusedFor(closing, 'closing');

    const { loan, first } = await announcedLoan();
    await refusedFor(loan, 'debit');
    goTo(first.due_on, 21);
    await collects(loan, {
      ...{ id: `D-${loan.id}`, instalment: first.number, on: '2026-08-20', amountPaise: 100 },
      ...{ state: 'returned', reason: 'other' },
    });
    await refusedFor(loan, 'due');
  });

  it('is not counted when a debit was announced meanwhile', async () => {
    const loan = await disbursedLoan(given.app);
    const { next_invoice: first } = await servicingOf(loan);
    goTo(first?.due_on ?? '', 10);
    pass(-3 * 86_400_000);
    const { order_id: orderId, url } = await order(loan, 'prepay_smaller', amount);
    const signal = new AbortController().signal;
    await remindByJob(
      given.app.services,
      { loanId: loan.id, lenderId: 15, dueOn: first?.due_on ?? '' },
      { signal },
    );
    await press(given.app, url ?? '', { outcome: 'paid', method: 'upi' }, { isDelivered: false });
    const run = { attempt: 1, isLastAttempt: false, signal };
    await checkPayments(given.app.services, orderId, run);
    const { payments } = await servicingOf(loan);
    expect(payments.find(({ purpose }) => purpose === 'prepay_smaller')?.state).toBe('held');
    expect((await instalmentsOf(loan))[0]).toMatchObject({ amount_paise: first?.amount_paise });
  });

  it('a refund leaves the loan as it was, and instalments due meanwhile are not late', async () => {
    const loan = await disbursedLoan(given.app);
    goTo('2026-07-30', 12);
    const before = await invoicesOf(loan);
    await goesBack(await prepay(loan, 'prepay_smaller', amount));
    expect(await invoicesOf(loan)).toEqual(before);
    expect(await kindsOf(loan)).toEqual([]);

    const again = await prepay(loan, 'prepay_smaller', amount);
    const [first] = await instalmentsOf(loan);
    goTo(first?.due_on ?? '', 21);
    await exchange(given.app, loan);
    await lenderDoes(given.app, loan, 'collect');
    goTo('2026-09-10', 12);
    await goesBack(again);
    expect((await invoicesOf(loan)).map(({ kind }) => kind)).toEqual(before.map(({ kind }) => kind));
    expect((await instalmentsOf(loan))[0]).toMatchObject({
      ...{ amount_paise: before[1]?.amount_paise, paid_paise: first?.amount_paise },
      ...{ state: 'unpaid', overdue: false },
    });
    expect(await casesOf(loan)).toMatchObject([
      { kind: 'prepayment_reversed', details: [{ name: 'amount_paise', known: String(amount) }] },
    ]);
    expect((await quoteOf(loan)).blocked_by).toBe('due');
  });
});
