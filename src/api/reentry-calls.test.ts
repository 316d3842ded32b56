import { afterEach, describe, expect, it, vi } from 'vitest';
import { openClient } from './client.ts';
import { openReentryCalls } from './reentry-calls.ts';

const { signal } = new AbortController();

afterEach(() => vi.unstubAllGlobals());

describe('the calls of re-entry', () => {
  it('ask for a password by the key alone', async () => {
    const { calls, requests } = answering(200, { success: true, result: { expires_in: 300, next_in: 30 } });
    const outcome = await calls.requestReentry('A B', signal);
    expect(outcome).toEqual({ kind: 'decided', value: { expires_in: 300, next_in: 30 } });
    expect(requests.map(({ method, url }) => [method, new URL(url).pathname])).toEqual([
      ['POST', '/dev/api/v3/loan-reentry/A%20B'],
    ]);
    expect(requests[0]?.headers.get('authorization')).toBe('fp_key');
  });

  it('send a date of birth only where there is one', async () => {
    const { calls, requests } = answering(200, {
      success: true,
      result: { loan_id: 'L1', access_token: 'token' },
    });
    await calls.reenterLoan('L1', { otp: '123456', dob: '' }, signal);
    await calls.reenterLoan('L1', { otp: '123456', dob: '1985-04-12' }, signal);
    expect(await Promise.all(requests.map((request) => request.json()))).toEqual([
      { otp: '123456' },
      { otp: '123456', dob: '1985-04-12' },
    ]);
  });

  it.each([
    ['3600', { retryAfter: 3600 }],
    [null, {}],
    ['Fri, 21 Nov 2031 12:00:00 GMT', {}],
  ])('say how long to wait, where the server does: %s', async (header, wait) => {
    const { calls } = answering(429, { success: false, message: 'Too many' }, header);
    const refusal = { kind: 'refused', status: 429, message: 'Too many', errors: [], ...wait };
    expect(await calls.requestReentry('L1', signal)).toStrictEqual(refusal);
  });

  it('leave every other refusal as it is', async () => {
    const errors = [{ field: 'otp', code: 'app.reentry.error.wrong', message: 'Wrong' }];
    const { calls } = answering(400, { success: false, message: 'Wrong', errors });
    const outcome = await calls.reenterLoan('L1', { otp: '1', dob: '' }, signal);
    expect(outcome).toEqual({ kind: 'refused', status: 400, message: 'Wrong', errors });
  });
});

function answering(status: number, body: object, retryAfter: string | null = null) {
  const requests: Request[] = [];
  const page = 'https://feepath.example';
  vi.stubGlobal(
    'Request',
    class extends Request {
      constructor(input: string | Request, init?: RequestInit) {
        super(typeof input === 'string' ? new URL(input, page) : input, init);
      }
    },
  );
  vi.stubGlobal('fetch', async (request: Request) => {
    requests.push(request);
    const headers = { 'content-type': 'application/json', ...(retryAfter && { 'retry-after': retryAfter }) };
    return new Response(JSON.stringify(body), { status, headers });
  });
  const client = openClient({ key: 'fp_key', tokenOf: () => null });
  return { calls: openReentryCalls(client), requests };
}
