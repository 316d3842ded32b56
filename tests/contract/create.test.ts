import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { createTestPartner } from '../../server/testing/services.ts';
import { loans } from '../../server/db/schema/loans.ts';
import { messages } from '../../server/db/schema/messages.ts';
import { describeOnBothDatabases } from './both-databases.ts';
import { createdLoan, person, readLoan } from './fixtures.ts';

describeOnBothDatabases('creating a loan', (given) => {
  const create = (body: object, key?: string) =>
    given.app.call('createLoan', { body, headers: key ? { 'idempotency-key': key } : {} });

  const messagesOf = (loanId: string) =>
    given.app.db.select().from(messages).where(eq(messages.loanId, loanId)).orderBy(asc(messages.channel));

  it('stores the typed values and the parameters of the address', async () => {
    const facts = { institute_id: 204, test: true, language: 'ta' };
    const loan = await createdLoan(given.app, { ...facts, name: '  மீனாட்சி சுந்தரம் ' });
    expect(await readLoan(given.app, loan)).toMatchObject({
      status: 'draft',
      test: true,
      language: 'ta',
      locked_institute_id: 204,
      personal_details: { name: 'மீனாட்சி சுந்தரம்', mobile: person.phone, email: person.email },
      el_details: { students: [], order_value: null },
      lender_result: null,
    });
  });

  it('answers a repeat with the same loan and a new token', async () => {
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => create(person, key)));
    const later = await create(person, key.toUpperCase());
    const results = [...answers, later].map(({ body }) => body.result);
    expect(new Set(results.map((one) => one.loan_id)).size).toBe(1);
    expect(new Set(results.map((one) => one.access_token)).size).toBe(6);
    for (const { loan_id: id, access_token: token } of results) await readLoan(given.app, { id, token });
  });

  it('accepts a repeat for a day while the application is a draft', async () => {
    const [old, sent] = [randomUUID(), randomUUID()];
    await create(person, old);
    given.app.clock.pass(24 * 60 * 60_000 - 1);
    expect((await create(person, old)).status).toBe(200);
    given.app.clock.pass(1);
    expect((await create(person, old)).status).toBe(409);

    const { body } = await create(person, sent);
    const { loan_id: id } = body.result;
    await given.app.db.update(loans).set({ status: 'submitted' }).where(eq(loans.id, id));
    expect((await create(person, sent)).status).toBe(409);
  });

  it('sends a link to the application by SMS and mail, in its language, once', async () => {
    const key = randomUUID();
    const wire = { ...person, phone: '9840077001', email: 'link@example.org', language: 'ta' };
    const { body } = await create(wire, key);
    await create(wire, key);
    expect(body.message).toBe('The application was created');
    const rows = await messagesOf(body.result.loan_id);
    expect(rows.map(({ channel, recipient }) => [channel, recipient])).toEqual([
      ['email', wire.email],
      ['sms', wire.phone],
    ]);
    const path = `/loan/${body.result.loan_id}?api_key=`;
    for (const { text, template } of rows) {
      expect(template).toBe('application.created');
      expect(text).toMatch(/[஀-௿]/);
      const [link = ''] = /https?:\S+/.exec(String(text)) ?? [];
      expect(link).toContain(path);
      expect(link).not.toContain(wire.phone);
    }
  });

  it('sends at most five of them a day to one phone and mailbox', async () => {
    const wire = { ...person, phone: '9840077002', email: 'many@example.org' };
    const ids: string[] = [];
    for (let n = 0; n < 6; n += 1) ids.push((await create(wire)).body.result.loan_id);
    const sent = await Promise.all(ids.map(messagesOf));
    expect(sent.map(({ length }) => length)).toEqual([2, 2, 2, 2, 2, 0]);
  });

  it('refuses a repeat with other values, and keeps the keys of partners apart', async () => {
    const key = randomUUID();
    await create(person, key);
    expect((await create({ ...person, phone: '9840012346' }, key)).status).toBe(409);
    expect((await create({ ...person, test: true }, key)).status).toBe(409);

    const partner = await createTestPartner(given.app.db, { name: 'Another', origins: [], now: new Date() });
    const other = await given.app.call('createLoan', {
      body: { ...person, phone: '9840012346' },
      headers: { authorization: partner.key, 'idempotency-key': key },
    });
    expect(other.status).toBe(200);
  });

  it('checks the mail address on the server, whatever the client says', async () => {
    const { status, body } = await create({ ...person, email: 'a@invalid.example', email_verified: true });
    expect(status).toBe(400);
    expect(body.message).toBe('Invalid Email');
    expect(body.errors).toEqual([
      expect.objectContaining({ field: 'email', code: 'create.error.email.invalid' }),
    ]);
    const verify = (email: string) => given.app.call('verifyEmail', { path: { email } });
    expect((await verify('a@invalid.example')).body.result).toBe(false);
    expect((await verify('no address')).body.result).toBe(false);
    expect((await verify(person.email)).body.result).toBe(true);
  });

  it('names every field that the form would refuse', async () => {
    const { status, body } = await create({ name: ' ', phone: '98400', email: 'x' });
    expect(status).toBe(400);
    expect(body.errors.map(({ field, code }: { field: string; code: string }) => [field, code])).toEqual([
      ['name', 'create.error.name.required'],
      ['phone', 'create.error.phone.invalid'],
      ['email', 'create.error.email.invalid'],
    ]);
  });

  it('stores an unknown institution without locking it', async () => {
    const loan = await createdLoan(given.app, { institute_id: 987_654 });
    expect((await readLoan(given.app, loan)).locked_institute_id).toBe(987_654);
    const impossible = await createdLoan(given.app, { institute_id: 5_000_000_000 });
    expect((await readLoan(given.app, impossible)).locked_institute_id).toBe(0);
  });

  it('opens a loan only with its own token and its own key', async () => {
    const [one, two] = [await createdLoan(given.app), await createdLoan(given.app)];
    const partner = await createTestPartner(given.app.db, { name: 'Partner', origins: [], now: new Date() });
    const tries = [
      { path: { id: one.id }, token: two.token },
      { path: { id: one.id } },
      { path: { id: one.id }, token: one.token, headers: { authorization: partner.key } },
      { path: { id: randomUUID() }, token: one.token },
    ];
    const answers = await Promise.all(tries.map((call) => given.app.call('getLoan', call)));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });
});
