import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findApiKey } from '../partners/api-keys.ts';
import { loans } from '../db/schema/loans.ts';
import { jobs } from '../db/schema/servers.ts';
import { findInvited } from '../staff/invitations.ts';
import {
  createTestPartner,
  createTestReviewer,
  openTestServices,
  type TestServices,
} from '../testing/services.ts';
import { findLoanByToken, issueLoanToken } from '../loans/tokens.ts';
import type { CommandResult } from './command.ts';
import { type Command, readCommand, runCommand } from './commands.ts';
import { listenForCommands, sendCommand, socketPath } from './socket.ts';

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(() => services.close());

const read = (...argv: string[]) => readCommand(argv, (path) => `text of ${path}`);
const run = (command: Command & { operator?: string }) =>
  runCommand(
    {
      ...services,
      openObjects: async () => services.adapters.objects,
      openKeyring: async () => services.keyring,
    },
    command,
  );

describe('readCommand', () => {
  it('reads each command', () => {
    const origins = ['--origin', 'https://school.example/', '--origin', 'HTTPS://Portal.example:443'];
    expect(read('create-partner', 'City School')).toEqual({
      name: 'create-partner',
      partnerName: 'City School',
    });
    expect(read('list-partners')).toEqual({ name: 'list-partners' });
    expect(read('create-key', 'p1', '--label', 'Website', ...origins)).toEqual({
      name: 'create-key',
      partnerId: 'p1',
      label: 'Website',
      origins: ['https://school.example', 'https://portal.example'],
    });
    const server = ['--label', 'Server', '--mode', 'test', '--scope', 'applications:read'];
    expect(read('create-secret-key', 'p1', ...server)).toEqual({
      name: 'create-secret-key',
      ...{ partnerId: 'p1', label: 'Server', test: true, scopes: ['applications:read'] },
    });
    expect(read('rotate-key', 'abc')).toEqual({ name: 'rotate-key', keyId: 'abc' });
    expect(read('revoke-key', 'abc')).toEqual({ name: 'revoke-key', keyId: 'abc' });
    expect(read('list-keys')).toEqual({ name: 'list-keys' });
    expect(read('revoke-loan-tokens', 'a1')).toEqual({ name: 'revoke-loan-tokens', loanId: 'a1' });
    expect(read('rotate-keys')).toEqual({ name: 'rotate-keys' });
    expect(read('erase-loan', 'a1')).toEqual({ name: 'erase-loan', loanId: 'a1' });
    const command = { name: 'import-institutions', text: 'text of a.csv' };
    expect(read('import-institutions', 'a.csv')).toEqual(command);
    expect(read('create-reviewer', ' Latha@Feepath.example', '--name', 'Latha R')).toEqual({
      name: 'create-reviewer',
      email: 'latha@feepath.example',
      fullName: 'Latha R',
      role: 'reviewer',
    });
    const latha = 'latha@feepath.example';
    expect(read('set-role', latha, '--role', 'senior')).toEqual({
      name: 'set-role',
      email: latha,
      role: 'senior',
    });
    expect(read('assign-partner', latha, '--partner', 'p1')).toEqual({
      name: 'assign-partner',
      email: latha,
      partnerId: 'p1',
    });
    const mobile = '9840012345';
    expect(read('add-partner-member', '+91 98400 12345', '--partner', 'p1')).toEqual({
      name: 'add-partner-member',
      mobile,
      partnerId: 'p1',
    });
    expect(read('remove-partner-member', mobile)).toEqual({ name: 'remove-partner-member', mobile });
    expect(read('list-reviewers')).toEqual({ name: 'list-reviewers' });
    expect(read('migrate')).toEqual({ name: 'migrate' });
    expect(read('doctor')).toEqual({ name: 'doctor' });
    expect(read('list-failed-jobs')).toEqual({ name: 'list-failed-jobs' });
    expect(read('run-job', 'a1')).toEqual({ name: 'run-job', jobId: 'a1' });
    expect(read('run-jobs', 'lender.push')).toEqual({ name: 'run-jobs', kind: 'lender.push' });
    const email = 'latha@feepath.example';
    expect(read('reset-reviewer', email)).toEqual({ name: 'reset-reviewer', email });
    expect(read('disable-reviewer', email)).toEqual({ name: 'disable-reviewer', email });
  });

  it.each([
    [[], 'A command is needed.'],
    [['drop-tables'], 'There is no command drop-tables.'],
    [['create-partner'], 'NAME is missing.'],
    [['create-partner', ' '], 'NAME is missing.'],
    [['create-key'], 'PARTNER_ID is missing.'],
    [['create-key', 'p1'], '--label LABEL is missing.'],
    [['list-keys', '--label', 'A'], '--label belongs to create-key and create-secret-key.'],
    [['create-secret-key', 'p1', '--label', 'Server'], '--mode test|live is missing.'],
    [['create-secret-key', 'p1', '--label', 'Server', '--mode', 'test'], '--scope SCOPE is missing.'],
    [
      ['create-secret-key', 'p1', '--label', 'Server', '--mode', 'both'],
      'both is no mode; there are test and live.',
    ],
    [
      ['create-secret-key', 'p1', '--label', 'Server', '--mode', 'live', '--scope', 'all'],
      'all is no scope; there are applications:read, applications:write, settlements:read, webhooks:write.',
    ],
    [
      ['create-partner', 'City', 'School'],
      'There is too much behind create-partner. A name with spaces needs quotes.',
    ],
    [['list-keys', '--origin', 'https://a.example'], '--origin belongs to create-key.'],
    [
      ['create-key', 'A', '--origin', '*.school.example'],
      '*.school.example is not an origin; it should look like https://school.example',
    ],
    [
      ['create-key', 'A', '--origin', 'https://school.example/path'],
      'https://school.example/path is not an origin; it should look like https://school.example',
    ],
    [['create-reviewer'], 'EMAIL is missing.'],
    [['create-reviewer', 'latha', '--name', 'Latha'], 'latha is not a mail address.'],
    [['create-reviewer', 'latha@feepath.example'], '--name NAME is missing.'],
    [['create-reviewer', 'latha@feepath.example', '--name', '\u0007 '], '--name NAME is missing.'],
    [['create-key', 'A', '--name', 'B'], '--name belongs to create-reviewer.'],
    [['set-role', 'latha@feepath.example'], '--role ROLE is missing.'],
    [
      ['set-role', 'latha@feepath.example', '--role', 'king'],
      'king is no role; there are reviewer, senior, administrator.',
    ],
    [['assign-partner', 'latha@feepath.example'], '--partner PARTNER_ID is missing.'],
    [['list-keys', '--role', 'senior'], '--role belongs to create-reviewer and set-role.'],
    [
      ['list-keys', '--partner', 'p1'],
      '--partner belongs to add-partner-member, assign-partner and unassign-partner.',
    ],
    [['add-partner-member', '98400123', '--partner', 'p1'], '98400123 is not a mobile number of 10 digits.'],
    [['add-partner-member', '9840012345'], '--partner PARTNER_ID is missing.'],
    [['remove-partner-member'], 'MOBILE is missing.'],
    [['reset-reviewer'], 'EMAIL is missing.'],
    [['disable-reviewer', 'Latha'], 'latha is not a mail address.'],
  ])('refuses %j', (argv, sentence) => expect(() => read(...argv)).toThrow(sentence));
});

describe('runCommand', () => {
  it('records each changing command without the personal data typed', async () => {
    const acts = async () => (await run({ name: 'list-admin-acts' })).lines;
    const operator = 'meena';
    await run({ name: 'list-keys' });
    await run({ name: 'revoke-loan-tokens', loanId: 'L-404', operator });
    await run({ name: 'erase-customer', mobile: '9840012345', operator });
    await run({ name: 'create-partner', partnerName: 'Hill School', operator });
    const lines = (await acts()).slice(0, 3);
    expect(lines.map((line) => line.split('  ').slice(1))).toEqual([
      ['meena', 'create-partner', '-', 'done'],
      ['meena', 'erase-customer', '-', 'refused'],
      ['meena', 'revoke-loan-tokens', 'L-404', 'refused'],
    ]);
  });

  it('creates and rotates a key of a partner, and each key is valid until it is revoked', async () => {
    const secretIn = ({ lines }: CommandResult) => lines.join('\n').match(/fp_[\w-]{43}/)?.[0] ?? '';
    const find = (key: string) => findApiKey(services.db, key, { sandbox: true });
    const made = await run({ name: 'create-partner', partnerName: 'City School' });
    const partnerId = made.lines[0]?.replace('Partner id: ', '') ?? '';
    expect((await run({ name: 'list-partners' })).lines).toContain(`${partnerId}  2026-07-20  City School`);
    const origins = ['https://school.example'];
    const create = { name: 'create-key', partnerId, label: 'Website', origins } as const;
    const first = secretIn(await run(create));
    const second = secretIn(await run({ name: 'rotate-key', keyId: (await find(first))?.keyId ?? '' }));
    const [former, next] = [await find(first), await find(second)];
    for (const one of [former, next]) expect(one).toMatchObject({ partnerId, label: 'Website', origins });

    const listed = (await run({ name: 'list-keys' })).lines.join('\n');
    for (const one of [former, next]) {
      expect(listed).toContain(
        `${one?.keyId}  2026-07-20  live  Website  City School (${partnerId})  https://school.example`,
      );
    }
    expect(listed).not.toContain(first);
    const revoke = { name: 'revoke-key', keyId: former?.keyId ?? '' } as const;
    expect(await run(revoke)).toMatchObject({ ok: true });
    expect(await find(first)).toBeUndefined();
    expect(await find(second)).toEqual(next);
    expect(await run(revoke)).toMatchObject({ ok: false });
    expect(await run({ name: 'rotate-key', keyId: revoke.keyId })).toMatchObject({ ok: false });
    expect(await run({ ...create, partnerId: 'nobody' })).toMatchObject({ ok: false });
  });

  it('creates and rotates a secret key with a mode and scopes', async () => {
    const { partnerId } = await createTestPartner(services.db, {
      name: 'Lake School',
      now: services.clock.now(),
    });
    const scopes = ['applications:read', 'webhooks:write'] as const;
    const kind = { label: 'Server', test: false, scopes: [...scopes] };
    const made = await run({ name: 'create-secret-key', partnerId, ...kind });
    const key = made.lines.join('\n').match(/fps_live_[\w-]{43}/)?.[0] ?? '';
    const found = await services.apiKeys.findSecret(key);
    expect(found).toMatchObject({ partnerId, secret: true, ...kind });
    expect((await run({ name: 'list-keys' })).lines.join('\n')).toContain(
      `Server  Lake School (${partnerId})  secret live  applications:read  webhooks:write`,
    );
    const next = await run({ name: 'rotate-key', keyId: found?.keyId ?? '' });
    const second = next.lines.join('\n').match(/fps_live_[\w-]{43}/)?.[0] ?? '';
    expect(await services.apiKeys.findSecret(second)).toMatchObject({ partnerId, secret: true, ...kind });
    expect(await run({ name: 'create-secret-key', partnerId: 'nobody', ...kind })).toMatchObject({
      ok: false,
    });
  });

  it('revokes the tokens of one loan only', async () => {
    const { db, clock } = services;
    const now = clock.now();
    const { key, partnerId } = await createTestPartner(db, { name: 'School', now });
    const apiKeyId = (await findApiKey(db, key, { sandbox: true }))?.id ?? '';
    const person = { name: 'Meena', mobile: '9000000001', email: 'meena@example.org' };
    const row = (id: string) => ({ id, partnerId, apiKeyId, ...person, createdAt: now, updatedAt: now });
    await db.insert(loans).values([row('one'), row('two')]);
    const tokens = [await issueLoanToken(db, 'one', now), await issueLoanToken(db, 'one', now)];
    const other = await issueLoanToken(db, 'two', now);
    const opened = (loanId: string, token: string) => findLoanByToken(db, { loanId, partnerId, token, now });

    const revoked = await run({ name: 'revoke-loan-tokens', loanId: 'one' });
    expect(revoked).toMatchObject({ ok: true });
    expect(revoked.lines.join()).toContain('2 tokens are revoked');
    for (const token of tokens) expect(await opened('one', token)).toBeUndefined();
    expect(await opened('two', other)).toMatchObject({ row: { id: 'two' } });
    expect(await run({ name: 'revoke-loan-tokens', loanId: 'one' })).toEqual({
      ok: false,
      lines: ['No device has access to the loan one.'],
    });
  });

  it('invites a reviewer by a link that is valid until it is replaced or the account is disabled', async () => {
    const { db, clock } = services;
    const email = 'latha@feepath.example';
    const linkIn = ({ lines }: CommandResult) =>
      lines.join('\n').match(/^http:\/\/localhost:\d+\/review\/invitation#([\w-]{43})$/m)?.[1] ?? '';
    const invitedBy = async (token: string) =>
      (await findInvited(db, token, { sandbox: true, now: clock.now() }))?.email;
    const create = { name: 'create-reviewer', email, fullName: 'Latha R', role: 'reviewer' } as const;

    const made = await run(create);
    const first = linkIn(made);
    expect(made.lines[1]).toContain('Until 2026-07-23T06:30Z');
    expect(await invitedBy(first)).toBe(email);
    expect(await run(create)).toEqual({
      ok: false,
      lines: ['latha@feepath.example is a reviewer already; reset-reviewer invites again.'],
    });
    const second = linkIn(await run({ name: 'reset-reviewer', email }));
    expect([await invitedBy(first), await invitedBy(second)]).toEqual([undefined, email]);

    const listed = async () => (await run({ name: 'list-reviewers' })).lines;
    const row = (state: string, rest: string) => [`latha@feepath.example  2026-07-20  ${state}  ${rest}`];
    const invited = 'invited until 2026-07-23T06:30Z';
    expect(await listed()).toEqual(row(invited, 'reviewer  Latha R  no partner'));
    const { partnerId } = await createTestPartner(db, { name: 'Hill School', now: clock.now() });
    const assign = { name: 'assign-partner', email, partnerId } as const;
    expect(await run(assign)).toMatchObject({ ok: true });
    expect(await run({ ...assign, partnerId: 'nobody' })).toMatchObject({ ok: false });
    expect(await listed()).toEqual(row(invited, `reviewer  Latha R  ${partnerId}`));
    expect(await run({ name: 'unassign-partner', email, partnerId })).toMatchObject({ ok: true });
    expect(await run({ name: 'set-role', email, role: 'administrator' })).toMatchObject({ ok: true });
    expect(await listed()).toEqual(row(invited, 'administrator  Latha R  every partner'));
    expect(await run({ name: 'disable-reviewer', email })).toMatchObject({ ok: true });
    expect(await invitedBy(second)).toBeUndefined();
    expect(await listed()).toEqual(row('disabled 2026-07-20', 'administrator  Latha R  every partner'));
    const refusal = {
      ok: false,
      lines: ['There is no live reviewer with the address latha@feepath.example.'],
    };
    expect(await run({ name: 'disable-reviewer', email })).toEqual(refusal);
    expect(await run({ name: 'reset-reviewer', email })).toEqual(refusal);
    const member = { email: 'mala@feepath.example', name: 'Mala', role: 'senior', now: clock.now() } as const;
    await createTestReviewer(db, member);
    expect(await listed()).toContain('mala@feepath.example  2026-07-20  live  senior  Mala  no partner');
  });

  it('lists permanently failed jobs and runs them again', async () => {
    const { db, clock } = services;
    const id = '3f0c7f8e-3a0e-4a65-9d6c-0b6a7c0d5c11';
    const job = { kind: 'message.sms', channel: 'sms', payload: { messageId: 'm1' }, attempts: 8 };
    const now = clock.now();
    const failed = { ...job, id, failedAt: now, lastError: 'refused', runAt: now, createdAt: now };
    expect(await run({ name: 'list-failed-jobs' })).toEqual({ ok: true, lines: ['No job has failed.'] });
    await db.insert(jobs).values(failed);
    expect((await run({ name: 'list-failed-jobs' })).lines).toEqual([
      `${id}  ${now.toISOString()}  message.sms  8 attempts  refused  {"messageId":"m1"}`,
    ]);
    expect(await run({ name: 'run-job', jobId: id })).toEqual({ ok: true, lines: [`${id} is run again.`] });
    expect((await run({ name: 'list-failed-jobs' })).lines).toEqual(['No job has failed.']);
    expect(await run({ name: 'run-job', jobId: id })).toMatchObject({ ok: false });
    const kind = 'message.sms';
    await db.update(jobs).set(failed);
    expect(await run({ name: 'run-jobs', kind })).toEqual({ ok: true, lines: ['1 are run again.'] });
    expect(await db.select().from(jobs)).toMatchObject([{ attempts: 0, failedAt: null, runAt: now }]);
    expect(await run({ name: 'run-jobs', kind })).toMatchObject({ ok: false });
  });

  it('reports a failure where rows are refused', async () => {
    const outcome = await run({ name: 'import-institutions', text: 'institution_id\n1' });
    expect(outcome.ok).toBe(false);
    expect(outcome.lines.join()).toContain('line 1: the header has no institution_name');
  });
});

describe('the socket', () => {
  it('passes commands to the process that holds the folder, for its own user only', async () => {
    const { dataDir } = services.config;
    writeFileSync(join(dataDir, 'admin.sock'), 'left behind');
    const close = await listenForCommands(dataDir, run);
    expect(statSync(socketPath(dataDir)).mode & 0o777).toBe(0o600);
    const names = await Promise.all(
      ['A', 'B'].map((partnerName) => sendCommand(dataDir, { name: 'create-partner', partnerName })),
    );
    expect(names.every(({ ok }) => ok)).toBe(true);
    const long = `${'x'.repeat(300_000)}\n`;
    expect(await sendCommand(dataDir, { name: 'import-institutions', text: long })).toMatchObject({
      ok: false,
    });
    await close?.();
    await expect(sendCommand(dataDir, { name: 'list-keys' })).rejects.toThrow();
  });
});
