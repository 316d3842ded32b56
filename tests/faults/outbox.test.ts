/** Servers are killed while they hand messages over, and two share an outbox: each message goes once. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callsTo } from '../contract/calls.ts';
import { createdLoan } from '../contract/fixtures.ts';
import { databasesByDay, type TestDatabase } from '../support/databases.ts';
import { startServer } from '../support/server.ts';
import { type Child, startChild } from './child.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import type { SmsRecords } from './sms-process.ts';

const pollOptions = { timeout: 60_000, interval: 100 };

describe.each(databasesByDay)('on $name', ({ open, kind }) => {
  let provider: Child;
  let mail: MailServer;
  let database: TestDatabase;
  let running: { kill9: () => Promise<void> }[] = [];

  beforeEach(async () => {
    // Two servers that start at the same time migrate and seed one database.
    [provider, mail, database] = await Promise.all([
      startChild('./sms-process.ts'),
      startMailServer(),
      open('empty'),
    ]);
  });
  afterEach(async () => {
    await Promise.all(running.map((server) => server.kill9()));
    running = [];
    await Promise.all([provider.stop(), mail.close(), database.drop()]);
  });

  async function start() {
    const env = {
      SMS_URL: `${provider.url}/send`,
      SMS_KEY: 'secret',
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      MAIL_FROM: 'loans@school.example',
    };
    const server = await startServer({ database, env });
    running.push(server);
    return { ...server, ...callsTo((path, init) => fetch(server.url + path, init)) };
  }

  /** Loans whose links the sandbox was handed, before the servers that are killed. */
  async function loansOf(...phones: string[]) {
    const server = await startServer({ database });
    const { url, stop } = server;
    const calls = callsTo((path, init) => fetch(url + path, init));
    const loans = await Promise.all(phones.map((phone) => createdLoan(calls, { phone })));
    const handedOver = async () => (await (await fetch(`${url}/sandbox/outbox.json`)).json()) as unknown[];
    await expect.poll(handedOver, pollOptions).toHaveLength(2 * phones.length);
    // It ends once they are recorded.
    await stop();
    return loans;
  }

  const sms = async () => Object.values((await (await fetch(`${provider.url}/books`)).json()) as SmsRecords);

  /** Puts messages and their jobs into the database past the server. */
  const queue = (loanId: string, channel: 'sms' | 'email', recipients: string[]) =>
    database.query(
      `with queued as (
         insert into messages (id, loan_id, channel, recipient, template, subject, text, state, created_at)
         select id, $1, $2, recipient, 'application.sentBack', 'Subject', 'Text', 'queued', now()
         from unnest($3::uuid[], $4::text[]) as queued (id, recipient)
         returning id
       )
       insert into jobs (id, kind, channel, payload, dedupe_key, run_at, created_at)
       select id, 'message.' || $2, $2, jsonb_build_object('messageId', id), 'message:' || id, now(), now()
       from queued`,
      [loanId, channel, recipients.map(() => randomUUID()), recipients],
    );
  const statesOf = async (channel: 'sms' | 'email') => {
    const rows = await database.query(
      "select state, count(*)::int from messages where channel = $1 and template <> 'application.created' group by 1",
      [channel],
    );
    return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
  };

  it('messages of a server killed before, during or after the delivery arrive once', async () => {
    const numbers = ['9840010011', '9840010012', '9840010013'];
    const loans = await loansOf(...numbers);
    const first = await start();
    const hasMail = kind === 'postgres';
    if (hasMail) {
      mail.behave([], { at: 'end', does: 'falls silent' });
      await queue(loans[0]?.id ?? '', 'email', ['meena@parent.example']);
    }
    for (const { id } of loans) {
      expect((await first.call('requestReentry', { path: { id } })).status).toBe(200);
    }
    await expect.poll(async () => (await sms()).length, pollOptions).toBe(3);
    if (hasMail) await expect.poll(() => mail.heard.includes('DATA'), pollOptions).toBe(true);
    await first.kill9();
    await expect
      .poll(async () => (await sms()).map(({ delivered }) => delivered).sort(), pollOptions)
      .toEqual([0, 1, 1]);

    mail.behave([]);
    await start();
    await expect.poll(async () => (await sms()).map(({ calls }) => calls), pollOptions).toEqual([2, 2, 2]);
    const delivered = await sms();
    expect(delivered.map(({ to }) => to).sort()).toEqual(numbers.map((number) => `+91${number}`));
    expect(delivered.map((one) => one.delivered)).toEqual([1, 1, 1]);

    // The embedded database cannot be opened while a server holds it.
    if (!hasMail) return;
    await expect.poll(() => statesOf('sms'), pollOptions).toEqual({ sent: 3 });
    // The first server never heard whether the mail was taken, so it is handed over again.
    await expect.poll(() => statesOf('email'), pollOptions).toEqual({ sent: 1 });
    expect(mail.mails).toHaveLength(1);
  });

  // The embedded database has one server at a time.
  if (kind === 'pglite') return;

  it('two servers deliver 50 messages once each', async () => {
    const [loan] = await loansOf('9840010014');
    await Promise.all([start(), start()]);
    const numbers = Array.from({ length: 50 }, (_, n) => `98400${String(n).padStart(4, '0')}9`);
    await queue(loan?.id ?? '', 'sms', numbers);
    await expect.poll(() => statesOf('sms'), pollOptions).toEqual({ sent: 50 });
    const books = await sms();
    expect(books.map(({ to }) => to).sort()).toEqual(numbers.map((number) => `+91${number}`));
    expect(new Set(books.map(({ calls, delivered }) => `${calls} ${delivered}`))).toEqual(new Set(['1 1']));
    const [noted] = await database.query(
      `select count(*)::int, count(distinct details ->> 'message')::int as messages
       from timeline where act = 'message.sent' and details ->> 'template' <> 'application.created'`,
    );
    expect(noted).toEqual({ count: 50, messages: 50 });
  });
});
