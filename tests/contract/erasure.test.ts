/** An erasure leaves none of a person's data in tables or objects; the test first checks that its search finds all. */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { beforeAll, expect, it, vi } from 'vitest';
import { executeSql, transaction } from '../../server/db/open.ts';
import { lenderLoans, pushes } from '../../server/db/schema/lenders.ts';
import { loans } from '../../server/db/schema/loans.ts';
import { messages } from '../../server/db/schema/messages.ts';
import { submissions, timeline } from '../../server/db/schema/review.ts';
import { jobs } from '../../server/db/schema/servers.ts';
import { mandates, paymentOrders, payments } from '../../server/db/schema/servicing.ts';
import { runCommand } from '../../server/admin/commands.ts';
import { deliverMessage } from '../../server/outbox/deliver.ts';
import { claimPush } from '../../server/push/claim.ts';
import { revokeLease } from '../../server/loans/lease.ts';
import { eraseLoan } from '../../server/retention/erase-loan.ts';
import { checkByJob } from '../../server/servicing/check-job.ts';
import type { App } from './app.ts';
import { describeOnPostgresByDay } from './both-databases.ts';
import type { CookieJar } from './calls.ts';
import { signInOnce } from './desk.ts';
import { application, type CreatedLoan, saveApplication, submitted } from './fixtures.ts';
import { type Column, columnsOf, problemsOfColumns } from './stored-columns.ts';
import { columnTexts } from './stored-texts.ts';
import { add, contentOf, put, upload } from './uploads.ts';
import { abandonedLoan, decidedLoan, isOk, known, receipt } from './known-person.ts';

it('every database column is classified by the person it is about', () => {
  expect(problemsOfColumns()).toEqual([]);
});

describeOnPostgresByDay('an erased loan', (given) => {
  let jar: CookieJar;
  let app: App;
  beforeAll(async () => {
    app = given.app;
    jar = await signInOnce(app);
  });

  async function deliverOneMessage({ id }: CreatedLoan): Promise<void> {
    const [message] = await app.db
      .select()
      .from(messages)
      .where(eq(messages.loanId, id))
      .orderBy(asc(messages.channel));
    const run = { attempt: 1, isLastAttempt: false, signal: new AbortController().signal };
    expect(await deliverMessage(app.services, { messageId: message?.id ?? '' }, run)).toBe('done');
  }

  it('leaves ids, times, statuses and amounts, and nothing of the person', async () => {
    const [one, other] = [await decidedLoan(app, jar), await abandonedLoan(app)];
    const bystander = await submitted(app);
    for (const loan of [one, other]) {
      await deliverOneMessage(loan);
      await app.call('requestReentry', { path: { id: loan.id } });
    }
    const before = await placesOfEach(app);
    expect(Object.entries(before).filter(([, places]) => places.length === 0)).toEqual([]);
    expect(before.pan?.join()).toMatch(/drafts\.body.*pushes\.request.*submissions\.fields/);
    const [history, untouched] = [await skeletonOf(app, one), await rowsThatName(app, bystander.id)];
    const [keptAmount] = await app.db.select().from(loans).where(eq(loans.id, one.id));

    expect([await erase(one), await erase(other)]).toEqual(['erased', 'erased']);

    const after = await placesOfEach(app);
    expect(after).toEqual(Object.fromEntries(Object.keys(known).map((name) => [name, []])));
    expect(await skeletonOf(app, one)).toEqual(history);
    // A request that waits indefinitely is kept indefinitely.
    expect(
      await app.db.$count(
        messages,
        and(inArray(messages.loanId, [one.id, other.id]), eq(messages.state, 'queued')),
      ),
    ).toBe(0);
    expect(await rowsThatName(app, bystander.id)).toEqual(untouched);
    const [row] = await app.db.select().from(loans).where(eq(loans.id, one.id));
    expect(row).toMatchObject({
      status: 'approved',
      orderValue: keptAmount?.orderValue,
      submittedAt: keptAmount?.submittedAt,
      erasedAt: app.clock.now(),
      lenderResult: { status: 'APPROVED' },
    });
    expect(
      await app.db
        .select()
        .from(jobs)
        .where(sql`${jobs.payload}::text like ${`%${one.id}%`}`),
    ).toEqual([]);
  });

  it('has nothing left in any column that tells of its people', async () => {
    const loans = [await decidedLoan(app, jar), await abandonedLoan(app)];
    for (const loan of loans) await deliverOneMessage(loan);
    const planted = 'a word of theirs';
    for (const column of columnsOf('fields', 'loan')) {
      if (column.isGenerated) continue;
      const count = await plant(app, loans, column, planted);
      expect(count, `known-person.ts makes no row of ${column.table}`).toBeGreaterThan(0);
    }
    for (const loan of loans) expect(await erase(loan)).toBe('erased');
    const texts = await columnTexts(app.db, null);
    const left = texts.filter(({ text }) => text.includes(planted)).map(({ place }) => place);
    expect(left, 'server/retention/erase-loan.ts does not empty them').toEqual([]);
  });

  it('is refused to everybody, with a different status for each kind of caller', async () => {
    const loan = await decidedLoan(app, jar);
    await erase(loan);
    const opened = await app.call('getLoan', { path: { id: loan.id }, token: loan.token });
    expect(opened.status).toBe(410);
    expect(opened.body).toEqual({
      success: false,
      code: 'refusal.erased',
      message: 'This application was deleted, with everything that was in it',
    });
    expect((await saveApplication(app, loan, application())).status).toBe(410);
    expect((await upload(app, loan, receipt)).status).toBe(410);
    const stranger = { path: { id: loan.id }, token: 'another' };
    expect((await app.call('getLoan', stranger)).status).toBe(404);

    expect((await app.call('getApplication', { path: { id: loan.id }, jar })).status).toBe(404);
    expect((await decideAgain(loan)).status).toBe(404);
    const text = loan.id.slice(0, 8);
    const found = await app.call('searchApplications', { jar, body: { text, page_length: 10 } });
    expect(found.body.result.items).toEqual([]);

    const sent = () => app.db.$count(messages, eq(messages.loanId, loan.id));
    const count = await sent();
    expect(await app.call('requestReentry', { path: { id: loan.id } })).toMatchObject(isOk);
    expect(await sent()).toBe(count);
  });

  const decideAgain = ({ id }: CreatedLoan) =>
    app.call('actOnApplication', {
      path: { id },
      jar,
      body: { version: 1, raise: [{ field: 'personal_details.name', reason: 'unclear', message: 'Why?' }] },
    });

  it('is erased by a command, and again if something was left', async () => {
    const loan = await abandonedLoan(app);
    const openObjects = async () => app.services.adapters.objects;
    const openKeyring = async () => app.services.keyring;
    const run = (loanId: string) =>
      runCommand({ ...app.services, openObjects, openKeyring }, { name: 'erase-loan', loanId });
    const outcomes = [await run(loan.id), await run(loan.id), await run('none')];
    expect(outcomes).toEqual([
      { ok: true, lines: [`${loan.id}: erased. Its ids, times, statuses and amounts remain.`] },
      { ok: true, lines: [`${loan.id}: erased before; what had come since is erased too.`] },
      { ok: false, lines: ['none: there is no such loan.'] },
    ]);
  });

  it('keeps no document that was being added meanwhile', async () => {
    const loan = await abandonedLoan(app);
    const { objects } = app.services.adapters;
    const sent = await put(app, loan, contentOf('png', [6]));
    const stores = vi.spyOn(objects, 'put').mockImplementationOnce(async (...given) => {
      expect(await erase(loan)).toBe('erased');
      await objects.put(...given);
    });
    expect((await add(app, loan, sent)).status).toBe(410);
    stores.mockRestore();
    const prefix = `documents/${loan.id}/`;
    expect(await objects.list(prefix)).toEqual([]);
    // The next erasure removes what a crash has left.
    await objects.put(`${prefix}fee_receipt/left`, contentOf('png'), 'image/png');
    expect(await erase(loan)).toBe('erasedBefore');
    expect(await objects.list(prefix)).toEqual([]);
  });

  it('is not erased while its lender is being called', async () => {
    const loan = await submitted(app);
    const { lease } = await transaction(app.db, async (tx) => {
      const claim = await claimPush(tx, {
        ...{ loanId: loan.id, lenderId: 15, by: 'system' },
        ...{ now: app.clock.now(), config: app.config },
      });
      if (claim.kind !== 'claimed') throw new Error('The push was not claimed');
      return claim.claimed;
    });
    expect(await erase(loan)).toBe('inFlight');
    await revokeLease(app.db, lease);
    expect(await erase(loan)).toBe('erased');
  });

  it('is not erased while its loan is being repaid', async () => {
    const loan = await decidedLoan(app, jar);
    await app.db.update(lenderLoans).set({ stage: 'repaying' }).where(eq(lenderLoans.loanId, loan.id));
    expect(await erase(loan)).toBe('running');
    await app.db.update(lenderLoans).set({ stage: 'closed' }).where(eq(lenderLoans.loanId, loan.id));
    expect(await erase(loan)).toBe('erased');
  });

  it('is not erased while money is held or refunded twice, or a payment can still be reported', async () => {
    const loan = await submitted(app);
    const key = { loanId: loan.id, lenderId: 15, amountPaise: 100, currency: 'INR' };
    const [orderId, now] = [randomUUID(), app.clock.now()];
    const expiresAt = new Date(now.getTime() + 60_000);
    await app.db.insert(paymentOrders).values({
      ...{ ...key, id: orderId, idempotencyKey: orderId, purpose: 'advance', state: 'open' },
      ...{ createdAt: now, expiresAt },
    });
    expect(await erase(loan)).toBe('unsettled');
    const ofLoan = eq(payments.loanId, loan.id);
    await app.db.update(paymentOrders).set({ state: 'paid' }).where(eq(paymentOrders.id, orderId));
    await app.db.insert(payments).values({
      ...{ ...key, id: randomUUID(), orderId, providerPaymentId: orderId, state: 'held', method: 'upi' },
      ...{ paidAt: now, receivedAt: now },
    });
    expect(await erase(loan)).toBe('unsettled');
    const twice = { state: 'refunded', decision: 'refunded_by_lender', decidedPaise: 100 } as const;
    await app.db.update(payments).set(twice).where(ofLoan);
    expect(await erase(loan)).toBe('unsettled');
    await app.db.update(payments).set({ decision: null, decidedPaise: null }).where(ofLoan);
    await app.db.update(paymentOrders).set({ state: 'expired' }).where(eq(paymentOrders.id, orderId));
    expect(await erase(loan)).toBe('unsettled');
    const before = new Date(now.getTime() - 4 * 24 * 60 * 60_000);
    await app.db.update(paymentOrders).set({ expiresAt: before }).where(eq(paymentOrders.id, orderId));
    expect(await erase(loan)).toBe('erased');
  });

  it('withdraws its mandates by jobs, even one that the bank registers afterwards', async () => {
    const loan = await decidedLoan(app, jar);
    const ofLoan = eq(mandates.loanId, loan.id);
    const [registered] = await app.db.select().from(mandates).where(ofLoan);
    if (!registered) throw new Error('It has a mandate');
    const requested = { ...registered, id: randomUUID(), providerReference: randomUUID(), settledAt: null };
    await app.db.insert(mandates).values({ ...requested, state: 'requested' });
    expect(await erase(loan)).toBe('erased');
    const keys = [registered, requested].map(({ id }) => `check:mandate:${id}`);
    expect(await app.db.$count(jobs, inArray(jobs.dedupeKey, keys))).toBe(2);
    const calls: string[] = [];
    const { adapters } = app.services;
    const before = adapters.mandates;
    if (!before) throw new Error('The sandbox has a provider');
    const answer =
      (call: 'cancel' | 'revoke', state: 'registered' | 'cancelled'): (typeof before)['cancel'] =>
      async (reference) => {
        calls.push(`${call} ${reference}`);
        return { kind: 'mandate', state, failure: null, registrationNumber: 'UMRN-1', url: null };
      };
    // It was registered a moment before it is cancelled.
    adapters.mandates = {
      ...before,
      cancel: answer('cancel', 'registered'),
      revoke: answer('revoke', 'cancelled'),
    };
    const run = { attempt: 1, isLastAttempt: false, signal: new AbortController().signal };
    const check = (id: string) => checkByJob(app.services, { provider: 'mandate', id }, run);
    try {
      expect(await check(registered.id)).toBe('done');
      expect([await check(requested.id), await check(requested.id)]).toEqual(['retry', 'done']);
    } finally {
      adapters.mandates = before;
    }
    expect(calls).toEqual([
      `revoke ${registered.providerReference}`,
      `cancel ${requested.providerReference}`,
      `revoke ${requested.providerReference}`,
    ]);
    const stored = await app.db.select().from(mandates).where(ofLoan);
    expect(stored.map(({ state, registrationNumber }) => [state, registrationNumber])).toEqual([
      ['cancelled', null],
      ['cancelled', null],
    ]);
  });

  it('is the only one whose history the database lets change', async () => {
    const [one, other] = [await submitted(app), await submitted(app)];
    const rewriting = (changed: string) =>
      transaction(app.db, async (tx) => {
        await tx.execute(sql`select set_config('feepath.erased_loan', ${one.id}, true)`);
        await tx.update(timeline).set({ details: {} }).where(eq(timeline.loanId, changed));
        await tx.update(submissions).set({ fields: {} }).where(eq(submissions.loanId, changed));
      });
    await expect(rewriting(other.id)).rejects.toThrow();
    await rewriting(one.id);
    await expect(app.db.update(timeline).set({ details: {} })).rejects.toThrow();
    await expect(app.db.delete(submissions)).rejects.toThrow();
  });

  const erase = ({ id }: CreatedLoan) => eraseLoan(app.services, id);
});

/** The rows of loans in tables that have no column `loan_id`, or whose rows an erasure leaves in part. */
const rowsOfLoans: Record<string, string> = {
  loans: 'id = any(:ids)',
  // An erasure keeps the lenders' answers, the stages and the entries of the timeline that are not personal.
  timeline: "loan_id = any(:ids) and field = 'bank_details.bank_account_no'",
  payment_decisions: 'payment_id in (select id from payments where loan_id = any(:ids))',
  sandbox_lender_loans: 'reference in (select reference from lender_loans where loan_id = any(:ids))',
  sandbox_messages: 'id in (select id from messages where loan_id = any(:ids))',
  sandbox_provider_records: `reference in (
    select provider_reference from kyc_checks where loan_id = any(:ids) union
    select provider_reference from mandates where loan_id = any(:ids))`,
};

/** Writes a text into a column of the loans' rows. @returns of how many */
const plant = (app: App, loans: readonly CreatedLoan[], { table, name, type }: Column, text: string) =>
  transaction(app.db, async (tx) => {
    const ids = loans.map(({ id }) => id);
    let count = 0;
    for (const id of ids) {
      const value =
        type === 'jsonb'
          ? sql`jsonb_build_object('planted', ${text}::text)`
          : sql`'the first ' || ${text} || ${id}`;
      // Lets the triggers of the timeline and of the submissions pass.
      await tx.execute(sql`select set_config('feepath.erased_loan', ${id}, true)`);
      const where = sql.raw(
        (rowsOfLoans[table] ?? 'loan_id = any(:ids)').replaceAll(':ids', `'{${id}}'::text[]`),
      );
      const rows = await executeSql(
        tx,
        sql`update ${sql.identifier(table)} set ${sql.identifier(name)} = ${value} where ${where} returning 1`,
      );
      count += rows.length;
    }
    return count;
  });

type Place = string;

/** Returns the places of each known value: columns of tables, and files of the object store. */
async function placesOfEach(app: App): Promise<Record<string, Place[]>> {
  const entries = Object.entries(known);
  const found: Record<string, Set<Place>> = Object.fromEntries(entries.map(([name]) => [name, new Set()]));
  const columns = await columnTexts(app.db, app.services.keyring);
  for (const { place, text } of [...columns, ...objectTexts(app)]) {
    for (const [name, value] of entries) {
      if (text.toLowerCase().includes(value.toLowerCase())) found[name]?.add(place);
    }
  }
  return Object.fromEntries(Object.entries(found).map(([name, places]) => [name, [...places].toSorted()]));
}

function objectTexts({ config }: App): { place: Place; text: string }[] {
  const folder = join(config.dataDir, 'objects');
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ place: 'objects', text: path + readFileSync(path, 'latin1') }));
}

/** Returns the acts on a loan with their times. */
async function skeletonOf({ db }: App, { id }: CreatedLoan) {
  const { at, actor, actorName, act, field } = timeline;
  const { number, submittedAt, agreed } = submissions;
  const { submission, state, settledAt } = pushes;
  return {
    acts: await db
      .select({ at, actor, actorName, act, field })
      .from(timeline)
      .where(eq(timeline.loanId, id))
      .orderBy(asc(timeline.id)),
    submissions: await db
      .select({ number, submittedAt, agreed })
      .from(submissions)
      .where(eq(submissions.loanId, id))
      .orderBy(asc(number)),
    pushes: await db.select({ submission, state, settledAt }).from(pushes).where(eq(pushes.loanId, id)),
  };
}

const rowsThatName = async (app: App, id: string): Promise<string[]> => {
  const tables = ['loans', 'students', 'timeline', 'submissions', 'messages', 'loan_tokens', 'jobs'];
  const rows: string[] = [];
  for (const table of tables) {
    const named = await executeSql<{ row: string }>(
      app.db,
      sql`select to_jsonb(t)::text as row from ${sql.identifier(table)} as t where to_jsonb(t)::text like ${`%${id}%`}`,
    );
    rows.push(...named.map(({ row }) => row));
  }
  expect(rows.length).toBeGreaterThan(tables.length - 2);
  return rows.toSorted();
};
