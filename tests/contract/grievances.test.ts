/** A grievance: its number, its deadline, its answer, and the mails to its author and staff near the deadline. */
import { and, desc, eq, inArray } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { parseGrievanceNumber } from '../../domain/forms/grievance.ts';
import { lenderIds } from '../../server/adapters/lenders.ts';
import { countGrievances } from '../../server/contact/grievances.ts';
import { notifyByJob } from '../../server/contact/grievance-messages.ts';
import { conversations } from '../../server/db/schema/contact.ts';
import { messages } from '../../server/db/schema/messages.ts';
import { timeline } from '../../server/db/schema/review.ts';
import { jobs } from '../../server/db/schema/servers.ts';
import { applyRetention } from '../../server/retention/apply-retention.ts';
import { retentionPeriods } from '../../server/config/retention-periods.ts';
import { describeOnPostgresByDay } from './both-databases.ts';
import type { CookieJar } from './calls.ts';
import { newMobile, type SignedIn, signedUp } from './customers.ts';
import { signInAgain, signInAs, signInOnce } from './desk.ts';

const dayMs = 24 * 60 * 60 * 1000;

const visitor = () => ({
  name: 'Meena Raman',
  mobile: newMobile(),
  email: `${crypto.randomUUID()}@example.org`,
  language: 'en',
});

describeOnPostgresByDay('a grievance', (given) => {
  let jar: CookieJar;
  let begin: Date;
  beforeAll(() => {
    begin = given.app.clock.now();
  });
  beforeEach(async () => {
    jar = await signInOnce(given.app);
  });
  afterEach(() => given.app.clock.set(begin));

  /** Staff are signed out by then, and sign in again. */
  const passTo = async (instant: string) => {
    given.app.clock.set(new Date(instant));
    jar = await signInAgain(given.app);
  };

  const lodge = async ({ bearer }: SignedIn, more: object = {}) =>
    given.app.call('startMyConversation', {
      bearer,
      body: { kind: 'grievance', query: 'My fee was not paid.', language: 'en', ...more },
    });
  const lodged = async (customer: SignedIn, more: object = {}) => (await lodge(customer, more)).body.result;
  const read = async (id: string) =>
    (await given.app.call('readConversation', { jar, path: { conversation_id: id } })).body.result;
  const act = async (
    operation: 'answerConversation' | 'closeConversation',
    id: string,
    body: object = {},
  ) => {
    const last_message_id = (await read(id)).messages.at(-1).id;
    const path = { conversation_id: id };
    return given.app.call(operation, { jar, path, body: { last_message_id, ...body } });
  };
  const list = async (search: { state: string; text?: string }) =>
    (await given.app.call('searchConversations', { jar, body: { page: 1, page_length: 100, ...search } }))
      .body.result;
  const sent = (recipients: string[]) =>
    given.app.db
      .select({ channel: messages.channel, template: messages.template, text: messages.text })
      .from(messages)
      .where(inArray(messages.recipient, recipients))
      .orderBy(desc(messages.createdAt), messages.channel);
  const jobOf = async (id: string) => {
    const [job] = await given.app.db
      .select()
      .from(jobs)
      .where(eq(jobs.dedupeKey, `grievance:${id}`));
    return job;
  };
  /** The hour comes for which the job of its notice waits. */
  const notify = async (id: string) => {
    const job = await jobOf(id);
    if (!job) throw new Error('No notice waits');
    given.app.clock.set(job.runAt);
    expect(await notifyByJob(given.app.services, { conversationId: id })).toBe('done');
  };
  const mailsAbout = async (number: string, template: string) =>
    (
      await given.app.db
        .select({ recipient: messages.recipient, text: messages.text })
        .from(messages)
        .where(eq(messages.template, template))
    ).filter(({ text }) => text?.includes(number));

  it('gets a number and a last day, which its author sees at once and gets by mail and SMS', async () => {
    const person = visitor();
    const body = { ...person, kind: 'grievance', lender_id: 15, query: 'Nobody calls me back.' };
    const { status, body: answer } = await given.app.call('startConversation', { body });
    expect(status).toBe(200);
    expect(answer.result).toEqual({
      number: expect.stringMatching(/^G-\d{5}-\d{5}$/),
      lodged_on: '2026-07-20',
      answer_by: '2026-08-19',
      days_left: 30,
      outcome: null,
      settled_on: null,
      loan_id: null,
      lender_name: 'Sandbox lender 15',
    });
    const { number } = answer.result;
    expect(parseGrievanceNumber(number)).toBe(number);
    const [email, sms, ...others] = await sent([person.mobile, person.email]);
    expect(others).toEqual([]);
    expect([email?.channel, sms?.channel]).toEqual(['email', 'sms']);
    for (const message of [email, sms]) {
      expect(message?.template).toBe('grievance.lodged');
      for (const value of [number, '19 August 2026']) expect(message?.text).toContain(value);
    }
    // The same text again is the same grievance; as a query it is another conversation.
    const again = await given.app.call('startConversation', { body });
    expect(again.body.result.number).toBe(number);
    expect(await sent([person.mobile])).toHaveLength(1);
    const query = await given.app.call('startConversation', {
      body: { ...person, query: 'Nobody calls me back.' },
    });
    expect(query.body.result).toBeNull();
  });

  it('is about a loan of its author, in whose timeline it stands', async () => {
    const customer = await signedUp(given.app);
    const created = await given.app.call('createMyLoan', { bearer: customer.bearer, body: {} });
    const loan_id: string = created.body.result.loan_id;
    const { id, grievance } = await lodged(customer, { loan_id });
    expect(grievance).toMatchObject({ loan_id, lender_name: null });
    await act('answerConversation', id, { text: 'It was paid today.', outcome: 'resolved' });
    const acts = await given.app.db
      .select({ act: timeline.act, actor: timeline.actor, details: timeline.details })
      .from(timeline)
      .where(
        and(eq(timeline.loanId, loan_id), inArray(timeline.act, ['grievance.lodged', 'grievance.resolved'])),
      )
      .orderBy(timeline.id);
    expect(acts).toEqual([
      { act: 'grievance.lodged', actor: 'applicant', details: { grievance: grievance.number } },
      { act: 'grievance.resolved', actor: 'reviewer', details: { grievance: grievance.number } },
    ]);
  });

  it('stays open after an answer until an answer resolves it', async () => {
    const customer = await signedUp(given.app);
    const { id, grievance } = await lodged(customer);
    expect((await act('closeConversation', id)).status).toBe(409);
    const between = await act('answerConversation', id, { text: 'We ask your school.' });
    expect(between.body.result).toMatchObject({ state: 'open', grievance: { outcome: null, days_left: 30 } });
    const answer = { text: 'Your school has the fee since today.', outcome: 'resolved' };
    const resolved = (await act('answerConversation', id, answer)).body.result;
    expect(resolved).toMatchObject({
      state: 'answered',
      grievance: { outcome: 'resolved', settled_on: '2026-07-20', days_left: null },
    });
    expect(resolved.messages.at(-1)).toMatchObject({ outcome: 'resolved', author_name: expect.any(String) });
    expect(await mailsAbout(grievance.number, 'grievance.resolved')).toHaveLength(1);
    expect(await jobOf(id)).toBeUndefined();
    // The answer to the call was lost.
    const [, beforeLast] = resolved.messages.slice(-3);
    await act('answerConversation', id, { ...answer, last_message_id: beforeLast.id });
    expect((await read(id)).messages).toHaveLength(3);
    // A new message waits for an answer while the grievance stays resolved.
    const path = { conversation_id: id };
    const more = await given.app.call('continueMyConversation', {
      ...{ bearer: customer.bearer, path },
      body: { text: 'Thank you.' },
    });
    expect(more.body.result).toMatchObject({ state: 'open', grievance: { outcome: 'resolved' } });
    expect((await act('closeConversation', id)).body.result.state).toBe('closed');
  });

  it('a rejection points the author to the Ombudsman', async () => {
    const customer = await signedUp(given.app);
    const { id, grievance } = await lodged(customer);
    const rejected = await act('answerConversation', id, {
      text: 'It was paid on time.',
      outcome: 'rejected',
    });
    expect(rejected.body.result.grievance.outcome).toBe('rejected');
    const [mail] = await mailsAbout(grievance.number, 'grievance.rejected');
    for (const part of ['It was paid on time.', 'https://cms.rbi.org.in', '14448', 'Chandigarh 160017'])
      expect(mail?.text).toContain(part);
    const mine = await given.app.call('listMyConversations', { bearer: customer.bearer });
    expect(mine.body.result).toMatchObject([{ id, grievance: { outcome: 'rejected' } }]);
  });

  it('warns the grievance officer before its last day, and tells its author once that day is over', async () => {
    const { db, clock, config } = given.app;
    const person = await signedUp(given.app);
    const { id, grievance } = await lodged(person);
    const before = await countGrievances(db, clock.now());
    expect((await jobOf(id))?.runAt).toEqual(new Date('2026-08-12T10:00:00+05:30'));
    // A run ahead of its time does nothing.
    await notifyByJob(given.app.services, { conversationId: id });
    await notify(id);
    const { officer } = config.lenderProfiles.platform;
    const warnings = await mailsAbout(grievance.number, 'grievance.dueSoon');
    expect(warnings).toEqual([{ recipient: officer.email, text: expect.stringContaining('19 August 2026') }]);
    expect(warnings[0]?.text).toContain(`/review/messages/${id}`);
    expect(warnings[0]?.text).not.toContain('Meenakshi');

    await passTo('2026-08-19T23:59:59+05:30');
    expect((await read(id)).grievance.days_left).toBe(0);
    expect((await countGrievances(db, clock.now())).overdue).toBe(before.overdue);
    await passTo('2026-08-20T00:00:00+05:30');
    expect((await read(id)).grievance.days_left).toBe(-1);
    const after = await countGrievances(db, clock.now());
    expect(after.unsettled).toBe(before.unsettled);
    expect(after.overdue).toBeGreaterThan(before.overdue);

    await notify(id);
    expect(clock.now()).toEqual(new Date('2026-08-20T10:00:00+05:30'));
    const [overdueMail, ...others] = await mailsAbout(grievance.number, 'grievance.overdue');
    expect([overdueMail?.recipient, others]).toEqual(['meena@parent.example', []]);
    expect(overdueMail?.text).toContain('https://cms.rbi.org.in');
    // A mail is sent once, even if the job runs again.
    await notifyByJob(given.app.services, { conversationId: id });
    expect(await mailsAbout(grievance.number, 'grievance.overdue')).toHaveLength(1);
    expect(await mailsAbout(grievance.number, 'grievance.dueSoon')).toHaveLength(1);
  });

  it('is listed first for staff, by its last day, and is found by its number', async () => {
    const query = visitor();
    await given.app.call('startConversation', { body: { ...query, query: 'When is it paid?' } });
    const later = await lodged(await signedUp(given.app));
    given.app.clock.pass(-2 * dayMs);
    const sooner = await lodged(await signedUp(given.app));
    const { items } = await list({ state: 'open' });
    const places = [sooner, later].map(({ id }) => items.findIndex((item: { id: string }) => item.id === id));
    const firstQuery = items.findIndex((item: { grievance: object | null }) => item.grievance === null);
    expect(places[0]).toBeLessThan(places[1] ?? 0);
    expect(places[1]).toBeLessThan(firstQuery);
    const typed = later.grievance.number.replaceAll(/\D/g, '');
    const found = await list({ state: 'open', text: typed });
    expect(found).toMatchObject({
      total: 1,
      items: [{ id: later.id, grievance: { number: later.grievance.number } }],
    });
    expect((await list({ state: 'open', text: '4839201170' })).items).toEqual([]);
  });

  it('is visible only to its author and the staff of the house partner', async () => {
    const { id, grievance } = await lodged(await signedUp(given.app));
    const other = await signedUp(given.app);
    const path = { conversation_id: id };
    const body = { text: 'Mine' };
    const { bearer } = other;
    expect((await given.app.call('continueMyConversation', { bearer, path, body })).status).toBe(404);
    expect((await given.app.call('listMyConversations', { bearer })).body.result).toEqual([]);
    const { jar: others } = await signInAs(given.app, 'Latha R', 'reviewer');
    const search = { state: 'open', page: 1, page_length: 25, text: grievance.number };
    const listed = await given.app.call('searchConversations', { jar: others, body: search });
    expect(listed.body.result.items).toEqual([]);
    const last_message_id = (await read(id)).messages.at(-1).id;
    const rejects = { text: 'No.', outcome: 'rejected', last_message_id };
    const asOther = { jar: others, path, body: rejects };
    expect((await given.app.call('answerConversation', asOther)).status).toBe(404);
  });

  it('a public call names everybody who deals with grievances, and the Ombudsman', async () => {
    const { body } = await given.app.call('readGrievanceRedressal');
    expect(body.result).toMatchObject({
      answer_days: 30,
      platform: { officer: { email: expect.stringContaining('@') } },
      ombudsman: { site: 'cms.rbi.org.in', phone: '14448' },
    });
    expect(body.result.lenders.map(({ lender_id: id }: { lender_id: number }) => id)).toEqual(lenderIds);
  });

  it('is kept until it is settled, and for its own period after that', async () => {
    const { db, clock, services } = given.app;
    const [open, settled] = [
      await lodged(await signedUp(given.app)),
      await lodged(await signedUp(given.app)),
    ];
    await act('answerConversation', settled.id, { text: 'Done.', outcome: 'resolved' });
    const left = async (ms: number) => {
      clock.set(new Date(begin.getTime() + ms));
      await applyRetention(services);
      const ids = [open.id, settled.id];
      const rows = await db
        .select({ id: conversations.id })
        .from(conversations)
        .where(inArray(conversations.id, ids));
      return ids.map((id) => rows.some((row) => row.id === id));
    };
    expect(await left(retentionPeriods.grievances * dayMs - 1)).toEqual([true, true]);
    expect(await left(retentionPeriods.grievances * dayMs)).toEqual([true, false]);
  });
});
