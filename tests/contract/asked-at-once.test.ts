/** A lender is asked at once after these acts, by which it also hears what has happened (decision 89). */
import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { jobs } from '../../server/db/schema/servers.ts';
import { kycChecks, mandates } from '../../server/db/schema/servicing.ts';
import { checkKyc } from '../../server/servicing/kyc.ts';
import { checkMandate } from '../../server/servicing/mandates.ts';
import { checkPayments } from '../../server/servicing/payment-orders.ts';
import { type AcceptedLoan, acceptedLoan, lenderId } from './accepted-loan.ts';
import { describeOnPostgres } from './both-databases.ts';
import { heldPaymentsOf } from './held-payments.ts';
import { press } from './provider-pages.ts';

const run = { attempt: 1, isLastAttempt: false, signal: new AbortController().signal };

describeOnPostgres('a lender is asked at once', (given) => {
  const held = heldPaymentsOf(given);
  /** Does something, and expects that the lender is asked about the loan by it. */
  const asks = async ({ id }: AcceptedLoan, act: () => Promise<unknown>) => {
    await given.app.db.delete(jobs);
    await act();
    const ofLoan = and(eq(jobs.kind, 'lender.servicing'), sql`payload ->> 'loanId' = ${id}`);
    expect(await given.app.db.select().from(jobs).where(ofLoan)).toMatchObject([
      { runAt: given.app.clock.now() },
    ]);
  };

  it('the server asks the lender when staff count a payment', async () => {
    const loan = await acceptedLoan(given.app);
    await held.paid(loan, 'short');
    const payment = await held.onlyOneOf(loan);
    await asks(loan, async () => expect((await held.decide(loan, payment, 'count')).status).toBe(200));
  });

  it('the server asks the lender when an advance payment is made or is disputed before the disbursal', async () => {
    const loan = await acceptedLoan(given.app);
    let paid = { order_id: '', url: '' };
    await asks(loan, async () => {
      paid = await held.paid(loan, 'paid');
    });
    await press(given.app, paid.url, { outcome: 'dispute', method: 'upi' }, { isDelivered: false });
    await asks(loan, () => checkPayments(given.app.services, paid.order_id, run));
  });

  it('the server asks the lender when the identity is verified and when a mandate changes its state', async () => {
    const loan = await acceptedLoan(given.app);
    const { db, clock, services } = given.app;
    const request = () => ({
      ...{ id: randomUUID(), loanId: loan.id, lenderId, createdAt: clock.now() },
      providerReference: randomUUID(),
    });
    const check = { ...request(), state: 'requested' as const };
    await db.insert(kycChecks).values(check);
    const verified = {
      ...{ kind: 'check', state: 'verified', failure: null, nameOnRecord: null },
      ...{ url: null, linkExpiresAt: null },
    };
    const kyc = { read: async () => verified } as never;
    const adapters = { ...services.adapters, kyc };
    await asks(loan, () => checkKyc({ ...services, adapters }, check.id, run));
    const mandate = {
      ...request(),
      state: 'requested' as const,
      method: 'upi' as const,
      limitPaise: 630_000,
    };
    await db.insert(mandates).values(mandate);
    const says = (state: 'registered' | 'cancelled') => {
      const reading = { kind: 'mandate', state, failure: null, registrationNumber: null, url: null };
      const provider = { read: async () => reading, revoke: async () => reading } as never;
      return checkMandate(
        { ...services, adapters: { ...services.adapters, mandates: provider } },
        mandate.id,
        run,
      );
    };
    await asks(loan, () => says('registered'));
    const { bearer, id } = loan;
    await asks(loan, async () => {
      const { status } = await given.app.call('withdrawMandate', { bearer, path: { id } });
      expect(status).toBe(200);
    });
    await asks(loan, () => says('cancelled'));
  });
});
