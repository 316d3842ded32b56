import { describe, expect, it } from 'vitest';
import { sandboxAdapters } from '../sandbox/adapters.ts';
import { mxEmailCheck } from './email.ts';

const dnsError = (code: string) => Object.assign(new Error(code), { code });

describe('the sandbox check', () => {
  it.each([
    ['kavitha@parent.example', true],
    ["o'brien+fees@mail.parent.example", true],
    ['k@münchen.example', true],
    ['someone@invalid.example', false],
    ['someone@INVALID.example', false],
    ['someone@sub.invalid.example', true],
    ['no-at.example', false],
    ['two@at@parent.example', false],
    ['a b@parent.example', false],
    ['kavitha@parent', false],
    ['kavitha@-parent.example', false],
    [`${'a'.repeat(250)}@parent.example`, false],
    ['', false],
  ])('checks %s: %s', async (address, passes) => {
    expect(await sandboxAdapters.email.reaches(address)).toBe(passes);
  });
});

describe('the check by mail servers', () => {
  const check = mxEmailCheck({
    mailServersOf: async (domain) => {
      if (domain === 'mail.example') return [{ exchange: 'mx.mail.example' }];
      if (domain === 'xn--mnchen-3ya.example') return [{ exchange: 'mx.mail.example' }];
      if (domain === 'refuses.example') return [{ exchange: '' }];
      if (/^(no-mx|empty|half-slow)\./.test(domain)) throw dnsError('ENODATA');
      throw dnsError(domain === 'slow.example' ? 'ETIMEOUT' : 'ENOTFOUND');
    },
    addressesOf: async (domain) => {
      if (domain === 'no-mx.example') return ['192.0.2.1'];
      throw dnsError(domain === 'half-slow.example' ? 'ETIMEOUT' : 'ENODATA');
    },
  });

  it('accepts a domain without mail servers that has an IP address', async () => {
    expect(await check.reaches('a@no-mx.example')).toBe(true);
    expect(await check.reaches('a@half-slow.example')).toBe(true);
    expect(await check.reaches('a@empty.example')).toBe(false);
  });

  it('refuses a domain that has no ASCII form', async () => {
    expect(await check.reaches('a@xn--a.example')).toBe(false);
  });

  it('accepts a domain with a mail server, or where the name server does not answer in time', async () => {
    expect(await check.reaches('a@mail.example')).toBe(true);
    expect(await check.reaches('a@münchen.example')).toBe(true);
    expect(await check.reaches('a@slow.example')).toBe(true);
  });

  it('refuses a domain without a mail server', async () => {
    expect(await check.reaches('a@refuses.example')).toBe(false);
    expect(await check.reaches('a@nowhere.example')).toBe(false);
    expect(await check.reaches('not an address')).toBe(false);
  });
});
