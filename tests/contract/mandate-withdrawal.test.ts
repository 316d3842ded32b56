/** Withdrawing a mandate, and what is announced of debits with and without one (decision 95). */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { consentVersion } from '../../domain/servicing/consents.ts';
import { lenderLoans } from '../../server/db/schema/lenders.ts';
import { loans } from '../../server/db/schema/loans.ts';
import { messages } from '../../server/db/schema/messages.ts';
import { timeline } from '../../server/db/schema/review.ts';
import { consents, mandates, offers } from '../../server/db/schema/servicing.ts';
import { createFaults } from '../../server/sandbox/index.ts';
import { sandboxAdapters } from '../../server/sandbox/adapters.ts';
import { endMandates } from '../../server/servicing/end-mandates.ts';
import { readCustomerSteps } from '../../server/servicing/customer-steps.ts';
import { lenderLoansOf } from '../../server/servicing/lender-loans.ts';
import { checkMandate } from '../../server/servicing/mandates.ts';
import { type AcceptedLoan, acceptedLoan, disbursed, stageOf } from './accepted-loan.ts';
import { describeOnPostgres } from './both-databases.ts';
import { press } from './provider-pages.ts';
import { applyDueStageChanges } from '../../server/servicing/stage-timer-job.ts';

const run = { attempt: 1, isLastAttempt: false, signal: new AbortController().signal };

describeOnPostgres('a registered mandate', (given) => {
  const create = ({ bearer, id }: AcceptedLoan, consent: object = {}) =>
    given.app.call('createMandate', { bearer, path: { id }, body: { method: 'upi', ...consent } });
  /** @returns the id of the consent */
  const consentToPayments = async ({ id }: AcceptedLoan): Promise<string> => {
    const { db, clock } = given.app;
    const [owner] = await db.select().from(loans).where(eq(loans.id, id));
    const consentId = randomUUID();
    await db.insert(consents).values({
      ...{ id: consentId, loanId: id, lenderId: 15, customerId: owner?.customerId ?? '' },
      ...{ purpose: 'payments', channel: 'app', givenAt: clock.now() },
      ...{ words: 'Debit me.', version: '2026-11-28', language: 'en' },
    });
    return consentId;
  };
  const withdrawConsent = async ({ bearer }: AcceptedLoan, id: string) =>
    expect((await given.app.call('withdrawConsent', { bearer, path: { id } })).status).toBe(200);
  const withdraw = ({ bearer, id }: AcceptedLoan) =>
    given.app.call('withdrawMandate', { bearer, path: { id } });
  const mandatesOf = ({ id }: AcceptedLoan) =>
    given.app.db.select().from(mandates).where(eq(mandates.loanId, id)).orderBy(mandates.createdAt);
  const check = async (loan: AcceptedLoan) => {
    const [latest] = (await mandatesOf(loan)).slice(-1);
    return checkMandate(given.app.services, latest?.id ?? '', run);
  };
  const register = async (loan: AcceptedLoan): Promise<string> => {
    const { status, body } = await create(loan);
    expect(status, JSON.stringify(body)).toBe(200);
    await press(given.app, body.result.url, { outcome: 'registered' }, { isDelivered: false });
    await check(loan);
    return body.result.url;
  };
  const mandateOf = async ({ bearer, id }: AcceptedLoan) =>
    (await given.app.call('readServicing', { bearer, path: { id } })).body.result.mandate;
  const actsOf = async ({ id }: AcceptedLoan) =>
    (await given.app.db.select().from(timeline).where(eq(timeline.loanId, id)).orderBy(timeline.id))
      .map(({ act }) => act)
      .filter((act) => act.startsWith('mandate.'));
  const templatesOf = async ({ id }: AcceptedLoan) =>
    (await given.app.db.select().from(messages).where(eq(messages.loanId, id))).map(
      ({ template }) => template,
    );

  it('shows the largest debit before it is registered', async () => {
    const loan = await acceptedLoan(given.app);
    expect(await mandateOf(loan)).toMatchObject({ state: 'none', limit_paise: 630_000 });
  });

  it('can be withdrawn once while the loan is being repaid, and another can be registered', async () => {
    const loan = await acceptedLoan(given.app);
    await register(loan);
    await disbursed(given.app, loan);
    expect((await create(loan)).body.errors).toMatchObject([{ code: 'servicing.step.done' }]);
    const { status, body } = await withdraw(loan);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.result.mandate).toMatchObject({ state: 'cancelled', withdrawal_requested: false });
    expect((await withdraw(loan)).status).toBe(200);
    expect(await actsOf(loan)).toEqual(['mandate.withdrawal_requested', 'mandate.withdrawn']);
    expect((await templatesOf(loan)).filter((one) => one === 'servicing.mandateWithdrawn')).toHaveLength(2);
    expect(await stageOf(given.app, loan)).toBe('disbursed');
    given.app.clock.pass(1000);
    const again = (await create(loan)).body.result.url;
    const { location } = await press(given.app, again, { outcome: 'registered' }, { isDelivered: false });
    expect(new URL(location ?? '').pathname).toBe(`/app/loan/${loan.id}/repayment`);
    await check(loan);
    expect((await mandatesOf(loan)).map(({ state }) => state)).toEqual(['cancelled', 'registered']);
    expect(await mandateOf(loan)).toMatchObject({ state: 'registered', withdrawal_requested: false });
  });

  it('the withdrawal of an ended loan’s mandate is requested once, and keeps its first time', async () => {
    const loan = await acceptedLoan(given.app);
    await register(loan);
    const { clock, db } = given.app;
    const key = { loanId: loan.id, lenderId: 15 };
    const first = clock.now();
    await endMandates(db, key, first);
    clock.pass(1000);
    await endMandates(db, key, clock.now());
    expect((await mandatesOf(loan)).map((one) => one.withdrawalRequestedAt)).toEqual([first]);
  });

  it('ends with the withdrawal of the consent to payments, and the lender is told', async () => {
    const loan = await acceptedLoan(given.app);
    await register(loan);
    await disbursed(given.app, loan);
    const { db, clock } = given.app;
    const steps = async () => (await lenderLoansOf(db, loan.id)).map((row) => readCustomerSteps(db, row))[0];
    const former = await consentToPayments(loan);
    clock.pass(1);
    await consentToPayments(loan);
    await withdrawConsent(loan, former);
    expect(await mandateOf(loan)).toMatchObject({ withdrawal_requested: true });
    expect(await stageOf(given.app, loan)).toBe('disbursed');
    expect(await steps()).toMatchObject({
      withdrawnConsents: ['payments'],
      mandate: { isWithdrawn: true },
    });
    await check(loan);
    expect(await mandateOf(loan)).toMatchObject({ state: 'cancelled' });
    // A changed offer requires the consents again.
    clock.pass(1);
    await consentToPayments(loan);
    expect((await steps())?.withdrawnConsents).toEqual([]);
  });

  it('a mandate that is being cancelled before its registration is replaced by a new one', async () => {
    const loan = await acceptedLoan(given.app);
    expect((await create(loan)).status).toBe(200);
    const { clock, db } = given.app;
    await endMandates(db, { loanId: loan.id, lenderId: 15 }, clock.now(), ['requested']);
    clock.pass(1);
    expect((await create(loan)).status).toBe(200);
    expect((await mandatesOf(loan)).map((one) => one.withdrawalRequestedAt !== null)).toEqual([true, false]);
  });

  it('needs the consent to payments again if that was withdrawn', async () => {
    const loan = await acceptedLoan(given.app);
    await disbursed(given.app, loan);
    const consentId = await consentToPayments(loan);
    expect((await create(loan)).status).toBe(200);
    given.app.clock.pass(1);
    await withdrawConsent(loan, consentId);
    expect(await mandateOf(loan)).toMatchObject({ needs_consent: true });
    expect((await create(loan)).body.errors).toMatchObject([{ field: 'consent' }]);
    const former = { consent: { version: '2026-11-01', language: 'en' } };
    expect((await create(loan, former)).status).toBe(400);
    given.app.clock.pass(1);
    const consent = { version: consentVersion, language: 'en' };
    expect((await create(loan, { consent })).status).toBe(200);
    expect(await mandateOf(loan)).toMatchObject({ state: 'requested', needs_consent: false });
    // The former one is marked for withdrawal and not cancelled yet.
    expect((await mandatesOf(loan)).map((one) => [one.state, one.withdrawalRequestedAt !== null])).toEqual([
      ['requested', true],
      ['requested', false],
    ]);
  });

  it('a mandate with a limit below the largest debit ends before another one is requested', async () => {
    const loan = await acceptedLoan(given.app);
    await register(loan);
    await given.app.db.update(mandates).set({ limitPaise: 629_999 }).where(eq(mandates.loanId, loan.id));
    expect((await create(loan)).status).toBe(200);
    expect((await mandatesOf(loan)).map((one) => [one.state, one.withdrawalRequestedAt !== null])).toEqual([
      ['registered', true],
      ['requested', false],
    ]);
  });

  it('must be registered again if it is withdrawn before the disbursal', async () => {
    const loan = await acceptedLoan(given.app);
    await register(loan);
    await withdraw(loan);
    const { bearer, id } = loan;
    const { body } = await given.app.call('readServicing', { bearer, path: { id } });
    expect(body.result.mandate.state).toBe('cancelled');
    expect((await create(loan)).status).toBe(200);
  });

  it('is withdrawn by the job where the provider does not answer', async () => {
    const loan = await acceptedLoan(given.app);
    await register(loan);
    const faults = createFaults();
    const { adapters } = given.app.services;
    const before = adapters.mandates;
    adapters.mandates = sandboxAdapters.openMandates({ ...given.app.services, switches: faults });
    try {
      faults.arm({ operation: 'mandate.revoke', fault: 'timedOut' });
      const { body } = await withdraw(loan);
      expect(body.result.mandate).toMatchObject({ state: 'registered', withdrawal_requested: true });
      expect((await create(loan)).body.errors).toMatchObject([{ code: 'servicing.step.done' }]);
      faults.arm({ operation: 'mandate.revoke', fault: 'refused' });
      expect(await check(loan)).toBe('retry');
      expect(await check(loan)).toBe('done');
    } finally {
      adapters.mandates = before;
    }
    expect(await mandateOf(loan)).toMatchObject({ state: 'cancelled', withdrawal_requested: false });
    expect(await actsOf(loan)).toEqual(['mandate.withdrawal_requested', 'mandate.withdrawn']);
  });

  it('a withdrawal at the bank is found by the event', async () => {
    const loan = await acceptedLoan(given.app);
    const url = await register(loan);
    const { events } = await press(given.app, url, { outcome: 'withdrawn_at_bank' });
    expect(events).toEqual([200]);
    await check(loan);
    expect((await mandatesOf(loan)).map(({ state }) => state)).toEqual(['cancelled']);
    expect(await actsOf(loan)).toEqual(['mandate.withdrawn']);
    expect(await templatesOf(loan)).toContain('servicing.mandateWithdrawn');
  });

  it('ends with the loan, without a separate message', async () => {
    const loan = await acceptedLoan(given.app, { advanceInstalments: 0 });
    await register(loan);
    await disbursed(given.app, loan);
    const { bearer, id } = loan;
    const headers = { 'idempotency-key': randomUUID() };
    const body = { purpose: 'foreclosure' };
    const ordered = await given.app.call('createPaymentOrder', { bearer, path: { id }, body, headers });
    const { order_id, url } = ordered.body.result;
    await press(given.app, url, { outcome: 'paid', method: 'upi' }, { isDelivered: false });
    await given.app.call('readPaymentOrder', { bearer, path: { id, order_id } });
    expect(await stageOf(given.app, loan)).toBe('closed');
    expect(await check(loan)).toBe('done');
    expect((await mandatesOf(loan)).map(({ state }) => state)).toEqual(['cancelled']);
    expect(await actsOf(loan)).toEqual(['mandate.withdrawn']);
    expect(await templatesOf(loan)).not.toContain('servicing.mandateWithdrawn');
  });

  it('stays registered when a changed offer expires before it is accepted', async () => {
    const loan = await acceptedLoan(given.app);
    await register(loan);
    const { db, clock, services } = given.app;
    const [offer] = await db.select().from(offers).where(eq(offers.id, loan.offerId));
    if (!offer) throw new Error('An accepted loan has an offer');
    const changed = { id: randomUUID(), revision: 2, proposalNumber: `P-2-${loan.offerId}` };
    await db.insert(offers).values({ ...offer, ...changed });
    clock.pass(offer.validUntil.getTime() - clock.now().getTime());
    await db.update(lenderLoans).set({ advanceAt: clock.now() }).where(eq(lenderLoans.loanId, loan.id));
    await applyDueStageChanges(services);
    expect(await stageOf(given.app, loan)).toBe('accepted');
    expect((await mandatesOf(loan)).map(({ state }) => state)).toEqual(['registered']);
    expect(await templatesOf(loan)).not.toContain('servicing.mandateWithdrawn');
  });

  it('can be withdrawn only by the owner of the loan, and only if there is one', async () => {
    const loan = await acceptedLoan(given.app);
    const other = await acceptedLoan(given.app);
    expect((await withdraw(loan)).body.errors).toMatchObject([{ code: 'servicing.step.notNow' }]);
    await register(loan);
    expect((await withdraw({ ...loan, bearer: other.bearer })).status).toBe(404);
  });
});
