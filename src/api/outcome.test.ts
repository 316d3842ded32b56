import { describe, expect, it } from 'vitest';
import { outcomeOf } from './outcome.ts';

const answer = (status: number) => new Response(null, { status });

describe('a reply becomes an outcome', () => {
  it('decided, with the result', async () => {
    const call = Promise.resolve({ data: { result: false }, response: answer(200) });
    expect(await outcomeOf(call)).toEqual({ kind: 'decided', value: false });
  });

  it('refused, with the server’s words and one error per field', async () => {
    const error = {
      success: false,
      message: 'Invalid Email',
      errors: [{ field: 'email', code: 'x', message: 'y' }],
    };
    expect(await outcomeOf(Promise.resolve({ error, response: answer(400) }))).toEqual({
      kind: 'refused',
      status: 400,
      message: 'Invalid Email',
      errors: error.errors,
    });
  });

  it('timed out at a gateway, whatever its body', async () => {
    expect(await outcomeOf(Promise.resolve({ error: '<html>', response: answer(504) }))).toEqual({
      kind: 'gatewayTimedOut',
    });
  });

  it.each([
    ['no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a proxy’s page', () => Promise.resolve({ error: '<html>', response: answer(502) })],
    ['an empty refusal', () => Promise.resolve({ error: '', response: answer(400) })],
    ['a success without a body', () => Promise.resolve({ response: answer(200) })],
  ])('unreachable for %s', async (_, call) => {
    expect(await outcomeOf(call())).toEqual({ kind: 'unreachable' });
  });
});
