/** The operations of the embedded flow, from the create form to the lender's verdict. */
import { randomBytes } from 'node:crypto';
import { pushRequestOf } from '../../../domain/lending/push-request.ts';
import type { OperationId } from '../../../server/contract/contract.ts';
import type { App } from '../app.ts';
import type { Call } from '../calls.ts';
import { otherThan, passwordOf } from '../passwords.ts';
import { application, hybrid, person, student, submitted, withStudent } from '../fixtures.ts';
import { type Case, opened, plain, stranger } from './case.ts';

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

/** A call that saves one student of a new loan. @param changes what is said otherwise of the student */
async function oneStudent(app: App, changes: object = {}): Promise<Call> {
  const { id, token } = await withStudent(app);
  return { token, body: { loan_id: id, student: { ...student(), ...changes } } };
}

const readCase: Case = {
  good: async (app) => opened(await withStudent(app)),
  bad: {
    'another loan': async (app) => [{ ...opened(await withStudent(app)), path: { id: 'x' } }, 404],
    'no token': async (app) => [{ path: { id: (await withStudent(app)).id } }, 404],
  },
};

const studentCase: Case = {
  good: (app) => oneStudent(app),
  bad: {
    'a fee that is no number': async (app) => [await oneStudent(app, { annual_fee: '30000' }), 400],
    'a fee below the minimum': async (app) => [await oneStudent(app, { annual_fee: 100 }), 400],
    'a course of another institution': async (app) => [
      await oneStudent(app, { institution_course_id: hybrid.course }),
      400,
    ],
    'an unknown field': async (app) => [await oneStudent(app, { isNew: true }), 400],
    'no loan': async () => [{ token: 'none', body: { student: student() } }, 400],
    "a stranger's loan": async (app) => [{ ...(await oneStudent(app)), token: stranger.token ?? '' }, 404],
    'another kind of body': async (app) => [
      { ...(await oneStudent(app)), body: 'id=1', headers: { 'content-type': 'text/plain' } },
      415,
    ],
    'more than 32768 bytes': async (app) => [
      { ...(await oneStudent(app)), body: JSON.stringify({ loan_id: 'x'.repeat(32_769) }) },
      413,
    ],
  },
};

export const applicationCases = {
  requestReentry: {
    good: async (app) => ({ path: { id: (await withStudent(app)).id } }),
    bad: {
      'another one a moment later': async (app) => {
        const path = { id: (await withStudent(app)).id };
        await app.call('requestReentry', { path });
        return [{ path }, 429];
      },
      'an unknown parameter': async () => [{ path: { id: 'x' }, query: '?mobile=1' }, 400],
    },
  },
  reenterLoan: {
    good: async (app) => reentered(app, {}),
    bad: {
      'a wrong password': async (app) => {
        const call = await reentered(app, {});
        return [{ ...call, body: { otp: otherThan(await passwordOf(app, String(call.path?.id))) } }, 400];
      },
      'a loan that nobody asked for': async () => [{ path: { id: 'x' }, body: { otp: '123456' } }, 400],
      'no password': async (app) => [await reentered(app, { otp: ' ' }), 400],
      'a missing password': async (app) => [await reentered(app, { otp: undefined }), 400],
      'a password of a number': async (app) => [await reentered(app, { otp: 123456 }), 400],
      'too long a password': async (app) => [await reentered(app, { otp: '1'.repeat(21) }), 400],
      'an unknown field': async (app) => [await reentered(app, { mobile: '9840012345' }), 400],
      'another kind of body': async () => [
        { path: { id: 'x' }, body: 'otp=1', headers: { 'content-type': 'text/plain' } },
        415,
      ],
      'a megabyte and more': async () => [
        { path: { id: 'x' }, body: JSON.stringify({ otp: '1'.repeat(1_048_577) }) },
        413,
      ],
      'a sixth guess in a day': async (app) => {
        const call = await reentered(app, {});
        const guess = { ...call, body: { otp: otherThan(await passwordOf(app, String(call.path?.id))) } };
        for (let n = 0; n < 5; n += 1) await app.call('reenterLoan', guess);
        return [guess, 429];
      },
    },
  },
  createAccessCode: {
    good: async (app) => ({ ...opened(await withStudent(app)), body: { code: anyCode() } }),
    bad: {
      'no token': async (app) => [
        { path: { id: (await withStudent(app)).id }, body: { code: anyCode() } },
        404,
      ],
      'a short code': async (app) => [{ ...opened(await withStudent(app)), body: { code: 'x' } }, 400],
      'a missing code': async (app) => [{ ...opened(await withStudent(app)), body: {} }, 400],
    },
  },
  exchangeAccessCode: {
    good: async (app) => withCode(app, {}),
    bad: {
      'a wrong code': async (app) => [await withCode(app, { code: anyCode() }), 404],
      'a missing code': async (app) => [await withCode(app, { code: undefined }), 400],
      'too long a code': async (app) => [await withCode(app, { code: 'x'.repeat(44) }), 400],
      'another kind of body': async () => [
        { path: { id: 'x' }, body: 'code=1', headers: { 'content-type': 'text/plain' } },
        415,
      ],
      'more than 4096 bytes': async () => [
        { path: { id: 'x' }, body: JSON.stringify({ code: 'x'.repeat(4097) }) },
        413,
      ],
    },
  },
  createLoan: createCase,
  createLoanByWiderName: createCase,
  createTestLoan: createCase,
  getLoan: readCase,
  readLenderLoan: readCase,
  readSubmissionConsents: readCase,
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
  saveStudentV2: studentCase,
  saveStudentV3: studentCase,
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
      return { path: { lender_id: 15 }, token, body: pushRequestOf(loan) };
    },
    bad: {
      'another lender': async (app) => {
        const { token, loan } = await submitted(app);
        return [{ path: { lender_id: 11 }, token, body: pushRequestOf(loan) }, 404];
      },
      'a PAN that was not saved': async (app) => {
        const { token, loan } = await submitted(app);
        return [
          { path: { lender_id: 15 }, token, body: { ...pushRequestOf(loan), panNo: 'ABCDE0001F' } },
          409,
        ];
      },
      'a lender with a fault': async (app) => {
        const { token, loan } = await submitted(app, '0500');
        return [{ path: { lender_id: 15 }, token, body: pushRequestOf(loan) }, 502];
      },
      'a lender that is silent': async (app) => {
        const { token, loan } = await submitted(app, '5504');
        return [{ path: { lender_id: 15 }, token, body: pushRequestOf(loan) }, 504];
      },
    },
  },
  refreshVerdict: {
    good: async (app) => {
      const { token, loan } = await submitted(app, '0003');
      const body = pushRequestOf(loan);
      await app.call('createOnLender', { path: { lender_id: 15 }, token, body });
      return { path: { id: loan.loan_id }, token };
    },
    bad: {
      'a loan that was not submitted': async (app) => {
        const { id, token } = await withStudent(app);
        return [{ path: { id }, token }, 409];
      },
    },
  },
} satisfies Partial<Record<OperationId, Case>>;

/** Gets back into a loan by the password that was sent, but for `changes` of the body. */
async function reentered(app: App, changes: object): Promise<Call> {
  const path = { id: (await withStudent(app)).id };
  await app.call('requestReentry', { path });
  return { path, body: { otp: await passwordOf(app, path.id), ...changes } };
}

/** Exchanges a code of a new loan, but for `changes` of the body. */
async function withCode(app: App, changes: object): Promise<Call> {
  const loan = opened(await withStudent(app));
  const body = { code: anyCode() };
  await app.call('createAccessCode', { ...loan, body });
  return { path: loan.path ?? {}, body: { ...body, ...changes } };
}

const anyCode = () => randomBytes(32).toString('base64url');

const draft = ({ id, token, step = 'students' }: { id: string; token: string; step?: string }): Call => ({
  path: { id, step },
  token,
});
