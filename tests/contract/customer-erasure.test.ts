/** An erasure leaves none of a customer's data in any column of any table. */
import { randomUUID } from 'node:crypto';
import { eq, notExists, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { interestConsentVersion } from '../../domain/forms/product-interest.ts';
import { runCommand } from '../../server/admin/commands.ts';
import { customers, customerSessions } from '../../server/db/schema/customers.ts';
import { lenderLoans } from '../../server/db/schema/lenders.ts';
import { loans } from '../../server/db/schema/loans.ts';
import { paymentOrders, payments } from '../../server/db/schema/servicing.ts';
import { idleMs } from '../../server/customers/sessions.ts';
import { applyRetention } from '../../server/retention/apply-retention.ts';
import { eraseCustomer } from '../../server/retention/erase-customer.ts';
import { eraseLoan } from '../../server/retention/erase-loan.ts';
import { retentionPeriods } from '../../server/config/retention-periods.ts';
import { acceptedLoan } from './accepted-loan.ts';
import { describeOnPostgresByDay } from './both-databases.ts';
import { newMobile, requestedOtp, signedIn, signedUp } from './customers.ts';
import { executeSql } from '../../server/db/open.ts';
import { columnsOf } from './stored-columns.ts';
import { columnTexts } from './stored-texts.ts';

const dayMs = 24 * 60 * 60 * 1000;

describeOnPostgresByDay('a customer', (given) => {
  const run = (mobile: string) => {
    const { services } = given.app;
    const context = {
      ...services,
      openObjects: async () => services.adapters.objects,
      openKeyring: async () => services.keyring,
    };
    return runCommand(context, { name: 'erase-customer', mobile });
  };
  const placesOf = async (...texts: string[]) => {
    const found = await columnTexts(given.app.db, null);
    return [
      ...new Set(
        found.filter(({ text }) => texts.some((one) => text.includes(one))).map(({ place }) => place),
      ),
    ];
  };

  it('is erased with all messages and answers, and a loan remains without an owner', async () => {
    const { bearer, mobile } = await signedIn(given.app);
    const profile = { name: 'Erased Customer', email: 'customer@erased.example' };
    expect((await given.app.call('saveProfile', { bearer, body: profile })).status).toBe(200);
    const { body } = await given.app.call('createMyLoan', { bearer, body: {} });
    const id: string = body.result.loan_id;
    const next = newMobile();
    await given.app.call('requestMobileChange', { bearer, body: { mobile: next } });
    given.app.clock.pass(60_000);
    await requestedOtp(given.app, mobile);
    const known = [mobile, profile.name, profile.email];
    expect((await placesOf(...known)).toSorted()).toEqual(
      expect.arrayContaining([
        'customers.mobile',
        'customers.name',
        'messages.recipient',
        'one_time_passwords.subject',
      ]),
    );
    const { ok, lines } = await run(mobile);
    expect([ok, lines.length, lines[1]]).toEqual([true, 2, expect.stringContaining(id)]);
    const { services } = given.app;
    expect(await eraseLoan(services, id)).toBe('erased');
    // Messages to the next number do not mention the customer.
    expect(await placesOf(...known)).toEqual([]);
    expect((await given.app.call('readProfile', { bearer })).status).toBe(401);
    const [loan] = await given.app.db.select().from(loans).where(eq(loans.id, id));
    expect(loan?.customerId).toBeNull();
    expect(await run(mobile)).toEqual({ ok: false, lines: ['No customer has this number.'] });
  });

  it('is not erased while one of their loans is running', async () => {
    const { id, mobile } = await acceptedLoan(given.app);
    const { ok, lines } = await run(mobile);
    expect([ok, lines]).toEqual([false, [expect.stringContaining(id)]]);
    expect(await given.app.db.$count(customers, eq(customers.mobile, mobile))).toBe(1);
  });

  it('is not erased while a payment for one of their loans is held', async () => {
    const { db, clock } = given.app;
    const { id, mobile } = await acceptedLoan(given.app);
    await db.update(lenderLoans).set({ stage: 'cancelled' }).where(eq(lenderLoans.loanId, id));
    const now = clock.now();
    await db.insert(payments).values({
      ...{ id: randomUUID(), loanId: id, lenderId: 15, providerPaymentId: randomUUID(), state: 'held' },
      ...{ amountPaise: 100, currency: 'INR', method: 'upi', paidAt: now, receivedAt: now },
    });
    const { ok, lines } = await run(mobile);
    expect([ok, lines]).toEqual([false, [expect.stringContaining(id)]]);
    await db.update(payments).set({ state: 'refunded' }).where(eq(payments.loanId, id));
    // An unpaid order may still get a payment reported.
    const orderId = randomUUID();
    await db.insert(paymentOrders).values({
      ...{
        id: orderId,
        idempotencyKey: orderId,
        loanId: id,
        lenderId: 15,
        purpose: 'advance',
        state: 'open',
      },
      ...{ amountPaise: 100, currency: 'INR', createdAt: now, expiresAt: new Date(now.getTime() + 60_000) },
    });
    expect((await run(mobile)).ok).toBe(false);
    clock.pass(4 * dayMs);
    expect((await run(mobile)).ok).toBe(true);
    clock.pass(-4 * dayMs);
  });

  it('is not erased for inactivity once they have come back', async () => {
    const { db } = given.app;
    const { mobile } = await signedIn(given.app);
    const isIdle = notExists(
      db.select().from(customerSessions).where(eq(customerSessions.customerId, customers.id)),
    );
    expect(await eraseCustomer(given.app.services, mobile, isIdle)).toBeUndefined();
    expect(await db.$count(customers, eq(customers.mobile, mobile))).toBe(1);
    await db.delete(customerSessions);
    expect(await eraseCustomer(given.app.services, mobile, isIdle)).toEqual({ loans: [] });
  });

  it('leaves no row in any table with a column about customers', async () => {
    const { bearer, mobile } = await signedUp(given.app);
    const ok = { status: 200 };
    const nominee = { name: 'Raman Pillai', relation: 'sibling', mobile: newMobile() };
    expect(await given.app.call('saveNominee', { bearer, body: { nominee } })).toMatchObject(ok);
    const question = { query: 'When is it paid?', language: 'en' };
    expect(await given.app.call('startMyConversation', { bearer, body: question })).toMatchObject(ok);
    const interest = { product: 'insurance', consent_version: interestConsentVersion, language: 'en' };
    const registered = await given.app.call('registerInterest', { body: { ...interest, address: mobile } });
    expect(registered).toMatchObject(ok);
    const [customer] = await given.app.db.select().from(customers).where(eq(customers.mobile, mobile));
    const id = customer?.id ?? '';
    const ofCustomer = sql`customer_id = ${id}`;
    const rowsOfCustomer: Record<string, ReturnType<typeof sql>> = {
      customers: sql`id = ${id}`,
      ...{ conversations: ofCustomer, customer_sessions: ofCustomer, nominees: ofCustomer },
      conversation_messages: sql`conversation_id in (${sql.join(await conversationsOf(id), sql`, `)})`,
      product_interests: sql`address = ${mobile}`,
      one_time_passwords: sql`subject like ${`%${mobile}`}`,
    };
    const count = async () => {
      const tables = [...new Set(columnsOf('customer').map(({ table }) => table))].toSorted();
      const counts = tables.map(async (table) => {
        const where = rowsOfCustomer[table];
        if (!where) throw new Error(`Which rows of ${table} are a customer's?`);
        const name = sql.identifier(table);
        return [table, (await executeSql(given.app.db, sql`select 1 from ${name} where ${where}`)).length];
      });
      return Object.fromEntries(await Promise.all(counts)) as Record<string, number>;
    };
    const before = await count();
    expect(Object.entries(before).filter(([, rows]) => rows === 0)).toEqual([]);
    expect((await run(mobile)).ok).toBe(true);
    expect(await count()).toEqual(Object.fromEntries(Object.keys(before).map((table) => [table, 0])));
  });

  const conversationsOf = async (customerId: string) =>
    (
      await executeSql<{ id: string }>(
        given.app.db,
        sql`select id::text from conversations where customer_id = ${customerId}`,
      )
    ).map(({ id }) => sql`${id}::uuid`);

  it('is erased a year after the sign-up, unless there is a session, an application or a partner', async () => {
    const { db, clock, services } = given.app;
    const signedUpAt = clock.now().getTime();
    const idle = await signedIn(given.app);
    const owner = await signedIn(given.app);
    await given.app.call('saveProfile', {
      bearer: owner.bearer,
      body: { name: 'Owner', email: 'owner@parent.example' },
    });
    const { body } = await given.app.call('createMyLoan', { bearer: owner.bearer, body: {} });
    await db.update(loans).set({ status: 'approved' }).where(eq(loans.id, body.result.loan_id));
    const member = await signedIn(given.app);
    await db.update(customers).set({ partnerId: 'demo' }).where(eq(customers.mobile, member.mobile));
    const at = async (time: number) => {
      clock.set(new Date(time));
      await applyRetention(services, undefined, 1);
      const left = async (mobile: string) => db.$count(customers, eq(customers.mobile, mobile));
      return [await left(idle.mobile), await left(owner.mobile), await db.$count(customerSessions)];
    };
    const [, , sessions = 0] = await at(signedUpAt + idleMs - 1);
    expect(sessions).toBeGreaterThan(1);
    expect(await at(signedUpAt + idleMs)).toEqual([1, 1, 0]);
    const end = signedUpAt + retentionPeriods.customers * dayMs;
    expect(await at(end - 1)).toEqual([1, 1, 0]);
    expect(await at(end)).toEqual([0, 1, 0]);
    expect(await db.$count(customers, eq(customers.mobile, member.mobile))).toBe(1);
  });
});
