/** The HTTP SMS provider and the mail server, each misbehaving: each misbehaviour has its outcome, and none throws. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { smtpMail } from '../../server/adapters/mail-smtp.ts';
import type { DeliveryResult, OutgoingMessage } from '../../server/adapters/messages.ts';
import { httpSms } from '../../server/adapters/sms-http.ts';
import { freePort } from '../support/ports.ts';
import { type MailServer, startMailServer, type MailFault } from './mail-server.ts';
import { answers, type Behaviour, type MisbehavingServer, startMisbehavingServer } from './misbehaving.ts';

const timeoutMs = 400;
const id = 'e2b7a6c1-0d5b-4f0f-9a51-1f6e0b6f7c11';

describe('an SMS provider behind HTTP', () => {
  let server: MisbehavingServer;
  beforeAll(async () => {
    server = await startMisbehavingServer();
  });
  afterAll(() => server.close());

  const template = 'reentry.password';
  const sent: OutgoingMessage = {
    id,
    to: '9840012345',
    subject: null,
    text: 'வணக்கம் 004212',
    template,
    attempt: 1,
  };
  const deliver = () => httpSms({ url: server.url, key: 'secret', timeoutMs }).deliver(sent);

  it('receives the number, the text, the template and an idempotency key', async () => {
    let head = {};
    server.behave((request, response) => {
      head = request.headers;
      answers(202, '{"id":7}')(request, response);
    });
    expect(await deliver()).toEqual({ kind: 'accepted' });
    expect(server.heard).toEqual(['POST /api']);
    expect(head).toMatchObject({
      authorization: 'Bearer secret',
      'content-type': 'application/json',
      'idempotency-key': id,
    });
    expect(server.bodies.map((body) => JSON.parse(body) as unknown)).toEqual([
      { to: '+919840012345', text: 'வணக்கம் 004212', template },
    ]);
  });

  const endless: Behaviour = (_, response) => {
    response.writeHead(200);
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    };
    response.on('drain', more);
    more();
  };

  it.each<[string, Behaviour, DeliveryResult['kind']]>([
    ['takes it', answers(200), 'accepted'],
    ['takes it without an end', endless, 'accepted'],
    ['refuses the number', answers(422, '{"message":"no such number"}'), 'refused'],
    ['refuses the key', answers(401), 'notAccepted'],
    ['was not paid', answers(402), 'notAccepted'],
    ['has taken our permission', answers(403), 'notAccepted'],
    ['had to wait too long', answers(408), 'notAccepted'],
    ['has too much to do', answers(429, '', { 'retry-after': '9' }), 'notAccepted'],
    ['has a fault', answers(500), 'unknown'],
    ['is down', answers(503, '<html>'), 'unknown'],
    ['sends us elsewhere', answers(307, '', { location: '/api/elsewhere' }), 'unknown'],
    ['never answers', () => {}, 'unknown'],
    ['ends the line', (request) => request.socket.destroy(), 'unknown'],
    ['answers with no HTTP', (request) => request.socket.end('hello\r\n\r\n'), 'unknown'],
  ])('that %s gives an outcome of the delivery', async (_, how, kind) => {
    server.behave(how);
    const started = performance.now();
    expect(await deliver()).toEqual({ kind });
    expect(performance.now() - started).toBeLessThan(timeoutMs + 10_000);
    expect(server.heard).toEqual(['POST /api']);
  });

  it('is counted where it refuses the key, and not for another refusal', async () => {
    let count = 0;
    const sms = httpSms({ url: server.url, key: 'secret', timeoutMs, onAccessRefused: () => (count += 1) });
    for (const status of [401, 402, 403, 200, 404, 422, 429, 500]) {
      server.behave(answers(status));
      await sms.deliver(sent);
    }
    expect(count).toBe(3);
  });

  it('is tried again where it is unreachable', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    expect(await httpSms({ url, key: 'secret', timeoutMs }).deliver(sent)).toEqual({ kind: 'unknown' });
  });
});

describe.each([
  ['takes one command at a time', []],
  ['takes commands in one go', ['PIPELINING', '8BITMIME', 'SIZE 1000000']],
] as const)('a mail server that %s', (_, extensions) => {
  let server: MailServer;
  beforeAll(async () => {
    server = await startMailServer();
  });
  afterAll(() => server.close());

  const sent: OutgoingMessage = {
    id,
    to: 'meena@parent.example',
    subject: 'உங்கள் விண்ணப்பம்',
    text: `Dear Meena,\n\n.\nhttps://feepath.example/loan/${id}?api_key=k\n`,
    template: 'application.created',
    attempt: 1,
  };
  /** @param limitMs long enough for a busy machine, except in tests of a silent server */
  const deliver = (message = sent, limitMs = 20_000) =>
    smtpMail({
      url: `smtp://127.0.0.1:${server.port}`,
      from: 'loans@school.example',
      timeoutMs: limitMs,
    }).deliver(message);

  it('receives the mail unchanged with its own message id', async () => {
    server.behave(extensions);
    expect(await deliver()).toEqual({ kind: 'accepted' });
    const [mail, ...others] = server.mails;
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ from: 'loans@school.example', to: 'meena@parent.example' });
    const [head = '', ...bodies] = (mail?.lines ?? []).join('\n').split('\n\n');
    expect(head).toContain('From: Feepath <loans@school.example>');
    expect(head).toContain('To: meena@parent.example');
    expect(head).toContain(`Message-ID: <${id}@school.example>`);
    expect(head).toContain('Auto-Submitted: auto-generated');
    expect(wordsOf(head)).toContain('உங்கள் விண்ணப்பம்');
    expect(bodies.join('\n\n').trim()).toBe(sent.text.trim());
  });

  it('receives the attachment unchanged beside the text', async () => {
    server.behave(extensions);
    const content = Buffer.from(Array.from({ length: 5000 }, (_, n) => n % 256));
    const attachments = [{ fileName: 'P-1-RCT-1.pdf', contentType: 'application/pdf', content }];
    expect(await deliver({ ...sent, attachments })).toEqual({ kind: 'accepted' });
    const mail = (server.mails.at(-1)?.lines ?? []).join('\n');
    const [, boundary = ''] = /boundary="([^"]+)"/.exec(mail) ?? [];
    const [, text, file, ...others] = mail.split(`--${boundary}`);
    expect(others).toHaveLength(1);
    expect(text).toContain(`https://feepath.example/loan/${id}`);
    const [head = '', body = ''] = file?.trim().split('\n\n') ?? [];
    expect(head).toContain('Content-Type: application/pdf; name=P-1-RCT-1.pdf');
    expect(head).toContain('Content-Disposition: attachment; filename=P-1-RCT-1.pdf');
    expect(Buffer.from(body, 'base64').equals(content)).toBe(true);
  });

  it.each([
    'meena@parent.example, eve@other.example',
    'Meena <eve@other.example>',
    'meena@parent.example\r\nBcc: eve@other.example',
  ])('receives at most one recipient for %j', async (to) => {
    server.behave(extensions);
    expect(await deliver({ ...sent, to })).toEqual({ kind: 'accepted' });
    expect(server.mails.map((mail) => mail.to.replaceAll(/"[^"]*"/g, 'quoted'))).toEqual([
      'quoted@other.example',
    ]);
    expect(server.heard.filter((command) => command === 'RCPT')).toHaveLength(1);
  });

  it.each<[MailFault['at'], MailFault['does'], DeliveryResult['kind']]>([
    ['greeting', '554 go away', 'notAccepted'],
    ['greeting', 'closes', 'notAccepted'],
    ['greeting', 'falls silent', 'notAccepted'],
    ['EHLO', 'closes', 'notAccepted'],
    ['MAIL', '550 not from you', 'notAccepted'],
    ['MAIL', 'falls silent', 'notAccepted'],
    ['RCPT', '550 no such person', 'refused'],
    ['RCPT', '450 later', 'notAccepted'],
    ['RCPT', 'closes', 'notAccepted'],
    ['DATA', '451 later', 'notAccepted'],
    ['DATA', 'closes', 'notAccepted'],
    ['DATA', 'falls silent', 'notAccepted'],
    ['content', 'closes', 'unknown'],
    ['end', '554 this is spam', 'refused'],
    ['end', '452 no room', 'notAccepted'],
    ['end', '421 going down', 'notAccepted'],
    ['end', 'closes', 'unknown'],
    ['end', 'falls silent', 'unknown'],
  ])('that at %s %s gives an outcome of the delivery', async (at, does, kind) => {
    server.behave(extensions, { at, does });
    const started = performance.now();
    const limitMs = does === 'falls silent' ? timeoutMs : undefined;
    expect(await deliver(sent, limitMs)).toEqual({ kind });
    if (limitMs !== undefined) expect(performance.now() - started).toBeLessThan(limitMs + 10_000);
    expect(server.mails).toEqual([]);
  });

  it('that is unreachable has certainly accepted nothing', async () => {
    const url = `smtp://127.0.0.1:${await freePort()}`;
    const nobody = smtpMail({ url, from: 'loans@school.example', timeoutMs });
    expect(await nobody.deliver(sent)).toEqual({ kind: 'notAccepted' });
  });
});

/** The encoded words of a mail's head (RFC 2047), read. */
const wordsOf = (head: string): string =>
  head
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?(b|q)\?([^?]*)\?=/gi, (_, way: string, text: string) =>
      way.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('utf8')
        : Buffer.from(
            text
              .replaceAll('_', ' ')
              .replaceAll(/=([0-9A-F]{2})/gi, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16))),
            'latin1',
          ).toString('utf8'),
    );
