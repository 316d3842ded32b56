/** Rows are deleted once they are older than their retention period, to the moment, and other rows stay. */
import { randomUUID } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { LoanStatus } from '../../domain/values/wire.ts';
import { transaction } from '../../server/db/open.ts';
import { lenderLoans } from '../../server/db/schema/lenders.ts';
import { drafts, loans, loanTokens } from '../../server/db/schema/loans.ts';
import { messages } from '../../server/db/schema/messages.ts';
import { timeline } from '../../server/db/schema/review.ts';
import { jobs } from '../../server/db/schema/servers.ts';
import {
  accessLog,
  reviewers,
  reviewViews,
  signInFailures,
  staffDevices,
  adminActs,
  staffEvents,
  staffSessions,
} from '../../server/db/schema/staff.ts';
import { jobHandlers } from '../../server/app/job-handlers.ts';
import { applyRetention } from '../../server/retention/apply-retention.ts';
import { type RetentionPeriodName, retentionPeriods } from '../../server/config/retention-periods.ts';
import { disableReviewer } from '../../server/staff/reviewers.ts';
import { signInAs } from './desk.ts';
import { describeOnBothDatabases } from './both-databases.ts';
import { createdLoan } from './fixtures.ts';
import { manualClock } from '../../server/testing/clock.ts';

const dayMs = 24 * 60 * 60 * 1000;

describeOnBothDatabases('retention', (given) => {
  let begin: Date;
  beforeAll(() => {
    begin = given.app.clock.now();
  });
  afterAll(() => given.app.clock.set(begin));

  const run = (signal?: AbortSignal) => applyRetention(given.app.services, signal, 2);

  /** The clock shows the last moment of a period that began with the test, or the first one after it. */
  const passUntil = (period: RetentionPeriodName, isOver: boolean) =>
    given.app.clock.set(new Date(begin.getTime() + retentionPeriods[period] * dayMs - (isOver ? 0 : 1)));

  const loanIn = async (status: LoanStatus, updatedAt = begin): Promise<string> => {
    given.app.clock.set(begin);
    const { id } = await createdLoan(given.app);
    await given.app.db.update(loans).set({ status, updatedAt }).where(eq(loans.id, id));
    return id;
  };
  const isErased = async (id: string): Promise<boolean> => {
    const [row] = await given.app.db.select().from(loans).where(eq(loans.id, id));
    return row?.erasedAt !== null && row?.name === '';
  };

  it.each([
    ['draft', 'draft'],
    ['submitted', 'undecided'],
    ['pending', 'undecided'],
    ['in_progress', 'undecided'],
    ['under_review', 'undecided'],
    ['rejected', 'rejected'],
    ['approved', 'approved'],
  ] as const)('erases an application that is %s when the period %s is over', async (status, period) => {
    // More than a batch has.
    const ids = [await loanIn(status), await loanIn(status), await loanIn(status)];
    const later = await loanIn(status, new Date(begin.getTime() + 1));
    passUntil(period, false);
    await run();
    expect(await Promise.all(ids.map(isErased))).toEqual([false, false, false]);
    passUntil(period, true);
    await run();
    expect(await Promise.all(ids.map(isErased))).toEqual([true, true, true]);
    expect(await isErased(later)).toBe(false);
    expect(await given.app.db.$count(timeline, eq(timeline.loanId, ids[0] ?? ''))).toBeGreaterThan(0);
  });

  it('counts a changed draft as a change, and does not erase a loan that is with the lender', async () => {
    const [typed, waiting] = [await loanIn('draft'), await loanIn('with_lender')];
    const updatedAt = new Date(begin.getTime() + 1);
    await given.app.db.insert(drafts).values({ loanId: typed, step: 'students', updatedAt });
    passUntil('draft', true);
    await run();
    expect(await isErased(typed)).toBe(false);
    passUntil('approved', true);
    await run();
    expect([await isErased(typed), await isErased(waiting)]).toEqual([true, false]);
  });

  it('keeps an application that its applicant comes back to while others are erased', async () => {
    const ids = [await loanIn('draft'), await loanIn('draft')];
    passUntil('draft', true);
    const { objects } = given.app.services.adapters;
    const list = vi.spyOn(objects, 'list').mockImplementationOnce(async () => {
      const submitted = { status: 'submitted', updatedAt: given.app.clock.now() } as const;
      for (const id of ids)
        await given.app.db
          .update(loans)
          .set(submitted)
          .where(and(eq(loans.id, id), isNull(loans.erasedAt)));
      return [];
    });
    await run();
    list.mockRestore();
    expect((await Promise.all(ids.map(isErased))).toSorted()).toEqual([false, true]);
  });

  it('erases applications that come after a batch that cannot be erased', async () => {
    const repaying = [await loanIn('rejected'), await loanIn('rejected')];
    const erasable = await loanIn('rejected');
    const { db } = given.app;
    const createdAt = new Date(begin.getTime() - 1);
    for (const loanId of repaying) {
      await db.update(loans).set({ createdAt }).where(eq(loans.id, loanId));
      const row = { loanId, lenderId: 15, reference: randomUUID(), stage: 'repaying', createdAt } as const;
      await db.insert(lenderLoans).values(row);
    }
    passUntil('rejected', true);
    await run();
    expect(await Promise.all([...repaying, erasable].map(isErased))).toEqual([false, false, true]);
  });

  it('deletes messages, tokens, readings and failed jobs when their periods are over', async () => {
    const { db } = given.app;
    await transaction(db, async (tx) => {
      await tx.delete(messages);
      await tx.delete(loanTokens);
      await tx.delete(jobs);
      await tx.delete(accessLog);
      await tx.delete(staffEvents);
      await tx.delete(adminActs);
    });
    const loanId = await loanIn('approved');
    const failed = { kind: 'message.sms', channel: 'sms', payload: {}, runAt: begin, createdAt: begin };
    await db.insert(jobs).values([
      { ...failed, id: randomUUID(), failedAt: begin },
      { ...failed, id: randomUUID() },
    ]);
    const reading = { at: begin, reviewerId: randomUUID(), reviewerName: 'R', operation: 'getApplication' };
    await db.insert(accessLog).values([reading, reading, reading]);
    const invited = { at: begin, reviewerId: randomUUID(), reviewerName: 'R', event: 'invited' } as const;
    await db.insert(staffEvents).values([invited, invited, invited]);
    const act = { at: begin, operator: 'root', command: 'erase-loan', subject: loanId, isDone: true };
    await db.insert(adminActs).values(act);
    await db
      .update(messages)
      .set({ state: 'sent' })
      .where(sql`${messages.channel} = 'sms'`);
    const counts = async () => ({
      messages: await db.$count(messages, eq(messages.loanId, loanId)),
      tokens: await db.$count(loanTokens),
      accessLog: await db.$count(accessLog),
      staffEvents: await db.$count(staffEvents),
      adminActs: await db.$count(adminActs),
      failedJobs: await db.$count(jobs, sql`${jobs.failedAt} is not null`),
    });
    const left = await counts();
    expect(left).toEqual({
      messages: 2,
      tokens: 1,
      accessLog: 3,
      staffEvents: 3,
      adminActs: 1,
      failedJobs: 1,
    });
    const remaining = { messages: 1, tokens: 0, accessLog: 0, staffEvents: 0, adminActs: 0, failedJobs: 0 };
    for (const period of ['tokens', 'failedJobs', 'messages', 'accessLog'] as const) {
      passUntil(period, false);
      await run();
      expect(await counts(), `before ${period}`).toEqual(left);
      passUntil(period, true);
      await run();
      left[period] = remaining[period];
      // The audit trail of accounts has the period of the access log.
      if (period === 'accessLog') Object.assign(left, { staffEvents: 0, adminActs: 0 });
      expect(await counts(), `after ${period}`).toEqual(left);
    }
    // A message that still waits for its delivery stays, and so do jobs that have not failed.
    expect(await db.$count(jobs)).toBeGreaterThan(0);
  });

  it('deletes old records of staff, and a disabled account when its period is over', async () => {
    const { app } = given;
    app.clock.set(begin);
    const loanId = await loanIn('approved');
    const { jar, email, id } = await signInAs(app, 'Kavya S');
    expect((await app.call('keepPresence', { jar, path: { id: loanId } })).status).toBe(200);
    await app.call('signIn', { body: { email: 'nobody@feepath.example', password: 'wrong' } });
    const ofAccount = () => app.db.$count(reviewers, eq(reviewers.id, id));
    const counts = async () => ({
      sessions: await app.db.$count(staffSessions, eq(staffSessions.reviewerId, id)),
      devices: await app.db.$count(staffDevices, eq(staffDevices.reviewerId, id)),
      views: await app.db.$count(reviewViews, eq(reviewViews.reviewerId, id)),
      failures: await app.db.$count(signInFailures),
    });
    await run();
    const atFirst = await counts();
    expect(atFirst).toMatchObject({ sessions: 1, devices: 1, views: 1 });
    expect(atFirst.failures).toBeGreaterThan(0);
    app.clock.set(new Date(begin.getTime() + dayMs));
    await run();
    expect(await counts()).toEqual({ sessions: 0, devices: 1, views: 0, failures: 0 });
    app.clock.set(new Date(begin.getTime() + 180 * dayMs));
    await run();
    expect(await counts()).toMatchObject({ devices: 0 });
    // An account that may still sign in is kept, regardless of its age.
    passUntil('staff', true);
    await run();
    expect(await ofAccount()).toBe(1);
    await disableReviewer(app.db, email, begin);
    passUntil('staff', false);
    await run();
    expect(await ofAccount()).toBe(1);
    passUntil('staff', true);
    await run();
    expect(await ofAccount()).toBe(0);
  });

  it('is kept by an hourly job, which ends between two applications', async () => {
    const id = await loanIn('draft');
    passUntil('draft', true);
    await run(AbortSignal.abort());
    expect(await isErased(id)).toBe(false);
    const handlers = jobHandlers(given.app.services);
    const { signal } = new AbortController();
    expect(await handlers['retention.apply']({}, { attempt: 1, isLastAttempt: false, signal })).toBe('done');
    expect(await isErased(id)).toBe(true);
  });

  it('erases nothing in production where the clock differs from the one of the database', async () => {
    const id = await loanIn('draft');
    passUntil('draft', true);
    const { services } = given.app;
    const production = { ...services, config: { ...services.config, sandbox: false } };
    await applyRetention(production);
    expect(await isErased(id)).toBe(false);
    expect(given.app.lines.at(-1)).toContain('the clock differs');
    const now = new Date();
    const over = new Date(now.getTime() - retentionPeriods.draft * dayMs);
    await given.app.db.update(loans).set({ createdAt: over, updatedAt: over }).where(eq(loans.id, id));
    await applyRetention({ ...production, clock: manualClock(now) });
    expect(await isErased(id)).toBe(true);
  });
});
