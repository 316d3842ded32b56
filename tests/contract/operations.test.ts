/** Every operation of the contract with good and with bad input, on both databases; every reply is validated. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pushOf } from '../../domain/push.ts';
import { loadContract, type OperationId } from '../../server/contract.ts';
import { databases, type TestDatabase } from '../support/databases.ts';
import { type App, openApp } from './app.ts';
import type { Call } from './calls.ts';
import { application, person, school, student, submitted, withStudent } from './people.ts';

type Case = { good: (app: App) => Promise<Call>; bad: Record<string, (app: App) => Promise<[Call, number]>> };

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47]);
const image = { 'content-type': 'image/png' };
const stranger: Call = {
  path: { id: 'e7a9f3f0-8a55-4c34-9d6c-4f0c1f6f2b11', step: 'students' },
  token: 'none',
};

const plain = (good: Call, bad: Record<string, [Call, number]>): Case => ({
  good: async () => good,
  bad: Object.fromEntries(Object.entries(bad).map(([name, one]) => [name, async () => one])),
});

const createCase = plain(
  { body: person },
  {
    'a name of digits': [{ body: { ...person, name: '12' } }, 400],
    'a missing phone': [{ body: { name: person.name, email: person.email } }, 400],
    'an address without mail': [{ body: { ...person, email: 'a@invalid.example' } }, 400],
    'an unknown field': [{ body: { ...person, role: 'admin' } }, 400],
    'another kind of body': [{ body: 'name=x', headers: { 'content-type': 'text/plain' } }, 415],
    'a megabyte and more': [{ body: JSON.stringify({ ...person, name: 'x'.repeat(1_048_577) }) }, 413],
  },
);

const cases = {
  getInstitute: plain(
    { path: { id: school.id }, query: '?cols=id,name,receipt_upload' },
    {
      'a column that is not one': [{ path: { id: school.id }, query: '?cols=id,password' }, 400],
      'an id of letters': [{ path: { id: 'abc' } }, 400],
      'an id that none has': [{ path: { id: 999_999 } }, 404],
    },
  ),
  searchInstitutes: plain(
    { path: { text: 'tamarind' } },
    { 'two characters': [{ path: { text: 'ta' } }, 400] },
  ),
  listCourses: plain(
    { path: { id: school.id }, query: '?cols=id,title,fee,admission_fee,transport_fee,other_fee' },
    { 'no such institution': [{ path: { id: 999_999 } }, 404] },
  ),
  listEmiOptions: plain(
    { path: { id: school.course } },
    { 'no such course': [{ path: { id: 999_999_999 } }, 404] },
  ),
  listStates: plain(
    { query: '?page_length=100&page=1' },
    { 'too long a page': [{ query: '?page_length=101' }, 400] },
  ),
  listCities: plain(
    { path: { state_id: 33 }, query: '?cols=city_master.id,city_master.name' },
    { 'no such state': [{ path: { state_id: 999 } }, 404] },
  ),
  getPincode: plain(
    { path: { pincode: '600004' } },
    { 'no such pincode': [{ path: { pincode: '999999' } }, 404] },
  ),
  listBanks: plain({}, { 'an unknown parameter': [{ query: '?x=1' }, 400] }),
  verifyEmail: plain(
    { path: { email: person.email } },
    { 'no marker': [{ path: { email: person.email }, headers: { 'x-auth-type': undefined } }, 401] },
  ),
  createLoan: createCase,
  createLoanByWiderName: createCase,
  getLoan: {
    good: async (app) => opened(await withStudent(app)),
    bad: {
      'another loan': async (app) => [{ ...opened(await withStudent(app)), path: { id: 'x' } }, 404],
      'no token': async (app) => [{ path: { id: (await withStudent(app)).id } }, 404],
    },
  },
  saveStudents: {
    good: async (app) => ({
      ...opened(await withStudent(app)),
      body: { data: { 'el_details.students': [student()] } },
    }),
    bad: {
      'a fee that is no number': async (app) => [
        {
          ...opened(await withStudent(app)),
          body: { data: { 'el_details.students': [{ ...student(), annual_fee: '30000' }] } },
        },
        400,
      ],
      'a stranger': async () => [{ ...stranger, body: { data: {} } }, 404],
    },
  },
  saveApplication: {
    good: async (app) => ({ ...opened(await withStudent(app)), body: { data: application() } }),
    bad: {
      'no consent': async (app) => [
        {
          ...opened(await withStudent(app)),
          body: { data: { ...application(), customerConsent: false } },
        },
        400,
      ],
      'a stranger': async () => [{ ...stranger, body: { data: application() } }, 404],
    },
  },
  uploadDocument: {
    good: async (app) => receipt(await withStudent(app)),
    bad: {
      'no receipt but another type': async (app) => [
        receipt({ ...(await withStudent(app)), type: 'photo' }),
        400,
      ],
      'a text': async (app) => [
        { ...receipt(await withStudent(app)), headers: { 'content-type': 'text/html' } },
        415,
      ],
      'more than 5242880 bytes': async (app) => [
        { ...receipt(await withStudent(app)), body: new Uint8Array(5_242_881) },
        413,
      ],
      'no byte': async (app) => [{ ...receipt(await withStudent(app)), body: new Uint8Array(0) }, 400],
    },
  },
  saveFeeReceipt: {
    good: async (app) => {
      const loan = await withStudent(app);
      const { body } = await app.call('uploadDocument', receipt(loan));
      return { ...opened(loan), body: { loan_id: loan.id, fee_receipt: body.result.key } };
    },
    bad: {
      'a key that nobody uploaded': async (app) => {
        const loan = await withStudent(app);
        return [{ ...opened(loan), body: { loan_id: loan.id, fee_receipt: 'other/fee_receipt' } }, 400];
      },
    },
  },
  getDraft: {
    good: async (app) => draft(await withStudent(app)),
    bad: { 'no such step': async (app) => [draft({ ...(await withStudent(app)), step: 'success' }), 400] },
  },
  keepDraft: {
    good: async (app) => ({
      ...draft(await withStudent(app)),
      headers: { 'if-match': '0' },
      body: { body: { students: [{ student_name: 'Ka' }] } },
    }),
    bad: {
      'no version': async (app) => [{ ...draft(await withStudent(app)), body: { body: {} } }, 400],
      'a version that is gone': async (app) => [
        { ...draft(await withStudent(app)), headers: { 'if-match': '7' }, body: { body: {} } },
        412,
      ],
    },
  },
  createOnLender: {
    good: async (app) => {
      const { token, loan } = await submitted(app);
      return { path: { lender_id: 15 }, token, body: pushOf(loan) };
    },
    bad: {
      'another lender': async (app) => {
        const { token, loan } = await submitted(app);
        return [{ path: { lender_id: 11 }, token, body: pushOf(loan) }, 404];
      },
      'a PAN that was not saved': async (app) => {
        const { token, loan } = await submitted(app);
        return [{ path: { lender_id: 15 }, token, body: { ...pushOf(loan), panNo: 'ABCDE0001F' } }, 409];
      },
      'a lender with a fault': async (app) => {
        const { token, loan } = await submitted(app, '0500');
        return [{ path: { lender_id: 15 }, token, body: pushOf(loan) }, 502];
      },
      'a lender that is silent': async (app) => {
        const { token, loan } = await submitted(app, '5504');
        return [{ path: { lender_id: 15 }, token, body: pushOf(loan) }, 504];
      },
    },
  },
} satisfies Record<OperationId, Case>;

const opened = ({ id, token }: { id: string; token: string }): Call => ({ path: { id }, token });
const draft = ({ id, token, step = 'students' }: { id: string; token: string; step?: string }): Call => ({
  path: { id, step },
  token,
});
const receipt = ({
  id,
  token,
  type = 'fee_receipt',
}: {
  id: string;
  token: string;
  type?: string;
}): Call => ({
  path: { id, document_type: type },
  token,
  headers: image,
  body: png,
});

describe.each(databases)('the contract on $name', ({ open }) => {
  let database: TestDatabase;
  let app: App;
  beforeAll(async () => {
    database = await open();
    app = await openApp(database);
  });
  afterAll(async () => {
    await app?.close();
    await database?.drop();
  });

  describe.each(Object.entries(cases) as [OperationId, Case][])('%s', (id, { good, bad }) => {
    it('answers good input', async () => {
      expect((await app.call(id, await good(app))).status).toBe(200);
    });

    it.each(Object.entries(bad))('refuses %s', async (_, make) => {
      const [call, status] = await make(app);
      const answer = await app.call(id, call);
      expect(answer.status).toBe(status);
      expect(answer.body).toMatchObject({ success: false, message: expect.stringMatching(/./) });
    });

    it('refuses a missing, a wrong and an unmarked key', async () => {
      const call = await good(app);
      for (const headers of [
        { authorization: undefined },
        { authorization: 'fp_wrong' },
        { 'x-auth-type': undefined },
        { 'x-auth-type': 'WEB' },
      ]) {
        expect((await app.call(id, { ...call, headers: { ...call.headers, ...headers } })).status).toBe(401);
      }
    });
  });

  it('called every operation with a 2xx and a 4xx', () => {
    const missing = loadContract().operations.filter(({ id }) => {
      const statuses = app.noted.filter((one) => one.id === id).map((one) => one.status);
      return !statuses.some((one) => one < 300) || !statuses.some((one) => one >= 400 && one < 500);
    });
    expect(missing.map(({ id }) => id)).toEqual([]);
  });
});
