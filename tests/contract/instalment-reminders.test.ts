/** Reminders of instalments before they are due: when each job waits, and what it does then. */
import { randomUUID } from 'node:crypto';
import { and, eq, inArray, like } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { scheduleOf } from '../../domain/servicing/schedule.ts';
import { someLoanTerms } from '../../domain/servicing/testing.ts';
import { transaction } from '../../server/db/open.ts';
import { lenderLoans } from '../../server/db/schema/lenders.ts';
import { loans } from '../../server/db/schema/loans.ts';
import { messages } from '../../server/db/schema/messages.ts';
import { jobs } from '../../server/db/schema/servers.ts';
import { consents, mandates, offers, paymentOrders, payments } from '../../server/db/schema/servicing.ts';
import type { LenderLoanKey } from '../../server/db/lender-loan-key.ts';
import { lenderLoansOf, lockLenderLoan } from '../../server/servicing/lender-loans.ts';
import { readCustomerSteps } from '../../server/servicing/customer-steps.ts';
import { readLedgerFacts } from '../../server/servicing/ledger-facts.ts';
import { checkMandate } from '../../server/servicing/mandates.ts';
import { remindByJob } from '../../server/servicing/remind-job.ts';
import { advanceStage } from '../../server/servicing/stage.ts';
import { appendToTimeline } from '../../server/timeline/timeline.ts';
import { stageEntries } from './accepted-loan.ts';
import { describeOnPostgres } from './both-databases.ts';
import { submitted } from './fixtures.ts';
import { manualClock } from '../../server/testing/clock.ts';

const terms = someLoanTerms({
  tenureMonths: 3,
  charges: [],
  disbursalOn: '2026-07-20',
  firstDueOn: '2026-08-20',
});
const [first] = scheduleOf(terms);
const firstReminderAt = new Date('2026-08-17T10:00:00+05:30');
const reminderTemplates = ['servicing.reminder', 'servicing.paymentReminder'];
const secondReminderAt = new Date('2026-09-17T10:00:00+05:30');

describeOnPostgres('a reminder of an instalment', (given) => {
  const advance = (key: LenderLoanKey, now = given.app.clock.now()) =>
    transaction(given.app.db, async (tx) => {
      const locked = await lockLenderLoan(tx, key, now);
      if (locked) await advanceStage(tx, locked, { now, config: given.app.config });
    });

  /** A loan that was disbursed on 20 July, with instalments on the 20th of the three months behind. */
  async function disbursed(): Promise<LenderLoanKey> {
    const { db, clock } = given.app;
    const { id } = await submitted(given.app);
    const key = { loanId: id, lenderId: 11 };
    const [offerId, now] = [randomUUID(), clock.now()];
    const offer = { id: offerId, revision: 1, proposalNumber: offerId, terms, apr: '21.0000' };
    await db.insert(offers).values({ ...key, ...offer, receivedAt: now, validUntil: now });
    const stage = { stage: 'disbursed', offerId, acceptedAt: now, disbursedOn: terms.disbursalOn } as const;
    await db.insert(lenderLoans).values({ ...key, ...stage, reference: randomUUID(), createdAt: now });
    await appendToTimeline(db, stageEntries(key, now, ['offered', 'accepted', 'disbursed']));
    await consent(key, now);
    await advance(key);
    return key;
  }

  const consent = ({ loanId, lenderId }: LenderLoanKey, givenAt: Date, withdrawnAt: Date | null = null) =>
    given.app.db.insert(consents).values({
      ...{ id: randomUUID(), loanId, lenderId, purpose: 'messages', channel: 'app', givenAt, withdrawnAt },
      ...{ words: 'I agree that I am reminded.', version: '2026-11-28', language: 'en' },
    });

  async function pay({ loanId, lenderId }: LenderLoanKey, amountPaise: number) {
    const { db, clock } = given.app;
    const [orderId, now] = [randomUUID(), clock.now()];
    const money = { loanId, lenderId, amountPaise, currency: 'INR' };
    const order = { purpose: 'instalment', instalment: 1, state: 'paid', idempotencyKey: orderId } as const;
    await db
      .insert(paymentOrders)
      .values({ ...money, ...order, id: orderId, createdAt: now, expiresAt: now });
    const payment = { orderId, providerPaymentId: randomUUID(), state: 'captured', method: 'upi' } as const;
    await db
      .insert(payments)
      .values({ ...money, ...payment, id: randomUUID(), paidAt: now, receivedAt: now });
    await advance({ loanId, lenderId });
  }

  const waiting = ({ loanId }: LenderLoanKey) =>
    given.app.db
      .select({ payload: jobs.payload, runAt: jobs.runAt })
      .from(jobs)
      .where(like(jobs.dedupeKey, `reminder:${loanId}:%`));
  const sent = ({ loanId }: LenderLoanKey) =>
    given.app.db
      .select()
      .from(messages)
      .where(and(eq(messages.loanId, loanId), inArray(messages.template, reminderTemplates)));
  const remind = (key: LenderLoanKey, at: Date, dueOn = first?.dueOn ?? '') =>
    remindByJob(
      { ...given.app.services, clock: manualClock(at) },
      { ...key, dueOn },
      { signal: new AbortController().signal },
    );

  async function registerMandate(key: LenderLoanKey, createdAt = given.app.clock.now()): Promise<string> {
    const id = randomUUID();
    await given.app.db.insert(mandates).values({
      ...{ id, ...key, method: 'upi', limitPaise: 2_000_000, state: 'registered', createdAt },
      ...{ providerReference: randomUUID(), registrationNumber: 'UMRN0042' },
    });
    return id;
  }

  /** The bank registers a mandate at a time. @returns the reminders that wait then */
  async function registerAt(key: LenderLoanKey, at: Date) {
    const { db, services } = given.app;
    await remind(key, firstReminderAt);
    const id = await registerMandate(key);
    const [registered] = await db
      .update(mandates)
      .set({ state: 'requested' })
      .where(eq(mandates.id, id))
      .returning();
    const mandate = {
      ...{ kind: 'mandate', state: 'registered', failure: null, registrationNumber: 'UMRN0043', url: null },
      providerReference: registered?.providerReference,
    };
    const provider = { read: async () => mandate } as never;
    const needs = {
      ...services,
      clock: manualClock(at),
      adapters: { ...services.adapters, mandates: provider },
    };
    await checkMandate(needs, id, { attempt: 1, isLastAttempt: false, signal: new AbortController().signal });
    return waiting(key);
  }

  const debitsOf = async ({ loanId }: LenderLoanKey) => {
    const [row] = await lenderLoansOf(given.app.db, loanId);
    return row && (await readCustomerSteps(given.app.db, row)).debits;
  };

  it('waits until ten in the morning, three days before the instalment is due', async () => {
    const key = await disbursed();
    expect(await waiting(key)).toEqual([
      { payload: { ...key, dueOn: '2026-08-20' }, runAt: firstReminderAt },
    ]);
  });

  it.each([
    ['two days before is announced to the customer and to the lender', '2026-08-18T18:59:00+05:30', true],
    ['is called off on the day before: the customer pays by hand', '2026-08-19T08:00:00+05:30', false],
  ])('a debit that %s', async (_, at, isAnnounced) => {
    const key = await disbursed();
    await registerMandate(key);
    await remind(key, new Date(at));
    const template = isAnnounced ? 'servicing.reminder' : 'servicing.paymentReminder';
    expect((await sent(key)).map((message) => message.template)).toEqual([template, template]);
    expect((await debitsOf(key))?.map(({ instalment, dueOn }) => [instalment, dueOn])).toEqual(
      isAnnounced ? [[first?.number, '2026-08-20']] : [],
    );
  });

  it('a debit by a mandate registered after the reminder is announced at once if a day is left', async () => {
    const early = await registerAt(await disbursed(), new Date('2026-08-18T09:00:00+05:30'));
    expect(early).toMatchObject([
      { payload: { dueOn: '2026-08-20' }, runAt: new Date('2026-08-18T03:30:00Z') },
    ]);
    const late = await registerAt(await disbursed(), new Date('2026-08-19T09:00:00+05:30'));
    expect(late).toMatchObject([{ payload: { dueOn: '2026-09-20' } }]);
    // Earlier overdue instalments do not matter.
    const behindOverdue = await registerAt(await disbursed(), new Date('2026-09-18T09:00:00+05:30'));
    expect(behindOverdue).toMatchObject([
      { payload: { dueOn: '2026-09-20' }, runAt: new Date('2026-09-18T03:30:00Z') },
    ]);
    // The outcome of a debit announced for that instalment does not matter either.
    const key = await disbursed();
    await registerMandate(key);
    await remind(key, firstReminderAt);
    const { loanId } = key;
    const settledAt = new Date('2026-08-21T09:00:00+05:30');
    await given.app.db
      .update(mandates)
      .set({ state: 'cancelled', settledAt })
      .where(eq(mandates.loanId, loanId));
    expect((await readLedgerFacts(given.app.db, key)).debitWaits.get(first?.number ?? 0)).toBeNull();
    expect(await registerAt(key, new Date('2026-09-18T09:00:00+05:30'))).toMatchObject([
      { payload: { dueOn: '2026-09-20' }, runAt: new Date('2026-09-18T03:30:00Z') },
    ]);
  });

  it('a debit announced by two mandates belongs to the later one, and a late mandate announces none', async () => {
    const { db } = given.app;
    const announcedByFormer = async () => {
      const key = await disbursed();
      const id = await registerMandate(key);
      await remind(key, firstReminderAt);
      const settledAt = new Date('2026-08-17T12:00:00+05:30');
      await db.update(mandates).set({ state: 'cancelled', settledAt }).where(eq(mandates.id, id));
      expect(await debitsOf(key)).toEqual([]);
      return key;
    };
    const key = await announcedByFormer();
    const at = new Date('2026-08-18T09:00:00+05:30');
    expect(await registerAt(key, at)).toMatchObject([{ payload: { dueOn: '2026-08-20' } }]);
    await remind(key, at);
    const number = first?.number ?? 0;
    expect(await debitsOf(key)).toEqual([{ instalment: number, dueOn: '2026-08-20', announcedAt: at }]);
    expect((await readLedgerFacts(db, key)).debitWaits.get(number)).toBeNull();
    const late = await announcedByFormer();
    await registerAt(late, new Date('2026-08-19T09:00:00+05:30'));
    expect(await debitsOf(late)).toEqual([]);
  });

  it('says the amount and the date in the language of the loan, and then waits for the next', async () => {
    const key = await disbursed();
    await given.app.db.update(loans).set({ language: 'hi' }).where(eq(loans.id, key.loanId));
    await pay(key, 100_050);
    expect(await remind(key, firstReminderAt)).toBe('done');
    const texts = (await sent(key)).map(({ channel, text }) => [channel, text] as const);
    expect(texts.map(([channel]) => channel).sort()).toEqual(['email', 'sms']);
    const left = ((first?.instalment ?? 0) - 100_050) / 100;
    for (const [, text] of texts) {
      expect(text).toContain(left.toLocaleString('en-IN', { style: 'currency', currency: 'INR' }));
      expect(text).toContain('20 अगस्त 2026');
    }
    expect(await waiting(key)).toEqual([
      { payload: { ...key, dueOn: '2026-09-20' }, runAt: secondReminderAt },
    ]);
  });

  it('is sent once, even if the loan changes when it is due or its job runs twice', async () => {
    const key = await disbursed();
    const at = new Date(firstReminderAt.getTime() + 1000);
    await advance(key, at);
    expect(await waiting(key)).toMatchObject([{ payload: { dueOn: '2026-08-20' }, runAt: firstReminderAt }]);
    await Promise.all([remind(key, at), remind(key, at)]);
    expect(await sent(key)).toHaveLength(2);
    expect((await waiting(key)).map(({ runAt }) => runAt)).toEqual([secondReminderAt]);
  });

  it('announces a debit with lender, mandate and way to withdraw, and asks for a payment without one', async () => {
    const key = await disbursed();
    const { db, clock } = given.app;
    const id = await registerMandate(key);
    await remind(key, firstReminderAt);
    const debits = await sent(key);
    expect(debits.map(({ template }) => template)).toEqual(['servicing.reminder', 'servicing.reminder']);
    for (const { text } of debits) {
      for (const part of ['Sandbox lender 11', 'UMRN0042', '20 August 2026']) expect(text).toContain(part);
      expect(text?.toLowerCase()).toContain('withdraw the mandate');
    }
    await db.update(mandates).set({ withdrawalRequestedAt: clock.now() }).where(eq(mandates.id, id));
    await remind(key, secondReminderAt, '2026-09-20');
    const reminders = (await sent(key)).filter(({ template }) => template === 'servicing.paymentReminder');
    expect(reminders).toHaveLength(2);
    for (const { text } of reminders) expect(text?.toLowerCase()).toContain('nothing is debited');
  });

  it('is not sent while the consent to reminders is withdrawn, but a debit is announced', async () => {
    const key = await disbursed();
    const { db, clock } = given.app;
    const withdrawnAt = new Date(clock.now().getTime() + 1000);
    await db.update(consents).set({ withdrawnAt }).where(eq(consents.loanId, key.loanId));
    await remind(key, firstReminderAt);
    expect(await sent(key)).toEqual([]);
    const id = await registerMandate(key);
    await remind(key, secondReminderAt, '2026-09-20');
    const announced = ['servicing.reminder', 'servicing.reminder'];
    expect((await sent(key)).map(({ template }) => template)).toEqual(announced);
    await db.update(mandates).set({ state: 'cancelled' }).where(eq(mandates.id, id));
    await consent(key, new Date(withdrawnAt.getTime() + 1000));
    await remind(key, new Date('2026-10-17T10:00:00+05:30'), '2026-10-20');
    const asked = Array<string>(2).fill('servicing.paymentReminder');
    expect((await sent(key)).map(({ template }) => template).toSorted()).toEqual([...asked, ...announced]);
  });

  it('finds a mandate withdrawn at the bank, and asks again the day before', async () => {
    const { db, clock, services } = given.app;
    const key = await disbursed();
    const id = await registerMandate(key, new Date(clock.now().getTime() - 90 * 86_400_000));
    const isCheck = eq(jobs.dedupeKey, `check:mandate:${id}`);
    const checkAt = async () => (await db.select().from(jobs).where(isCheck))[0]?.runAt;
    const before = services.adapters.mandates;
    if (!before) throw new Error('The sandbox has a provider');
    const reading = { kind: 'mandate', failure: null, registrationNumber: 'UMRN0042', url: null } as const;
    const says = (reply: Awaited<ReturnType<typeof before.read>>) => {
      services.adapters.mandates = { ...before, read: async () => reply };
    };
    try {
      says({ kind: 'noResponse' });
      await remind(key, firstReminderAt);
      expect(await checkAt()).toEqual(firstReminderAt);
      await db.delete(jobs).where(isCheck);
      says({ ...reading, state: 'registered' });
      await remind(key, secondReminderAt, '2026-09-20');
      const dayBefore = new Date('2026-09-19T10:00:00+05:30');
      expect(await checkAt()).toEqual(dayBefore);
      // A job that was there already, and ends between the reminder and the debit, says so itself.
      const run = { attempt: 1, isLastAttempt: false, signal: new AbortController().signal };
      const later = { ...services, clock: manualClock(secondReminderAt) };
      expect(await checkMandate(later, id, run)).toEqual({ runAt: dayBefore });
      expect(await checkMandate({ ...later, clock: manualClock(dayBefore) }, id, run)).toBe('done');
      says({ ...reading, state: 'cancelled' });
      await remind(key, new Date('2026-10-17T10:00:00+05:30'), '2026-10-20');
    } finally {
      services.adapters.mandates = before;
    }
    const templates = (await sent(key)).map(({ template }) => template);
    expect(templates.toSorted()).toEqual([
      ...Array<string>(2).fill('servicing.paymentReminder'),
      ...Array<string>(4).fill('servicing.reminder'),
    ]);
    const ofWithdrawal = eq(messages.template, 'servicing.mandateWithdrawn');
    expect(await db.$count(messages, and(eq(messages.loanId, key.loanId), ofWithdrawal))).toBe(2);
  });

  it.each([
    ['late at night', '2026-08-17T19:00:00+05:30', '2026-08-18T08:00:00+05:30'],
    ['early in the morning', '2026-08-18T07:59:00+05:30', '2026-08-18T08:00:00+05:30'],
  ])('waits for the morning %s', async (_, at, runAt) => {
    const key = await disbursed();
    await remind(key, new Date(at));
    expect(await sent(key)).toEqual([]);
    const payload = { ...key, dueOn: '2026-08-20' };
    expect(await waiting(key)).toEqual([{ payload, runAt: new Date(runAt) }]);
  });

  it('is not sent once the instalment is paid, or due', async () => {
    const paid = await disbursed();
    await pay(paid, first?.instalment ?? 0);
    expect((await waiting(paid)).map(({ runAt }) => runAt)).toEqual([secondReminderAt]);
    await remind(paid, firstReminderAt);
    expect(await sent(paid)).toEqual([]);

    const due = await disbursed();
    await remind(due, new Date('2026-08-20T10:00:00+05:30'));
    expect(await sent(due)).toEqual([]);
    expect((await waiting(due)).map(({ runAt }) => runAt)).toEqual([secondReminderAt]);
  });

  it('does not come any more once the loan has ended or was erased', async () => {
    const ended = await disbursed();
    const ofLoan = eq(lenderLoans.loanId, ended.loanId);
    await given.app.db.update(lenderLoans).set({ stage: 'refused', disbursedOn: null }).where(ofLoan);
    await advance(ended);
    expect(await waiting(ended)).toEqual([]);

    const erased = await disbursed();
    await given.app.db.update(loans).set({ erasedAt: new Date() }).where(eq(loans.id, erased.loanId));
    expect(await remind(erased, firstReminderAt)).toBe('done');
    expect(await sent(erased)).toEqual([]);
  });
});
