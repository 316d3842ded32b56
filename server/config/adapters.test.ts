import { describe, expect, it } from 'vitest';
import { lenderIds } from '../adapters/lenders.ts';
import { faultsOf, productionEnv as configured } from '../testing/config.ts';
import { readConfig } from './config.ts';

describe('the adapters that readConfig takes', () => {
  it('takes the real adapters that are configured', () => {
    const real = {
      lenders: { 15: { url: 'https://lender.example', key: 'k', timeoutMs: 25_000 } },
      sms: { url: 'https://sms.example/send', key: 's', timeoutMs: 10_000 },
      mail: { url: 'smtps://me:secret@mail.example', from: 'loans@school.example' },
      clamd: { path: '/run/clamav/clamd.ctl' },
    };
    expect(readConfig(configured)).toMatchObject({ ...real, sandbox: false });
    expect(faultsOf({ SANDBOX: '1', SMS_URL: 'http://127.0.0.1:9' })).toEqual([
      'SMS_KEY is missing: SMS_URL is set, and the provider asks for a key.',
    ]);
    expect(faultsOf({ SANDBOX: '1', SMTP_URL: 'smtp://localhost:9' })).toEqual([
      'MAIL_FROM is missing: SMTP_URL is set, and mail needs a sender.',
    ]);
    for (const from of ['Loans <loans@school.example>', 'a@b.example, c@d.example', 'nobody']) {
      expect(faultsOf({ ...configured, MAIL_FROM: from })).toEqual([
        'MAIL_FROM must be one mail address, such as loans@school.example.',
      ]);
    }
    expect(faultsOf({ ...configured, SMTP_URL: 'https://mail.example' })).toEqual([
      'SMTP_URL must be an address that starts with smtps:// or smtp://.',
    ]);
  });

  it('takes each lender by its id, and only the one that applicants push to is needed', () => {
    const eleven = {
      LENDER_11_URL: 'https://eleven.example',
      LENDER_11_KEY: 'e',
      LENDER_11_TIMEOUT_MS: '900',
    };
    expect(readConfig({ ...configured, ...eleven }).lenders).toEqual({
      11: { url: 'https://eleven.example', key: 'e', timeoutMs: 900 },
      15: { url: 'https://lender.example', key: 'k', timeoutMs: 25_000 },
    });
    expect(faultsOf({ SANDBOX: '1', LENDER_11_URL: 'http://localhost:9' })).toEqual([
      'LENDER_11_KEY is missing: LENDER_11_URL is set, and the lender asks for a key.',
    ]);
    expect(faultsOf({ ...configured, LENDER_12_KEY: 'k' })).toEqual([
      'LENDER_12_URL is missing: without it, LENDER_12_KEY means nothing.',
    ]);
    expect(faultsOf({ ...configured, LENDER_12_URL: 'ftp://twelve.example' })).toEqual([
      'LENDER_12_URL must be an address that starts with https:// or http://.',
      'LENDER_12_KEY is missing: LENDER_12_URL is set, and the lender asks for a key.',
    ]);
    expect(faultsOf({ SANDBOX: '1', LENDER_15_TIMEOUT_MS: '0' })).toHaveLength(1);
  });

  it('reads what a lender asks of customers besides, which is nothing without it', () => {
    const askedOf = (value: string) => readConfig({ ...configured, LENDER_15_ASKS: value }).askedFields;
    expect(readConfig(configured).askedFields).toEqual({});
    expect(askedOf('caste, religion')).toEqual({
      15: ['personal_details.caste', 'personal_details.religion'],
    });
    expect(faultsOf({ ...configured, LENDER_15_ASKS: 'religion, pan' })).toEqual([
      'LENDER_15_ASKS must name fields with commas between: religion, caste.',
    ]);
  });

  it('reads one secret of a lender for its events, or two, and has one for those of the sandbox', () => {
    const [one, two] = [Buffer.alloc(24, 'a'), Buffer.alloc(32, 'b')];
    const written = [one, two].map((secret) => `whsec_${secret.toString('base64')}`);
    const secretsOf = (value: string) =>
      readConfig({ ...configured, LENDER_15_WEBHOOK_SECRETS: value }).webhookSecrets;
    expect(secretsOf(written[0] ?? '')).toEqual({ 15: [one] });
    expect(secretsOf(written.join(', '))).toEqual({ 15: [one, two] });
    expect(readConfig(configured).webhookSecrets).toEqual({});
    expect(Object.keys(readConfig({ SANDBOX: '1' }).webhookSecrets)).toEqual(lenderIds.map(String));
    const near = { LENDER_15_URL: 'http://127.0.0.1:9', LENDER_15_KEY: 'k' };
    expect(Object.keys(readConfig({ ...near, SANDBOX: '1' }).webhookSecrets)).toEqual(
      lenderIds.filter((id) => id !== 15).map(String),
    );
    const wrong = [
      'secret',
      'whsec_',
      `whsec_${Buffer.alloc(23).toString('base64')}`,
      [...written, written[0]].join(),
    ];
    for (const value of wrong) {
      expect(faultsOf({ ...configured, LENDER_15_WEBHOOK_SECRETS: value })).toEqual([
        'LENDER_15_WEBHOOK_SECRETS must be one secret, or two with a comma between, each whsec_ and the base64 of at least 24 bytes.',
      ]);
    }
  });

  it('takes the providers of identity checks, mandates and payments, none of which is needed', () => {
    expect(readConfig(configured)).toMatchObject({ providers: {}, providerSecrets: {} });
    const payments = { PAYMENTS_URL: 'https://pay.example', PAYMENTS_KEY: 'p', PAYMENTS_TIMEOUT_MS: '900' };
    expect(readConfig({ ...configured, ...payments }).providers).toEqual({
      payments: { url: 'https://pay.example', key: 'p', timeoutMs: 900 },
    });
    const near = { ...payments, PAYMENTS_URL: 'http://[::1]:9', SANDBOX: '1' };
    expect(Object.keys(readConfig(near).providerSecrets)).toEqual(['kyc', 'mandate']);
    expect(faultsOf({ ...configured, KYC_URL: 'https://kyc.example' })).toEqual([
      'KYC_KEY is missing: KYC_URL is set, and the provider asks for a key.',
    ]);
    expect(faultsOf({ ...configured, MANDATE_KEY: 'm' })).toEqual([
      'MANDATE_URL is missing: without it, MANDATE_KEY means nothing.',
    ]);
    expect(faultsOf({ ...configured, ...payments, PAYMENTS_URL: 'http://pay.example' })).toEqual([
      'PAYMENTS_URL must begin with https://.',
    ]);
    expect(faultsOf({ ...configured, KYC_SECRET: 'x' })).toEqual([
      'KYC_SECRET is no variable of this server.',
    ]);
    expect(faultsOf({ ...configured, KYC_WEBHOOK_SECRETS: 'secret' })).toHaveLength(1);
  });

  it.each(['LENDER_URL', 'LENDER_999_KEY', 'LENDER_15_TIMEOUT'])(
    'refuses %s, which names no lender',
    (name) => {
      expect(faultsOf({ ...configured, [name]: 'x' })).toEqual([
        `${name} names no lender: it must be LENDER_ID_URL, LENDER_ID_KEY, LENDER_ID_TIMEOUT_MS, ` +
          `LENDER_ID_WEBHOOK_SECRETS or LENDER_ID_ASKS, where ID is one of ${lenderIds.join(', ')}.`,
      ]);
    },
  );

  it('knows where nobody scans from where nobody said so', () => {
    expect(readConfig({ SANDBOX: '1' }).clamd).toBeUndefined();
    for (const env of [configured, { SANDBOX: '1' }]) {
      expect(readConfig({ ...env, CLAMD: 'none' }).clamd).toBe('none');
      expect(faultsOf({ ...env, CLAMD: '/run/clamav/clamd.ctl' })).toEqual([
        'CLAMD must be unix:/PATH, tcp://HOST:PORT or none.',
      ]);
    }
  });
});
