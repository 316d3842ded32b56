/** Tests the validation of requests and responses. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mountApi } from './mount.ts';
import { callHeaders, type TestServices } from '../testing/services.ts';
import { json, loanId, openTestApi, person, type TestApi } from '../testing/api.ts';

let services: TestServices;
let app: TestApi['app'];
let handlers: TestApi['handlers'];
let token: string;
let received: TestApi['received'];

beforeAll(async () => {
  ({ services, app, handlers, token, received } = await openTestApi());
});
afterAll(() => services.close());
beforeEach(() => {
  services.lines.length = 0;
  services.clock.pass(120_000);
});

const create = (body: unknown) => app.request('/v3/lender/loan/', json('POST', body));

describe('the content of a call', () => {
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
    expect(received).toMatchObject({ header: { 'If-Match': 3 }, body: { body: { a: '' } } });
  });
});

describe('the answer to a call', () => {
  it('knows its addresses and their methods', async () => {
    for (const method of ['GET', 'POST', 'DELETE', 'PROPFIND']) {
      const unknown = await app.request('/nothing/here', { method });
      expect(unknown.status).toBe(404);
      expect(await unknown.json()).toEqual({
        success: false,
        code: 'refusal.notFound',
        message: 'There is nothing at this address',
      });
    }
    const answer = await app.request(`/v3/loan-draft/${loanId}/students`, { method: 'DELETE' });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, PUT');
    expect(await answer.json()).toMatchObject({ success: false });
  });

  it('has the common headers, also on a refusal', async () => {
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

  it('does not describe an internal error, and its log has no personal data', async () => {
    const answer = await app.request('/loans/verify-email/private@parent.example', {
      headers: callHeaders(),
    });
    expect(answer.status).toBe(500);
    expect(await answer.json()).toEqual({
      success: false,
      code: 'refusal.failed',
      message: 'The server failed; read again whether anything was changed',
    });
    const log = services.lines.join('\n');
    expect(log).toContain('"op":"verifyEmail"');
    expect(log).toContain(answer.headers.get('x-request-id'));
    expect(log).not.toContain('private');
    expect(log).not.toContain('feepath-demo-key');
  });
});
