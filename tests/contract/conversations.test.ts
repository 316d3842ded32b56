/** A query to support: it comes to the desk, is answered by mail and in the app, and is erased. */
import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { limits } from '../../domain/values/limits.ts';
import { runCommand } from '../../server/admin/commands.ts';
import { conversationMessages, conversations } from '../../server/db/schema/contact.ts';
import { loans as loanRows } from '../../server/db/schema/loans.ts';
import { messages } from '../../server/db/schema/messages.ts';
import { staffPartners } from '../../server/db/schema/staff.ts';
import { demoPartnerId } from '../../server/partners/api-keys.ts';
import { housePartnerId } from '../../server/partners/partners.ts';
import { applyRetention } from '../../server/retention/apply-retention.ts';
import { eraseCustomer } from '../../server/retention/erase-customer.ts';
import { retentionPeriods } from '../../server/config/retention-periods.ts';
import { disbursedLoan, readMyLoan } from './approved-loans.ts';
import { describeOnPostgresByDay } from './both-databases.ts';
import type { CookieJar } from './calls.ts';
import { newMobile, type SignedIn, signedUp } from './customers.ts';
import { signInAs, signInOnce } from './desk.ts';
import { columnTexts } from './stored-texts.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Returns the query of a sender who has not written yet. */
const newQuery = (query = 'When is the first instalment due?') => ({
  name: 'Meena Raman',
  mobile: newMobile(),
  email: `${crypto.randomUUID()}@example.org`,
  query,
  language: 'en',
});

describeOnPostgresByDay('a query to support', (given) => {
  let jar: CookieJar;
  beforeAll(async () => {
    jar = await signInOnce(given.app);
  });

  const list = async (state = 'open', page = 1, length = 100) => {
    const body = { state, page, page_length: length };
    return (await given.app.call('searchConversations', { jar, body })).body.result;
  };
  const send = async (body: object) => (await given.app.call('startConversation', { body })).status;
  const idOf = async (email: string) => {
    const [row] = await given.app.db.select().from(conversations).where(eq(conversations.email, email));
    return row?.id ?? '';
  };
  const read = async (id: string) =>
    (await given.app.call('readConversation', { jar, path: { conversation_id: id } })).body.result;
  const act = (operation: 'answerConversation' | 'closeConversation', id: string, body: object) =>
    given.app.call(operation, { jar, path: { conversation_id: id }, body });
  const lastMessage = async (id: string): Promise<string> => (await read(id)).messages.at(-1).id;
  const answer = async (id: string, text: string) =>
    act('answerConversation', id, { text, last_message_id: await lastMessage(id) });
  const mailsTo = (email: string) =>
    given.app.db.select().from(messages).where(eq(messages.recipient, email));
  const asCustomer = async ({ bearer }: SignedIn) =>
    (await given.app.call('listMyConversations', { bearer })).body.result;
  const startAs = ({ bearer }: SignedIn, query: string) =>
    given.app.call('startMyConversation', { bearer, body: { query, language: 'en' } });
  const continueAs = ({ bearer }: SignedIn, id: string, text: string) =>
    given.app.call('continueMyConversation', { bearer, path: { conversation_id: id }, body: { text } });

  it('comes to the desk, is answered by mail, and is closed', async () => {
    const query = newQuery();
    const { counts } = await list();
    expect(await send(query)).toBe(200);
    const id = await idOf(query.email);
    const { items, counts: now } = await list();
    expect(now).toEqual({ ...counts, open: counts.open + 1 });
    expect(items.at(-1)).toMatchObject({ id, name: 'Meena Raman', excerpt: query.query, state: 'open' });
    expect(await read(id)).toMatchObject({ email: query.email, is_customer: false });
    const text = 'On the first of the next month.';
    const answered = await answer(id, text);
    expect(answered.body.result).toMatchObject({
      state: 'answered',
      messages: [{ author: 'customer' }, { author: 'staff', text, author_name: expect.any(String) }],
    });
    const [mail] = await mailsTo(query.email);
    expect(mail).toMatchObject({ channel: 'email', loanId: null, template: 'conversation.answered' });
    expect(mail?.text).toContain(text);
    const closed = await act('closeConversation', id, { last_message_id: await lastMessage(id) });
    expect(closed.body.result.state).toBe('closed');
    expect((await list('closed')).items).toMatchObject([{ id, excerpt: text }]);
  });

  it('a repeated answer is sent once, and an answer that missed a new message is refused', async () => {
    const customer = await signedUp(given.app);
    const { id } = (await startAs(customer, 'May I pay early?')).body.result;
    const first = { text: 'Yes, at no charge.', last_message_id: await lastMessage(id) };
    const { length: before } = await mailsTo('meena@parent.example');
    expect((await act('answerConversation', id, first)).status).toBe(200);
    expect((await act('answerConversation', id, first)).body.result.messages).toHaveLength(2);
    expect(await mailsTo('meena@parent.example')).toHaveLength(before + 1);

    const seen = await lastMessage(id);
    expect((await continueAs(customer, id, 'How?')).body.result).toMatchObject({ state: 'open' });
    expect((await act('answerConversation', id, { text: 'Bye', last_message_id: seen })).status).toBe(409);
    expect((await act('closeConversation', id, { last_message_id: seen })).status).toBe(409);
    expect((await continueAs(customer, id, 'How?')).body.result.messages).toHaveLength(3);
  });

  it('is read by the customer who wrote it alone, without the names of staff', async () => {
    const [customer, other] = [await signedUp(given.app), await signedUp(given.app)];
    const { id } = (await startAs(customer, 'Where is my loan?')).body.result;
    expect((await startAs(customer, 'Where is my loan?')).body.result.id).toBe(id);
    await answer(id, 'With the lender.');
    expect(await asCustomer(customer)).toMatchObject([
      {
        id,
        state: 'answered',
        messages: [
          { author: 'customer', text: 'Where is my loan?', author_name: null },
          { author: 'staff', text: 'With the lender.', author_name: null },
        ],
      },
    ]);
    expect(await asCustomer(other)).toEqual([]);
    expect((await continueAs(other, id, 'Mine')).status).toBe(404);
    expect((await read(id)).is_customer).toBe(true);
  });

  it('names the loans of its customer that the reader may see, with what is to be paid next', async () => {
    const loan = await disbursedLoan(given.app);
    await given.app.call('createMyLoan', { bearer: loan.bearer, body: {} });
    const { id } = (await startAs(loan, 'When is my next instalment due?')).body.result;
    const { loans, is_customer } = await read(id);
    const mine = await readMyLoan(given.app, loan);
    expect(mine.next_payment).toMatchObject({ due_on: expect.any(String) });
    expect([is_customer, loans]).toEqual([
      true,
      [
        {
          ...{ loan_id: loan.id, loan_number: mine.loan_number, status: 'approved' },
          ...{ servicing_stage: 'disbursed', next_payment: mine.next_payment },
        },
      ],
    ]);
    expect((await answer(id, 'On that day.')).body.result.loans).toEqual(loans);

    const { jar: ofHouse, id: reviewerId } = await signInAs(given.app, 'Latha R', 'reviewer');
    await given.app.db.insert(staffPartners).values({ reviewerId, partnerId: housePartnerId });
    const seenByHouse = async () => {
      const path = { conversation_id: id };
      return (await given.app.call('readConversation', { jar: ofHouse, path })).body.result.loans;
    };
    expect(await seenByHouse()).toEqual(loans);
    const { db } = given.app;
    await db.update(loanRows).set({ partnerId: demoPartnerId }).where(eq(loanRows.id, loan.id));
    expect(await seenByHouse()).toEqual([]);
  });

  it('is found by a part of the author’s name, and by the beginning if the text is short', async () => {
    const name = `Zubaida ${crypto.randomUUID().replaceAll(/[^a-f]/g, '')} Xu`;
    const query = { ...newQuery(), name };
    await send(query);
    const id = await idOf(query.email);
    const found = async (text: string, state = 'open') => {
      const body = { state, page: 1, page_length: 100, text };
      const { items, total, counts } = (await given.app.call('searchConversations', { jar, body })).body
        .result;
      expect(counts[state]).toBe(total);
      return items.some((item: { id: string }) => item.id === id);
    };
    for (const text of [name, ` ${name.slice(2, -1).toUpperCase()} `, 'zu'])
      expect(await found(text)).toBe(true);
    for (const text of ['xu', 'Zu%da', 'Zubaidah']) expect(await found(text)).toBe(false);
    expect(await found(name, 'closed')).toBe(false);
  });

  it('is hidden from staff without access to the house partner', async () => {
    const query = newQuery();
    await send(query);
    const path = { conversation_id: await idOf(query.email) };
    const { jar: others } = await signInAs(given.app, 'Latha R', 'reviewer');
    const listed = await given.app.call('searchConversations', {
      jar: others,
      body: { state: 'open', page: 1, page_length: 25, text: 'Meena' },
    });
    expect(listed.body.result).toEqual({ items: [], total: 0, counts: { open: 0, answered: 0, closed: 0 } });
    const waitingFor = async (who: CookieJar) =>
      (await given.app.call('countWaiting', { jar: who })).body.result;
    expect((await waitingFor(others)).open_conversations).toBe(0);
    expect((await waitingFor(jar)).open_conversations).toBe((await list()).counts.open);
    expect((await given.app.call('readConversation', { jar: others, path })).status).toBe(404);
    const body = { last_message_id: await lastMessage(path.conversation_id) };
    expect((await given.app.call('closeConversation', { jar: others, path, body })).status).toBe(404);
  });

  it('is refused when one person writes too many a day, whatever others write', async () => {
    const query = newQuery();
    const texts = Array.from({ length: limits.supportMessagesPerDay }, (_, n) => `Question ${n}`);
    for (const text of texts) expect(await send({ ...query, query: text })).toBe(200);
    const oneMore = { ...query, query: 'One more' };
    const refused = await given.app.call('startConversation', { body: oneMore });
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, dayMs / 1000]);
    // The limit counts by mobile number alone and by address alone.
    expect(await send({ ...oneMore, mobile: newMobile() })).toBe(429);
    expect(await send({ ...oneMore, email: newQuery().email })).toBe(429);
    expect(await send({ ...oneMore, query: 'Question 3' })).toBe(200);
    // A query sent with another person's number does not block the owner of the number.
    const owner = await signedUp(given.app, query.mobile);
    expect((await startAs(owner, 'I am the owner')).status).toBe(200);
    const begin = given.app.clock.now();
    given.app.clock.set(new Date(begin.getTime() + dayMs));
    expect(await send(oneMore)).toBe(200);
    given.app.clock.set(begin);
  });

  it('is listed by pages', async () => {
    const { counts } = await list();
    const [first, second] = await Promise.all([list('open', 1, 2), list('open', 2, 2)]);
    expect([first.items.length, second.items.length, first.total]).toEqual([2, 2, counts.open]);
    const since = [...first.items, ...second.items].map((item) => item.waiting_since);
    expect(since).toEqual(since.toSorted());
  });

  it('is erased by its number or its address, with the mail of the answer, and with its customer', async () => {
    const { db } = given.app;
    const run = (address: string) =>
      runCommand({ ...given.app.services, config: given.app.config } as never, {
        name: 'erase-conversations',
        address,
      });
    const query = newQuery('Personal question');
    await send(query);
    await answer(await idOf(query.email), 'Personal answer');
    const customer = await signedUp(given.app);
    const { id } = (await startAs(customer, 'Personal question of a customer')).body.result;
    await answer(id, 'Personal answer to a customer');
    const byOthers = newQuery('Personal question, not signed in');
    await send({ ...byOthers, mobile: customer.mobile });

    expect(await run(query.mobile)).toMatchObject({ ok: true });
    expect(await run(query.mobile)).toMatchObject({ ok: false });
    expect(await mailsTo(query.email)).toEqual([]);
    await eraseCustomer(given.app.services, customer.mobile);
    const found = await columnTexts(db, null);
    expect(found.filter(({ text }) => text.includes('Personal'))).toEqual([]);
  });

  it('is deleted when its period is over, counted from its last message', async () => {
    const { db, clock, services } = given.app;
    const query = newQuery();
    await send(query);
    const id = await idOf(query.email);
    clock.pass(60_000);
    await answer(id, 'Later');
    const begin = clock.now().getTime();
    const left = async (ms: number) => {
      clock.set(new Date(begin + ms));
      await applyRetention(services);
      return db.$count(conversations, eq(conversations.id, id));
    };
    expect(await left(retentionPeriods.conversations * dayMs - 1)).toBe(1);
    expect(await left(retentionPeriods.conversations * dayMs)).toBe(0);
    expect(await db.$count(conversationMessages, eq(conversationMessages.conversationId, id))).toBe(0);
    clock.set(new Date(begin));
  });
});
