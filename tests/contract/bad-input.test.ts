/** Bad input is answered without a 500, without internals in the response and without partly written rows. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { apiBase } from '../../server/api/mount.ts';
import { callHeaders } from '../../server/testing/services.ts';
import { describeOnPostgres } from './both-databases.ts';
import type { Call } from './calls.ts';
import { application, createdLoan, person, readLoan, student, withStudent } from './fixtures.ts';
import { add, contentOf, put } from './uploads.ts';

const hostile = [
  'null',
  '[]',
  '"x"',
  '7',
  '{',
  '',
  '{"data":{"__proto__":{"x":1}}}',
  `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  '{"body":{"a":"\\u0000"}}',
  '{"body":{"a":"\\ud800"}}',
];
const strings = [
  "'; drop table loans; --",
  '\u0000',
  '\ud800',
  '𝕏'.repeat(5000),
  '<script>',
  '../../etc/passwd',
  '',
];

describeOnPostgres('bad input', (given) => {
  const calm = (answer: { status: number; body: unknown }) => {
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(JSON.stringify(answer.body)).not.toMatch(/\bat .+\.ts|node_modules|select |insert |postgres/i);
  };

  it('every call with a body refuses a malformed body with a 4xx', async () => {
    const { id, token } = await createdLoan(given.app);
    const path = { id, step: 'students', document_type: 'fee_receipt', lender_id: 15 };
    for (const body of hostile) {
      for (const operation of [
        'createLoan',
        'saveStudents',
        'saveApplication',
        'keepDraft',
        'saveFeeReceipt',
        'addDocument',
        'createOnLender',
      ] as const) {
        calm(await given.app.call(operation, { path, token, headers: { 'if-match': '0' }, body }));
      }
    }
    expect(await readLoan(given.app, { id, token })).toMatchObject({ status: 'draft' });
  });

  it('any text in a student or application field is stored as text or refused', async () => {
    const loan = await withStudent(given.app);
    const { id, token } = loan;
    for (const text of strings) {
      for (const name of ['student_name', 'dob', 'academic_year', 'student_roll_no', 'course_name']) {
        const row = { ...student(), [name]: text };
        const call: Call = { path: { id }, token, body: { data: { 'el_details.students': [row] } } };
        expect([200, 400]).toContain((await given.app.call('saveStudents', call)).status);
      }
      for (const name of Object.keys(application()).filter((one) => one !== 'customerConsent')) {
        const call: Call = { path: { id }, token, body: { data: { ...application(), [name]: text } } };
        expect([200, 400]).toContain((await given.app.call('saveApplication', call)).status);
      }
    }
  });

  it('a wrong value in a number field is refused', async () => {
    const { id, token } = await withStudent(given.app);
    for (const wrong of [-1, 1.5, 1e308, 10_000_000_000, Number.MAX_SAFE_INTEGER, null, '5', true, [], {}]) {
      for (const name of ['annual_fee', 'otherfees', 'institution_id', 'institution_course_id']) {
        const row = { ...student(), [name]: wrong };
        const body = { data: { 'el_details.students': [row] } };
        calm(await given.app.call('saveStudents', { path: { id }, token, body }));
      }
      const data = { ...application(), 'income_details.monthly_income': wrong };
      calm(await given.app.call('saveApplication', { path: { id }, token, body: { data } }));
    }
  });

  it('hostile text in a path or a header is refused', async () => {
    const { id, token } = await createdLoan(given.app);
    for (const text of strings.filter((one) => one !== '' && one !== '\ud800')) {
      calm(await given.app.call('getInstitute', { path: { id: text } }));
      calm(await given.app.call('getLoan', { path: { id: text }, token }));
      calm(await given.app.call('getDraft', { path: { id, step: text }, token }));
      calm(await given.app.call('createOnLender', { path: { lender_id: text }, token, body: {} }));
    }
    for (const version of ['x', '1.5', '99999999999', '-1', '']) {
      const call = {
        path: { id, step: 'students' },
        token,
        headers: { 'if-match': version },
        body: { body: {} },
      };
      calm(await given.app.call('keepDraft', call));
    }
    const notUuid = { body: person, headers: { 'idempotency-key': 'twice' } };
    calm(await given.app.call('createLoan', notUuid));
  });

  it('unknown fields are refused at every level', async () => {
    const { id, token } = await withStudent(given.app);
    const row = { ...student(), isNew: true };
    const refused = [
      await given.app.call('saveStudents', {
        path: { id },
        token,
        body: { data: { 'el_details.students': [row] } },
      }),
      await given.app.call('saveApplication', {
        path: { id },
        token,
        body: { data: { ...application(), 'personal_details.mobile': '9840011111' } },
      }),
      await given.app.call('createLoan', { body: { ...person, status: 'approved' } }),
    ];
    for (const { status, body } of refused) {
      expect(status).toBe(400);
      expect(body.errors).toHaveLength(1);
    }
    expect(refused[0]?.body.errors[0].field).toBe(`el_details.students.${row.id}.isNew`);
  });

  it('a body of more than 1 MB gets a 413', async () => {
    const { id, token } = await createdLoan(given.app);
    const body = JSON.stringify({ body: { a: 'x'.repeat(1_048_576) } });
    const call = { path: { id, step: 'students' }, token, headers: { 'if-match': '0' }, body };
    expect((await given.app.call('keepDraft', call)).status).toBe(413);
  });

  it('an unknown path gets a 404, and a wrong method a 405', async () => {
    const ask = (path: string, method: string) =>
      given.app.site.request(apiBase + path, { method, headers: callHeaders() });
    expect((await ask('/nothing', 'GET')).status).toBe(404);
    expect((await ask('/loans/create', 'DELETE')).status).toBe(405);
  });

  it('calls with a stranger’s token get a 404 and leave the loan unchanged', async () => {
    const loan = await withStudent(given.app);
    const stranger = await createdLoan(given.app);
    const before = await readLoan(given.app, loan);
    const path = { id: loan.id, step: 'students', document_type: 'fee_receipt', lender_id: 15 };
    const rows = { data: { 'el_details.deleted_students': [loan.row.id] } };
    for (const token of [stranger.token, randomUUID()]) {
      const headers = { 'if-match': '0' };
      const answers = [
        await given.app.call('saveStudents', { path, token, body: rows }),
        await given.app.call('saveApplication', { path, token, body: { data: application() } }),
        await given.app.call('keepDraft', { path, token, headers, body: { body: {} } }),
        await given.app.call('issueStorageCredentials', { path, token }),
        await given.app.call('listDocuments', { path, token }),
        await given.app.call('addressOfDocument', { path, token }),
        await given.app.call('removeDocument', { path, token }),
        await add(given.app, { token }, await put(given.app, loan, contentOf('png'))),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404, 404, 404]);
    }
    expect(await readLoan(given.app, loan)).toEqual(before);
  });
});
