import { afterEach, describe, expect, it, vi } from 'vitest';
import { operations } from '../../openapi/operations.ts';
import { bearerHeaders, type CallerHeaders, createCall, keyHeaders, staffHeaders } from './call.ts';

const { signal } = new AbortController();
const page = 'https://feepath.example';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a call by operationId', () => {
  it('goes to the address of the contract with the key of the partner and without a loan token', async () => {
    const { call, requests } = answering({ expires_in: 300, next_in: 30 });
    const outcome = await call('requestReentry', { path: { id: 'A B' } }, { signal });
    expect(outcome).toEqual({ kind: 'ok', value: { expires_in: 300, next_in: 30 } });
    expect(requests.map(({ method, url }) => [method, url])).toEqual([
      ['POST', `${page}/dev/api/v3/loan-reentry/A%20B`],
    ]);
    expect(headersOf(requests[0], 'authorization', 'x-auth-type', 'x-loan-token')).toEqual([
      'fp_key',
      'API',
      null,
    ]);
  });

  it.each([
    ['in the path', (call: Call) => call('getLoan', { path: { id: 'L1' } }, { signal })],
    [
      'in the body',
      (call: Call) =>
        call(
          'addDocument',
          { body: { loan_id: 'L1', type: 'pan_photo', key: 'k', size: 1, e_tag: 'e' } },
          { signal },
        ),
    ],
  ])('sends the token of the loan that is named %s', async (_, run) => {
    const { call, requests } = answering({});
    await run(call);
    expect(headersOf(requests[0], 'x-loan-token')).toEqual(['token of L1']);
  });

  it('asks for the columns of the operation', async () => {
    const { call, requests } = answering([]);
    await call('listCities', { path: { state_id: 33 } }, { signal });
    expect(requests[0]?.url).toBe(
      `${page}/dev/api/masters/city_master/33?cols=city_master.id%2Ccity_master.name`,
    );
  });

  it('carries headers and body', async () => {
    const { call, requests } = answering({ version: 3 });
    const params = { path: { id: 'L1', step: 'students' as const }, header: { 'If-Match': 2 } };
    await call('keepDraft', { ...params, body: { body: { name: 'Anu' } } }, { signal, keepalive: true });
    expect(headersOf(requests[0], 'if-match', 'content-type')).toEqual(['2', 'application/json']);
    expect(await requests[0]?.json()).toEqual({ body: { name: 'Anu' } });
  });

  it('outlives its page only for a small body and on request', async () => {
    const { call, requests } = answering({ version: 1 });
    const params = { path: { id: 'L1', step: 'students' as const }, header: { 'If-Match': 0 } };
    const send = (name: string, keepalive?: boolean) =>
      call('keepDraft', { ...params, body: { body: { name } } }, { signal, ...(keepalive && { keepalive }) });
    await send('x', true);
    await send('x'.repeat(20_000), true);
    await send('x');
    expect(requests.map(({ keepalive }) => keepalive)).toEqual([true, false, false]);
  });

  it('at the desk carries no key: its session is a cookie', async () => {
    const { call, requests } = answering(null, staffHeaders);
    expect(await call('signOut', {}, { signal })).toEqual({ kind: 'ok', value: null });
    expect(headersOf(requests[0], 'authorization', 'x-auth-type')).toEqual([null, 'STAFF']);
  });

  it('of a customer sends the current access token and no marker', async () => {
    let token: string | null = null;
    const { call, requests } = answering(
      [],
      bearerHeaders(() => token),
    );
    await call('listSessions', {}, { signal });
    token = 'abc';
    await call('listSessions', {}, { signal });
    expect(requests.map((request) => headersOf(request, 'authorization', 'x-auth-type'))).toEqual([
      [null, null],
      ['Bearer abc', null],
    ]);
  });

  it('replaces the characters of a key that a header cannot hold', async () => {
    const { call, requests } = answering([], keyHeaders({ key: 'ключ', loanToken: () => null }));
    await call('listBanks', {}, { signal });
    expect(headersOf(requests[0], 'authorization')).toEqual(['????']);
  });
});

describe('a call ends as unreachable', () => {
  it('at once when its signal is aborted', async () => {
    const { call } = silent();
    expect(await call('listBanks', {}, { signal: AbortSignal.abort() })).toEqual({ kind: 'unreachable' });
    const caller = new AbortController();
    const running = call('listBanks', {}, caller);
    caller.abort();
    expect(await running).toEqual({ kind: 'unreachable' });
  });

  it.each([
    ['half a minute', 30_000, (call: Call) => call('listBanks', {}, { signal })],
    [
      'two minutes where a lender answers',
      120_000,
      (call: Call) => call('pushApplication', { path: { id: 'L1' }, body: { version: 1 } }, { signal }),
    ],
  ])('after %s without an answer, and not before', async (_, ms, run) => {
    vi.useFakeTimers();
    const { call } = silent();
    const ended = vi.fn();
    void run(call).then(ended);
    await vi.advanceTimersByTimeAsync(ms - 1);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toHaveBeenCalledWith({ kind: 'unreachable' });
  });

  it('and leaves no timer behind once it is answered', async () => {
    vi.useFakeTimers();
    const { call } = answering([]);
    await call('listBanks', {}, { signal });
    expect(vi.getTimerCount()).toBe(0);
  });
});

it('does not compile with another operation, other params or another result', () => {
  const { call } = answering([]);
  const compiled = async () => {
    // @ts-expect-error there is no such operation
    await call('listPlanets', {}, { signal });
    // @ts-expect-error the path is missing
    await call('getLoan', {}, { signal });
    // @ts-expect-error the operation takes no body
    await call('getLoan', { path: { id: 'L1' }, body: {} }, { signal });
    const banks = await call('listBanks', {}, { signal });
    if (banks.kind !== 'ok') return null;
    expect(banks.value[0]?.label).toBeDefined();
    // @ts-expect-error a bank has no planet
    return banks.value[0]?.planet;
  };
  expect(compiled).toBeTypeOf('function');
});

type Call = ReturnType<typeof createCall>;

const applicant = keyHeaders({ key: 'fp_key', loanToken: (loanId) => `token of ${loanId}` });

function answering(result: unknown, headersOf: CallerHeaders = applicant) {
  const requests: Request[] = [];
  stubFetch(async (request) => {
    requests.push(request.clone());
    return Response.json({ success: true, result });
  });
  return { call: createCall(operations, headersOf), requests };
}

/** Stubs a server that never answers: fetch ends only by its signal. */
function silent() {
  stubFetch(
    ({ signal: ending }) =>
      new Promise((_, reject) => {
        if (ending.aborted) reject(ending.reason);
        ending.addEventListener('abort', () => reject(ending.reason));
      }),
  );
  return { call: createCall(operations, applicant) };
}

/** Stubs fetch with absolute addresses: a page's are relative, which Node's Request does not take. */
function stubFetch(fetch: (request: Request) => Promise<Response>): void {
  vi.stubGlobal(
    'Request',
    class extends Request {
      constructor(input: string | Request, init?: RequestInit) {
        super(typeof input === 'string' ? new URL(input, page) : input, init);
      }
    },
  );
  vi.stubGlobal('fetch', fetch);
}

const headersOf = (request: Request | undefined, ...names: string[]) =>
  names.map((name) => request?.headers.get(name));
