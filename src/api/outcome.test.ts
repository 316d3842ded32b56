import { describe, expect, it } from 'vitest';
import { toOutcome } from './outcome.ts';

const answer = (status: number, headers = {}) => new Response(null, { status, headers });

describe('a reply becomes an outcome', () => {
  it('ok, with the result', async () => {
    const call = Promise.resolve({ data: { result: false }, response: answer(200) });
    expect(await toOutcome(call)).toEqual({ kind: 'ok', value: false });
  });

  it('refused, with the code of the server’s words and one error per field', async () => {
    const error = {
      success: false,
      code: 'refusal.email',
      message: 'Invalid Email',
      errors: [{ field: 'email', code: 'x', message: 'y' }],
    };
    expect(await toOutcome(Promise.resolve({ error, response: answer(400) }))).toEqual({
      kind: 'refused',
      status: 400,
      code: 'refusal.email',
      errors: error.errors,
    });
  });

  it.each([
    ['3600', { retryAfter: 3600 }],
    ['0.5', { retryAfter: 1 }],
    ['Fri, 21 Nov 2031 12:00:00 GMT', {}],
  ])('refused, with the seconds to wait where the server names them: %s', async (seconds, wait) => {
    const response = answer(429, { 'retry-after': seconds });
    expect(await toOutcome(Promise.resolve({ error: { message: 'Too many' }, response }))).toStrictEqual({
      kind: 'refused',
      status: 429,
      code: '',
      errors: [],
      ...wait,
    });
  });

  it('timed out at a gateway, whatever its body', async () => {
    expect(await toOutcome(Promise.resolve({ error: '<html>', response: answer(504) }))).toEqual({
      kind: 'gatewayTimedOut',
    });
  });

  it.each([
    ['no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a proxy’s page', () => Promise.resolve({ error: '<html>', response: answer(502) })],
    ['an empty refusal', () => Promise.resolve({ error: '', response: answer(400) })],
    ['a success without a body', () => Promise.resolve({ response: answer(200) })],
  ])('unreachable for %s', async (_, call) => {
    expect(await toOutcome(call())).toEqual({ kind: 'unreachable' });
  });
});
