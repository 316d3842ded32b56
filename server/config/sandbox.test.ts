import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { productionEnv as configured } from '../testing/config.ts';
import { sandboxByDefault } from './sandbox.ts';

describe('a start without a word about the data', () => {
  it('is a sandbox where nothing is set that a deployment sets', () => {
    const own = { PORT: '4001', DATA_DIR: 'x', PUBLIC_URL: 'http://192.168.1.5:4000', SMS_KEY: ' ' };
    for (const env of [{}, own]) expect(sandboxByDefault(env)).toEqual({ sandbox: true });
    for (const env of [{ DATABASE_URL: 'postgres://x' }, { SANDBOX: '0' }, { SANDBOX: '1' }])
      expect(sandboxByDefault({ ...env, SMS_KEY: 'k' })).toEqual({ sandbox: false });
  });

  it.each(
    Object.entries(configured).filter(
      ([name]) => !/^(DATABASE_URL|MAIL_FROM|CLAMD|SERVICING_PROFILES|SUPPORT_\w+)$/.test(name),
    ),
  )('does not start with %s of a deployment, and says why', (name, value) => {
    expect(sandboxByDefault({ [name]: value })).toEqual({
      sandbox: false,
      fault:
        'DATABASE_URL is missing, and without it this would be a sandbox that is open to everybody, which ' +
        `${name} cannot belong to: set DATABASE_URL, or SANDBOX=1 on a machine of your own.`,
    });
  });

  it.each(['KYC_KEY', 'LENDER_12_WEBHOOK_SECRETS', 'S3_SECRET_ACCESS_KEY', 'ENCRYPTION_KEYS', 'SINGLE_HOST'])(
    'does not start with %s either',
    (name) => expect(sandboxByDefault({ [name]: '1' }).fault).toContain(name),
  );

  it('ends npm start before anything is built', () => {
    const env = { PATH: process.env.PATH, OBJECTS_KEY: configured.OBJECTS_KEY };
    const { status, stderr, stdout } = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/start.ts'], {
      env,
      encoding: 'utf8',
    });
    expect([status, stdout, stderr.trim()]).toEqual([
      1,
      '',
      expect.stringMatching(/^DATABASE_URL is missing.*OBJECTS_KEY/),
    ]);
  });
});
