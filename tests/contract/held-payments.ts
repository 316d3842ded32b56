/** The steps and reads that tests of held payments share, named as the customer and the staff name them. */
import { randomUUID } from 'node:crypto';
import { and, asc, eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { LenderLoan, HeldPayment, PaymentDecision } from '../../domain/values/wire.ts';
import { messages } from '../../server/db/schema/messages.ts';
import { jobs } from '../../server/db/schema/servers.ts';
import { issuedDocuments, paymentOrders, payments } from '../../server/db/schema/servicing.ts';
import type { TestContext } from './both-databases.ts';
import type { CookieJar } from './calls.ts';
import type { SignedIn } from './customers.ts';
import { signInOnce } from './desk.ts';
import { press } from './provider-pages.ts';

type AcceptedLoan = SignedIn & { id: string };

/** @param given holds the app of the tests once it has started */
export function heldPaymentsOf(given: TestContext) {
  /** Orders it, and presses on the provider's page what happens; its event is lost. */
  async function paid(loan: AcceptedLoan, outcome: string, body: object = { purpose: 'advance' }) {
    const { bearer, id } = loan;
    const headers = { 'idempotency-key': randomUUID() };
    const created = await given.app.call('createPaymentOrder', { bearer, path: { id }, body, headers });
    expect(created.status, JSON.stringify(created.body)).toBe(200);
    const { order_id, url } = created.body.result;
    await press(given.app, url, { outcome, method: 'upi' }, { isDelivered: false });
    await given.app.call('readPaymentOrder', { bearer, path: { id, order_id } });
    return { order_id, url };
  }

  /** Lists the held payments; the menu shows the same number to the same reader. */
  const listed = async (as?: CookieJar): Promise<HeldPayment[]> => {
    const jar = as ?? (await signInOnce(given.app));
    const { result } = (await given.app.call('listHeldPayments', { jar })).body;
    const waiting = await given.app.call('countWaiting', { jar });
    expect(waiting.body.result.held_payments).toBe(result.length);
    return result;
  };

  /** Lists the held payments of one loan; the full list has those of other tests too. */
  const heldOf = async ({ id }: AcceptedLoan) =>
    (await listed()).filter(({ loan_id }) => loan_id === id).map(({ payment }) => payment);

  const onlyOneOf = async (loan: AcceptedLoan) => {
    const held = await heldOf(loan);
    expect(held).toHaveLength(1);
    return held[0] as HeldPayment['payment'];
  };

  const decide = async (
    { id }: AcceptedLoan,
    { payment_id, amount_paise }: Pick<HeldPayment['payment'], 'payment_id' | 'amount_paise'>,
    decision: PaymentDecision['decision'],
    reference?: string,
  ) =>
    given.app.call('decidePayment', {
      jar: await signInOnce(given.app),
      path: { id, payment_id },
      body: { decision, amount_paise, ...(reference !== undefined && { reference }), note: 'As agreed' },
    });

  const advanceOf = async ({ bearer, id }: AcceptedLoan) =>
    (await given.app.call('readServicing', { bearer, path: { id } })).body.result.advance;

  const lenderLoanOf = async ({ id }: AcceptedLoan): Promise<LenderLoan> => {
    const { body } = await given.app.call('readLenderLoans', {
      jar: await signInOnce(given.app),
      path: { id },
    });
    return body.result[0];
  };

  const statesOf = async ({ id }: AcceptedLoan) =>
    (
      await given.app.db
        .select({ state: payments.state })
        .from(payments)
        .where(eq(payments.loanId, id))
        .orderBy(asc(payments.paidAt), asc(payments.state))
    ).map(({ state }) => state);

  const messagesAbout = async ({ id }: AcceptedLoan, template: string) =>
    (
      await given.app.db
        .select({ channel: messages.channel })
        .from(messages)
        .where(and(eq(messages.loanId, id), eq(messages.template, template)))
        .orderBy(asc(messages.channel))
    ).map(({ channel }) => channel);

  /** Returns the amount that each receipt of a loan shows. */
  const receiptsOf = async ({ id }: AcceptedLoan) =>
    (
      await given.app.db
        .select({ input: issuedDocuments.input })
        .from(issuedDocuments)
        .where(and(eq(issuedDocuments.loanId, id), eq(issuedDocuments.kind, 'receipt')))
    )
      .map(({ input }) => `${String(input.purpose)} ${String(input.instalment)}`)
      .toSorted();

  /** Returns the attempts of the job that queries a loan's order, while it waits for its next run. */
  const attemptsOf = async ({ id }: AcceptedLoan) => {
    const [job] = await given.app.db
      .select({ attempts: jobs.attempts, holder: jobs.holder })
      .from(jobs)
      .innerJoin(paymentOrders, sql`${jobs.payload} ->> 'id' = ${paymentOrders.id}::text`)
      .where(eq(paymentOrders.loanId, id));
    return job?.holder === null ? job.attempts : null;
  };

  return {
    paid,
    listed,
    heldOf,
    onlyOneOf,
    decide,
    advanceOf,
    lenderLoanOf,
    statesOf,
    messagesAbout,
    receiptsOf,
    attemptsOf,
  };
}
