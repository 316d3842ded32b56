/** The payee of an order and of a mandate is the lender's account, which the provider is given and held to. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, expect, it } from 'vitest';
import { type LenderProfile, sandboxProfiles } from '../../server/config/lender-profiles.ts';
import { mandates, paymentOrders, payments, servicingCases } from '../../server/db/schema/servicing.ts';
import { checkPayments } from '../../server/servicing/payment-orders.ts';
import { type AcceptedLoan, acceptedLoan, lenderId } from './accepted-loan.ts';
import { describeOnPostgresByDay } from './both-databases.ts';
import { heldPaymentsOf } from './held-payments.ts';
import { press, shownPage } from './provider-pages.ts';

const run = { attempt: 1, isLastAttempt: false, signal: new AbortController().signal };
const profile = sandboxProfiles.lenders[lenderId] as LenderProfile;
const account = { id: 'acc_sandbox_15', holder: 'Sandbox lender 15 Ltd' };

describeOnPostgresByDay('the payee', (given) => {
  const held = heldPaymentsOf(given);
  const order = ({ bearer, id }: AcceptedLoan) =>
    given.app.call('createPaymentOrder', {
      ...{ bearer, path: { id }, body: { purpose: 'advance' } },
      headers: { 'idempotency-key': randomUUID() },
    });
  const mandate = ({ bearer, id }: AcceptedLoan) =>
    given.app.call('createMandate', { bearer, path: { id }, body: { method: 'upi' } });
  const casesOf = ({ id }: AcceptedLoan) =>
    given.app.db.select().from(servicingCases).where(eq(servicingCases.loanId, id));
  const configure = (settlementAccount: LenderProfile['settlementAccount']) => {
    sandboxProfiles.lenders[lenderId] = { ...profile, settlementAccount };
  };
  afterEach(() => configure(profile.settlementAccount));

  it('an order keeps the lender’s account at its creation, and the payment page names it', async () => {
    const loan = await acceptedLoan(given.app);
    const { body } = await order(loan);
    expect(await shownPage(given.app, body.result.url)).toContain('Sandbox lender 15 Ltd');
    configure({ id: 'acc_new', holder: 'Another' });
    const [stored] = await given.app.db
      .select()
      .from(paymentOrders)
      .where(eq(paymentOrders.id, body.result.order_id));
    expect(stored?.payee).toEqual(account);
    // A paid amount has gone to the order's account, regardless of a later configuration.
    await press(given.app, body.result.url, { outcome: 'paid', method: 'upi' }, { isDelivered: false });
    await checkPayments(given.app.services, body.result.order_id, run);
    expect(await held.statesOf(loan)).toEqual(['captured']);
  });

  it('an unpaid order to a former account expires, and a new one is paid to the present account', async () => {
    const loan = await acceptedLoan(given.app);
    const former = (await order(loan)).body.result;
    expect((await order(loan)).body.result.order_id).toBe(former.order_id);
    configure({ id: 'acc_new', holder: 'Another' });
    const next = (await order(loan)).body.result;
    expect(next.order_id).not.toBe(former.order_id);
    expect(await shownPage(given.app, next.url)).toContain('Another');
    const stored = await given.app.db.select().from(paymentOrders).where(eq(paymentOrders.loanId, loan.id));
    expect(stored.find(({ id }) => id === former.order_id)?.state).toBe('expired');
  });

  it('the payee of a mandate is the lender under the provider’s name and number', async () => {
    configure({ ...account, creditorId: 'NACH00000015' });
    const loan = await acceptedLoan(given.app);
    const { body } = await mandate(loan);
    expect(await shownPage(given.app, body.result.url)).toContain('Sandbox lender 15 Ltd (NACH00000015)');
    const [stored] = await given.app.db.select().from(mandates).where(eq(mandates.loanId, loan.id));
    expect(stored?.payee).toEqual({ id: 'NACH00000015', holder: account.holder });
  });

  it('a payment to another payee is held and opens a case, even if the payee is reported late', async () => {
    const loan = await acceptedLoan(given.app);
    const { body } = await order(loan);
    const { order_id: id, url } = body.result;
    const provider = given.app.services.adapters.payments;
    if (!provider) throw new Error('There is no provider');
    const { readOrder } = provider;
    provider.readOrder = async (reference, signal) => {
      const read = await readOrder(reference, signal);
      if (read.kind !== 'order') return read;
      return { ...read, payments: read.payments.map(({ payee: _, ...unnamed }) => unnamed) };
    };
    try {
      await press(given.app, url, { outcome: 'other_payee', method: 'upi' }, { isDelivered: false });
      await checkPayments(given.app.services, id, run);
    } finally {
      provider.readOrder = readOrder;
    }
    expect(await held.statesOf(loan)).toEqual(['captured']);
    for (const _ of [1, 2]) await checkPayments(given.app.services, id, run);
    expect(await held.onlyOneOf(loan)).toMatchObject({ held_because: 'payee' });
    const [payment] = await given.app.db.select().from(payments).where(eq(payments.loanId, loan.id));
    expect(await casesOf(loan)).toMatchObject([
      {
        kind: 'payee_differs',
        details: [
          { name: 'entry_id', known: payment?.providerPaymentId },
          { name: 'payee', known: 'acc_sandbox_15', said: 'acc_of_somebody_else' },
          { name: 'amount_paise', known: '630000' },
        ],
      },
    ]);
    expect((await held.advanceOf(loan)).state).toBe('due');
  });

  it('a payment is counted once the provider corrects its payee, and a failed payment opens no case', async () => {
    const provider = given.app.services.adapters.payments;
    if (!provider) throw new Error('There is no provider');
    const { readOrder } = provider;
    /** Reads the order with another word about its payments. */
    const readWith = async (id: string, word: { payee?: string; state?: 'failed' }) => {
      provider.readOrder = async (reference, signal) => {
        const read = await readOrder(reference, signal);
        return read.kind === 'order'
          ? { ...read, payments: read.payments.map((payment) => ({ ...payment, ...word })) }
          : read;
      };
      await checkPayments(given.app.services, id, run).finally(() => (provider.readOrder = readOrder));
    };
    const loan = await acceptedLoan(given.app);
    const { order_id: id, url } = (await order(loan)).body.result;
    await press(given.app, url, { outcome: 'other_payee', method: 'upi' }, { isDelivered: false });
    await readWith(id, { state: 'failed' });
    expect(await casesOf(loan)).toEqual([]);
    await readWith(id, {});
    expect([await held.statesOf(loan), await casesOf(loan)]).toMatchObject([
      ['held'],
      [{ kind: 'payee_differs' }],
    ]);
    await readWith(id, { payee: account.id });
    expect(await held.statesOf(loan)).toEqual(['captured']);
  });

  it('no order and no mandate is opened when the lender has no payee account', async () => {
    configure(null);
    const loan = await acceptedLoan(given.app);
    for (const refused of [await order(loan), await mandate(loan)]) {
      expect(refused.status).toBe(409);
      expect(refused.body.errors).toMatchObject([{ code: 'servicing.payee.none' }]);
    }
    expect(await given.app.db.$count(paymentOrders, eq(paymentOrders.loanId, loan.id))).toBe(0);
    expect(await given.app.db.$count(mandates, eq(mandates.loanId, loan.id))).toBe(0);
  });
});
