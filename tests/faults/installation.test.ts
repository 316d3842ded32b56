/** A sandbox and a server in production meet on one database, in separate processes. */
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { demoKey } from '../../server/sandbox/demo-key.ts';
import { demoReviewer } from '../../server/sandbox/demo-reviewer.ts';
import { staffHeaders } from '../../server/testing/services.ts';
import { databases } from '../support/databases.ts';
import { startServer } from '../support/server.ts';

/** The settings that a server in production needs; the addresses in them are not called. */
const production = {
  SANDBOX: '0',
  SINGLE_HOST: '1',
  OBJECTS_KEY: 'o'.repeat(32),
  PUBLIC_URL: 'https://loans.example',
  LENDER_15_URL: 'http://127.0.0.1:9',
  LENDER_15_KEY: 'k',
  SMS_URL: 'http://127.0.0.1:9',
  SMS_KEY: 'k',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'loans@school.example',
  CLAMD: 'none',
  SUPPORT_PHONE: '+91 44 1234 5678',
  SUPPORT_EMAIL: 'help@school.example',
  SERVICING_PROFILES: fileURLToPath(new URL('../support/servicing-profiles.json', import.meta.url)),
  DRAIN_MS: '0',
};

it('production accepts no key or account of a sandbox, and no sandbox starts on its database', async () => {
  const database = await databases.find(({ kind }) => kind === 'postgres')?.open();
  if (!database) throw new Error('There is no PostgreSQL');
  onTestFinished(() => database.drop());
  const signInAt = async (url: string) => {
    const { email, password } = demoReviewer;
    const body = JSON.stringify({ email, password });
    const headers = { ...staffHeaders(), 'content-type': 'application/json' };
    return (await fetch(`${url}/dev/api/review/session`, { method: 'POST', headers, body })).status;
  };
  const banksAt = async (url: string) =>
    (
      await fetch(`${url}/dev/api/masters/bank_master`, {
        headers: { authorization: demoKey, 'x-auth-type': 'API' },
      })
    ).status;
  const outboxAt = async (url: string) => (await fetch(`${url}/sandbox/outbox.json`)).status;

  const sandbox = await startServer({ database });
  const atSandbox = [await signInAt(sandbox.url), await banksAt(sandbox.url), await outboxAt(sandbox.url)];
  expect(atSandbox).toEqual([200, 200, 200]);
  await sandbox.stop();

  const server = await startServer({ database, env: production });
  onTestFinished(() => server.stop());
  const atServer = [await signInAt(server.url), await banksAt(server.url), await outboxAt(server.url)];
  expect(atServer).toEqual([401, 401, 404]);
  await expect(startServer({ database })).rejects.toThrow(
    /SANDBOX=1, but DATABASE_URL .* is the database of a production installation/,
  );
  expect(await signInAt(server.url)).toBe(401);
  const demoRows = await database.query(
    `SELECT revoked_at IS NULL AS live FROM api_keys WHERE key_id = 'demo'
     UNION ALL SELECT disabled_at IS NULL FROM reviewers WHERE email = $1`,
    [demoReviewer.email],
  );
  expect(demoRows).toEqual([{ live: false }, { live: false }]);
});
