import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const faultsOf = (env: Record<string, string>): string[] => {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
};

describe('readConfig', () => {
  it('needs nothing in the sandbox', () => {
    expect(readConfig({ SANDBOX: '1' })).toMatchObject({
      port: 4000,
      sandbox: true,
      lender: undefined,
      databaseUrl: undefined,
      checkReplies: true,
    });
    expect(readConfig({ SANDBOX: '1' }).dataDir).toMatch(/\/\.data$/);
    expect(readConfig({ SANDBOX: '1', NODE_ENV: 'production' }).checkReplies).toBe(false);
  });

  it('names the adapter that is not configured outside the sandbox', () => {
    expect(faultsOf({})).toEqual([
      'No lender is configured: set LENDER_URL and LENDER_KEY, or SANDBOX=1 for the sandbox lender.',
    ]);
    expect(faultsOf({ LENDER_URL: 'https://lender.example' })).toEqual([
      'LENDER_KEY is missing: LENDER_URL is set, and the lender asks for a key.',
    ]);
    const env = { LENDER_URL: 'https://lender.example', LENDER_KEY: 'k' };
    expect(readConfig(env).lender).toEqual({ url: 'https://lender.example', key: 'k' });
  });

  it('sets the clock in the sandbox only', () => {
    const now = '2026-07-20T06:30:00Z';
    expect(readConfig({ SANDBOX: '1', FEEPATH_NOW: now }).startAt).toEqual(new Date(now));
    expect(faultsOf({ SANDBOX: '1', FEEPATH_NOW: 'noon' })).toHaveLength(1);
    expect(faultsOf({ LENDER_URL: 'https://l.example', LENDER_KEY: 'k', FEEPATH_NOW: now })).toHaveLength(1);
  });

  it('tells every fault at once', () => {
    const env = { SANDBOX: 'yes', PORT: '70000', DATABASE_URL: 'mysql://x', LOG: 'loud', RATE_CREATE: '0' };
    expect(faultsOf(env)).toEqual([
      'SANDBOX must be 0 or 1.',
      'No lender is configured: set LENDER_URL and LENDER_KEY, or SANDBOX=1 for the sandbox lender.',
      'LOG must be all, errors or off.',
      'PORT must be a whole number from 0 to 65535.',
      'DATABASE_URL must be an address that starts with postgres:// or postgresql://.',
      'RATE_CREATE must be a whole number from 1 to 1000000.',
    ]);
  });
});
