import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loanAccessCode } from '../domain/loan-access.ts';
import { type OperationId, operations } from '../openapi/operations.ts';
import { loans } from './db/schema/loans.ts';
import type { Handlers } from './handler.ts';
import { instituteHandlers } from './handlers/institutes.ts';
import { masterHandlers } from './handlers/masters.ts';
import { staffHandlers } from './handlers/staff.ts';
import { findApiKey, revokeApiKey } from './api-keys.ts';
import { createRateLimiter } from './http/rate-limiter.ts';
import { mountApi } from './mount.ts';
import { Problem } from './problem.ts';
import { demoReviewer, ensureDemoReviewer } from './sandbox/demo-reviewer.ts';
import {
  callHeaders,
  createTestPartner,
  openTestServices,
  staffHeaders,
  type TestServices,
} from './testing.ts';
import { issueLoanToken } from './tokens.ts';

const loanId = '7c1f6f0e-8f0b-4a53-a1f0-5b3f2f8f0c11';
const kept: { body?: unknown; header?: unknown } = {};
let services: TestServices;
let app: ReturnType<typeof mountApi>;
let token: string;

/** The handlers that these tests call; the others refuse, and have tests of their own. */
const refuses = async (): Promise<never> => {
  throw new Problem(409, 'Not here');
};
const handlers: Handlers = {
  ...(Object.fromEntries(Object.keys(operations).map((id) => [id, refuses])) as Record<
    OperationId,
    typeof refuses
  >),
  ...instituteHandlers,
  ...masterHandlers,
  ...staffHandlers,
  createLoan: async ({ body }) => {
    kept.body = body;
    return { success: true, result: { loan_id: loanId, access_token: 'token' } };
  },
  verifyEmail: async ({ path }) => {
    if (path.email === 'private@parent.example') throw new Error(`no such user: ${path.email}`);
    return { success: true, result: true };
  },
  getLoan: async () => {
    const wrong: unknown = { success: true, result: { loan_id: 5 } };
    return wrong as Awaited<ReturnType<Handlers['getLoan']>>;
  },
  getDraft: async (_, { loan }) => ({ success: true, result: { version: loan.version, body: null } }),
  keepDraft: async ({ header, body }) => {
    kept.header = header;
    kept.body = body;
    return { success: true, result: { version: header['If-Match'] + 1 } };
  },
  keepPresence: async () => ({ success: true, result: { version: 1, viewers: [] } }),
};

beforeAll(async () => {
  services = await openTestServices({
    RATE_CREATE: '5',
    RATE_LOOKUP: '100000',
    RATE_EMAIL: '100000',
    RATE_SIGN_IN: '3',
  });
  app = mountApi(services, handlers);
  const key = await findApiKey(services.db, callHeaders().authorization ?? '', { sandbox: true });
  const now = services.clock.now();
  await services.db.insert(loans).values({
    id: loanId,
    partnerId: key?.partnerId ?? '',
    apiKeyId: key?.id ?? '',
    name: 'Kavitha',
    email: 'k@parent.example',
    mobile: '9840012345',
    createdAt: now,
    updatedAt: now,
  });
  token = await issueLoanToken(services.db, loanId, now);
});
afterAll(() => services.close());
beforeEach(() => {
  services.lines.length = 0;
  services.clock.pass(120_000);
});

const json = (method: string, body: unknown, headers: Record<string, string> = callHeaders()) => ({
  method,
  headers: { 'content-type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const create = (body: unknown) => app.request('/v3/lender/loan/', json('POST', body));
const person = { name: 'Kavitha', phone: '9840012345', email: 'k@parent.example' };

describe('who may call', () => {
  it('asks for the key and the marker', async () => {
    const marker = { 'x-auth-type': 'API' };
    for (const headers of [
      {},
      marker,
      { authorization: 'feepath-demo-key' },
      { ...marker, authorization: 'wrong' },
    ]) {
      const answer = await app.request('/masters/bank_master', { headers });
      expect(answer.status).toBe(401);
      expect(await answer.json()).toMatchObject({ success: false });
    }
    expect((await app.request('/masters/bank_master', { headers: callHeaders() })).status).toBe(200);
  });

  it('opens to a revoked key what an applicant needs who has a loan, and no new loan', async () => {
    const now = services.clock.now();
    const { key, keyId } = await createTestPartner(services.db, { name: 'Gone', now });
    const headers = { ...callHeaders(), authorization: key, 'content-type': 'application/json' };
    await revokeApiKey(services.db, keyId, now);
    expect((await app.request('/masters/bank_master', { headers })).status).toBe(200);
    const body = JSON.stringify({ name: 'Kavitha', phone: '9840012345', email: 'k@parent.example' });
    for (const path of ['/v3/lender/loan/', '/loans/create']) {
      expect((await app.request(path, { method: 'POST', headers, body })).status).toBe(401);
    }
  });

  it('opens a loan to its own token only, and says the same whether it exists or not', async () => {
    const { key } = await createTestPartner(services.db, {
      name: 'Other',
      origins: [],
      now: services.clock.now(),
    });
    const path = `/v3/loan-draft/${loanId}/students`;
    const refusal = {
      success: false,
      message: 'Not found',
      errors: [{ field: '', code: loanAccessCode, message: 'needs a token of this loan' }],
    };
    const other = { ...callHeaders(token), authorization: key };
    for (const headers of [callHeaders(), callHeaders('wrong'), other]) {
      const answer = await app.request(path, { headers });
      expect(answer.status).toBe(404);
      expect(await answer.json()).toEqual(refusal);
    }
    const unknown = await app.request('/v3/loan-draft/unknown/students', { headers: callHeaders(token) });
    expect(await unknown.json()).toEqual(refusal);
    expect((await app.request(path, { headers: callHeaders(token) })).status).toBe(200);
  });

  it('forgets a token 24 hours after its last use', async () => {
    const path = `/v3/loan-draft/${loanId}/students`;
    const fresh = await issueLoanToken(services.db, loanId, services.clock.now());
    const get = async () => (await app.request(path, { headers: callHeaders(fresh) })).status;
    services.clock.pass(23 * 3_600_000);
    expect(await get()).toBe(200);
    services.clock.pass(23 * 3_600_000);
    expect(await get()).toBe(200);
    services.clock.pass(24 * 3_600_000);
    expect(await get()).toBe(404);
    token = await issueLoanToken(services.db, loanId, services.clock.now());
  });

  it('finds the loan of a push in its body', async () => {
    const push = {
      ...{
        loan_id: loanId,
        phone: '',
        email: '',
        firstName: '',
        lastName: '',
        panNo: '',
        dob: '',
        address: '',
      },
      ...{
        gender: 'Female',
        monthlyIncome: 1,
        employmentType: 'Salaried',
        relationshipWithStudent: 'Mother',
      },
      ...{ city: '', state: '', pincode: '', studentName: '', studentDoB: '' },
      ...{ course_id: 1, course_tenure_id: 1, course_fee: 1, test: false },
    };
    const send = (body: unknown) =>
      app.request('/loans/create-on-lender/15', json('POST', body, callHeaders(token)));
    expect((await send(push)).status).toBe(409);
    expect((await send({ ...push, loan_id: 'other' })).status).toBe(404);
  });

  it('counts the calls that a key opens alone', async () => {
    const statuses = [];
    for (let call = 0; call < 6; call += 1) statuses.push((await create(person)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const refused = await create(person);
    expect(refused.headers.get('retry-after')).toBe('72');
    services.clock.pass(72_000);
    expect((await create(person)).status).toBe(200);
  });
});

describe('what a call costs', () => {
  const lineAt = (at: number) => JSON.parse(services.lines.at(at) ?? '{}') as Record<string, unknown>;
  const limited = async (rates: Record<string, number>) => {
    const rateLimiter = createRateLimiter({ rates, now: () => services.clock.now().getTime() });
    return mountApi({ ...services, rateLimiter }, handlers);
  };

  it('is counted for the loan that a token opens, whatever its address', async () => {
    const site = await limited({ loan: 3 });
    const path = `/v3/loan-draft/${loanId}/students`;
    const get = async (address: string) => {
      const env = { incoming: { socket: { remoteAddress: address } } };
      return (await site.request(path, { headers: callHeaders(token) }, env)).status;
    };
    expect([await get('a'), await get('b'), await get('c'), await get('d')]).toEqual([200, 200, 200, 429]);
  });

  it('is counted for a session of the desk', async () => {
    const site = await limited({ staff: 2 });
    await ensureDemoReviewer(services.db, services.clock.now());
    const { email, password } = demoReviewer;
    const opened = await site.request('/review/session', json('POST', { email, password }, staffHeaders()));
    const headers = staffHeaders(opened.headers.get('set-cookie')?.split(';')[0] ?? '');
    const get = async () => (await site.request('/review/session', { headers })).status;
    expect([await get(), await get(), await get()]).toEqual([200, 200, 429]);
  });

  it('is more for an address whose authentication fails', async () => {
    const site = await limited({ address: 50 });
    const get = async (headers: Record<string, string>, path = '/masters/bank_master') =>
      (await site.request(path, { headers })).status;
    const wrongKey = { ...callHeaders(), authorization: 'wrong' };
    expect([await get(wrongKey), await get(wrongKey)]).toEqual([401, 401]);
    expect(await get(callHeaders('wrong'), `/v3/loan-draft/${loanId}/students`)).toBe(404);
    const rest = [];
    for (let call = 0; call < 30; call += 1) rest.push(await get(callHeaders()));
    expect(rest).toContain(429);
  });

  it('is logged with who called, by ids alone', async () => {
    const path = `/v3/loan-draft/${loanId}/students`;
    await app.request(path, { headers: callHeaders(token) });
    expect(lineAt(-1)).toMatchObject({ op: 'getDraft', actor: 'applicant', actorId: 'demo', loan: loanId });
    await app.request('/masters/bank_master');
    expect(lineAt(-1)).toMatchObject({ op: 'listBanks', status: 401, actor: 'none' });
  });
});

describe('the desk', () => {
  const signIn = (password: string) =>
    app.request('/review/session', json('POST', { email: demoReviewer.email, password }, staffHeaders()));
  const cookieOf = (answer: Response) => answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  beforeAll(() => ensureDemoReviewer(services.db, services.clock.now()));

  it('is opened by the cookie and the marker together', async () => {
    const cookie = cookieOf(await signIn(demoReviewer.password));
    const get = async (headers: Record<string, string>) =>
      (await app.request('/review/session', { headers })).status;
    expect(await get(staffHeaders(cookie))).toBe(200);
    expect(await get({ cookie })).toBe(401);
    expect(await get(staffHeaders())).toBe(401);
    expect(await get(staffHeaders('feepath_staff=wrong'))).toBe(401);
    expect(await get({ ...callHeaders(), cookie })).toBe(403);
    expect(await get({ ...callHeaders(), authorization: 'wrong', cookie })).toBe(401);
  });

  it("opens nothing of an applicant's", async () => {
    const cookie = cookieOf(await signIn(demoReviewer.password));
    const path = `/v3/loan-draft/${loanId}/students`;
    const headers = { ...staffHeaders(cookie), 'x-loan-token': token };
    expect((await app.request(path, { headers })).status).toBe(401);
  });

  it('is not kept open by what its page calls by itself', async () => {
    const cookie = cookieOf(await signIn(demoReviewer.password));
    const headers = staffHeaders(cookie);
    const presence = async () =>
      (await app.request(`/review/applications/${loanId}/presence`, { method: 'POST', headers })).status;
    services.clock.pass(29 * 60_000);
    expect(await presence()).toBe(200);
    services.clock.pass(60_000);
    expect(await presence()).toBe(401);
  });

  it('counts the sign-ins of one client', async () => {
    const statuses = [];
    for (let time = 0; time < 4; time += 1) statuses.push((await signIn(demoReviewer.password)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    const refused = await signIn(demoReviewer.password);
    services.clock.pass(Number(refused.headers.get('retry-after')) * 1000);
    expect((await signIn(demoReviewer.password)).status).toBe(200);
  });

  it('keeps passwords and addresses out of the log', async () => {
    await signIn('not-the-password');
    const log = services.lines.join('\n');
    expect(log).toContain('"op":"signIn"');
    expect(log).not.toContain('not-the-password');
    expect(log).not.toContain('reviewer@');
  });
});

describe('what a call may hold', () => {
  it.each([
    ['an unknown field', { ...person, role: 'admin' }, 'role'],
    ['a missing field', { name: 'Kavitha', phone: '9840012345' }, 'email'],
    ['a wrong type', { ...person, phone: 9840012345 }, 'phone'],
    ['a value out of an enum', { ...person, language: 'te' }, 'language'],
    ['a number that is text', { ...person, institute_id: '202' }, 'institute_id'],
  ])('refuses %s', async (_, body, field) => {
    const answer = await create(body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ success: false, errors: [{ field, code: 'problem.shape' }] });
  });

  it.each([
    ['no JSON', '{"name":'],
    ['nothing', ''],
    ['bytes that are no UTF-8', new Uint8Array([0x22, 0xff, 0x22])],
    ['a NUL', JSON.stringify({ ...person, name: 'a\0b' })],
    ['half a character', JSON.stringify({ ...person, name: '\ud800' })],
    ['a bomb of brackets', '['.repeat(16_000)],
    ['deep brackets', `${'['.repeat(5000)}${']'.repeat(5000)}`],
    ['a list', '[]'],
  ])('refuses a body of %s', async (_, body) => {
    const headers = { 'content-type': 'application/json', ...callHeaders() };
    const answer = await app.request('/v3/lender/loan/', { method: 'POST', headers, body });
    expect(answer.status).toBe(400);
  });

  it('refuses a body of more bytes than the operation takes, announced or not', async () => {
    const most = 16_384;
    const bodyOf = (length: number) => {
      const text = JSON.stringify(person);
      return text + ' '.repeat(length - text.length);
    };
    expect((await create(bodyOf(most + 1))).status).toBe(413);
    const headers = { 'content-type': 'application/json', 'content-length': '2000000', ...callHeaders() };
    const announced = await app.request('/v3/lender/loan/', { method: 'POST', headers, body: '{}' });
    expect(announced.status).toBe(413);
    expect((await create(bodyOf(most))).status).toBe(200);
  });

  it('refuses other kinds of body', async () => {
    const post = (headers: Record<string, string>) =>
      app.request('/v3/lender/loan/', {
        method: 'POST',
        headers: { ...callHeaders(), ...headers },
        body: '{}',
      });
    expect((await post({ 'content-type': 'text/plain' })).status).toBe(415);
    expect((await post({ 'content-type': 'application/json', 'content-encoding': 'gzip' })).status).toBe(415);
  });

  it('names a student by its id', async () => {
    const id = '0b6f8a52-5c11-4a5d-9f2f-1d3c1c6d3f01';
    const body = { data: { 'el_details.students': [{ id, annual_fee: 'much' }] } };
    const answer = await app.request(`/v3/lender/loan/${loanId}`, json('PUT', body, callHeaders(token)));
    const { errors } = (await answer.json()) as { errors: { field: string }[] };
    expect(errors.map(({ field }) => field)).toContain(`el_details.students.${id}.annual_fee`);
    expect(errors.map(({ field }) => field)).toContain(`el_details.students.${id}.student_name`);
  });

  it('reads numbers of addresses and headers as numbers', async () => {
    const get = async (path: string) => (await app.request(path, { headers: callHeaders(token) })).status;
    expect(await get('/institute/by-id/twelve')).toBe(400);
    expect(await get('/institute/by-id/1e3')).toBe(400);
    expect(await get('/institute/by-id/99999999999999999999')).toBe(400);
    expect(await get('/institute/by-id/99999999999')).toBe(404);
    expect(await get('/institute/by-name/a%00bc')).toBe(400);
    expect(await get('/masters/state_master?page=0')).toBe(400);
    expect(await get('/masters/state_master?page=1&page=2')).toBe(400);
    expect(await get('/masters/state_master?colour=red')).toBe(400);

    const path = `/v3/loan-draft/${loanId}/students`;
    const put = (headers: Record<string, string>) =>
      app.request(path, json('PUT', { body: { a: '' } }, { ...callHeaders(token), ...headers }));
    expect((await put({})).status).toBe(400);
    expect((await put({ 'if-match': 'x' })).status).toBe(400);
    expect(await (await put({ 'if-match': '3' })).json()).toEqual({ success: true, result: { version: 4 } });
    expect(kept).toMatchObject({ header: { 'If-Match': 3 }, body: { body: { a: '' } } });
  });
});

describe('what is answered', () => {
  it('knows its addresses and their methods', async () => {
    for (const method of ['GET', 'POST', 'DELETE', 'PROPFIND']) {
      const unknown = await app.request('/nothing/here', { method });
      expect(unknown.status).toBe(404);
      expect(await unknown.json()).toEqual({ success: false, message: 'There is nothing at this address' });
    }
    const answer = await app.request(`/v3/loan-draft/${loanId}/students`, { method: 'DELETE' });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, PUT');
    expect(await answer.json()).toMatchObject({ success: false });
  });

  it('has the headers of every answer, also where it is a refusal', async () => {
    const secured = mountApi(services, handlers, { headers: { 'x-content-type-options': 'nosniff' } });
    const paths = ['/masters/bank_master', '/institute/by-id/x', '/nothing/here', '/loans/create'];
    const get = async (path: string) => secured.request(path, { headers: callHeaders() });
    const answers = await Promise.all(paths.map(get));
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 404, 405]);
    for (const { headers } of answers) {
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    }
    expect(answers.map(({ headers }) => headers.get('cache-control'))).toEqual([
      'private, max-age=3600',
      ...['no-store', 'no-store', 'no-store'],
    ]);
  });

  it('is compressed where it is long and public', async () => {
    const headers = { ...callHeaders(token), 'accept-encoding': 'gzip' };
    const encodingOf = async (path: string) => {
      const answer = await app.request(path, { headers });
      return [answer.status, answer.headers.get('content-encoding'), answer.headers.get('vary')];
    };
    expect(await encodingOf('/masters/bank_master')).toEqual([200, 'gzip', 'accept-encoding']);
    expect(await encodingOf('/institute/by-id/1')).toEqual([404, null, 'accept-encoding']);
    expect(await encodingOf(`/v3/loan-draft/${loanId}/students`)).toEqual([200, null, null]);
  });

  it('turns a reply that breaks the contract into a 500 and says why in the log', async () => {
    const answer = await app.request(`/v3/student/by-loan/${loanId}`, { headers: callHeaders(token) });
    expect(answer.status).toBe(500);
    expect(services.lines.join()).toContain('result.loan_id must be string');
  });

  it('tells nobody what an error was about, and logs no personal data', async () => {
    const answer = await app.request('/loans/verify-email/private@parent.example', {
      headers: callHeaders(),
    });
    expect(answer.status).toBe(500);
    expect(await answer.json()).toEqual({
      success: false,
      message: 'The server failed; read again whether anything was changed',
    });
    const log = services.lines.join('\n');
    expect(log).toContain('"op":"verifyEmail"');
    expect(log).toContain(answer.headers.get('x-request-id'));
    expect(log).not.toContain('private');
    expect(log).not.toContain('feepath-demo-key');
  });
});
