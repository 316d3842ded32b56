/** The operations of a customer's own loans up to the approval. */
import type { OperationId } from '../../../server/contract/contract.ts';
import type { App } from '../app.ts';
import type { Call } from '../calls.ts';
import { signedIn } from '../customers.ts';
import { otherThan, passwordOf } from '../passwords.ts';
import { person, school, student } from '../fixtures.ts';
import { type Case, someLoan, stranger, withBearer } from './case.ts';

export const myLoanCases = {
  listMyLoans: {
    good: async (app) => ({ ...(await withBearer(app)), query: '?page=1&page_length=5&sort=status' }),
    bad: {
      'a page before the first': async (app) => [{ ...(await withBearer(app)), query: '?page=0' }, 400],
      'too long a page': async (app) => [{ ...(await withBearer(app)), query: '?page_length=101' }, 400],
      'an order that there is not': async (app) => [{ ...(await withBearer(app)), query: '?sort=name' }, 400],
    },
  },
  readMyLoan: onMyLoan(),
  readMyLoanV2: onMyLoan(),
  readLoanById: onMyLoan(),
  createMyLoan: {
    good: async (app) => ({ ...(await withBearer(app)), body: { institute_id: school.id, language: 'ta' } }),
    bad: {
      'a sign-up that is not complete': async (app) => [
        { bearer: (await signedIn(app)).bearer, body: {} },
        409,
      ],
      'a name of its own': async (app) => [{ ...(await withBearer(app)), body: { name: 'Asha' } }, 400],
      'an Idempotency-Key that is none': async (app) => [
        { ...(await withBearer(app)), headers: { 'idempotency-key': 'x' }, body: {} },
        400,
      ],
    },
  },
  updateMyStudents: {
    good: async (app) => ({
      ...(await myLoan(app)),
      body: {
        data: { 'el_details.institution_id': school.id, 'el_details.students': [student()] },
      },
    }),
    bad: {
      'a fee that is no number': async (app) => [
        {
          ...(await myLoan(app)),
          body: { data: { 'el_details.students': [{ ...student(), annual_fee: '30000' }] } },
        },
        400,
      ],
      'a loan of nobody': async (app) => [
        { ...(await withBearer(app)), path: stranger.path ?? {}, body: { data: {} } },
        404,
      ],
    },
  },
  listClaimableLoans: {
    good: async (app) => withBearer(app),
    bad: { 'an unknown parameter': async (app) => [{ ...(await withBearer(app)), query: '?x=1' }, 400] },
  },
  requestClaim: {
    good: async (app) => claimable(app),
    bad: {
      'another one a moment later': async (app) => {
        const call = await claimable(app);
        await app.call('requestClaim', call);
        return [call, 429];
      },
      'a loan with another number': async (app) => [
        { ...(await withBearer(app)), path: { id: (await someLoan(app)).id } },
        404,
      ],
    },
  },
  claimLoan: {
    good: async (app) => claimed(app, {}),
    bad: {
      'a wrong password': async (app) => {
        const call = await claimed(app, {});
        const { otp } = call.body as { otp: string };
        return [{ ...call, body: { otp: otherThan(otp) } }, 400];
      },
      'no password': async (app) => [await claimed(app, { otp: '' }), 400],
      'a loan that was claimed': async (app) => {
        const call = await claimed(app, {});
        await app.call('claimLoan', call);
        return [call, 404];
      },
    },
  },
} satisfies Partial<Record<OperationId, Case>>;

/** A loan of the customer of all tests. */
async function myLoan(app: App): Promise<Call> {
  const call = await withBearer(app);
  const { body } = await app.call('createMyLoan', { ...call, body: {} });
  return { ...call, path: { id: body.result.loan_id } };
}

/** Returns the cases of an operation that takes only the id of a customer's loan. */
function onMyLoan(): Case {
  return {
    good: myLoan,
    bad: {
      'a loan of nobody': async (app) => [{ ...(await withBearer(app)), path: stranger.path ?? {} }, 404],
      'a loan of another customer': async (app) => {
        const { path } = await myLoan(app);
        return [{ bearer: (await signedIn(app)).bearer, path: path ?? {} }, 404];
      },
    },
  };
}

/** A loan that was created with the number of a customer, who asks for its password. */
async function claimable(app: App): Promise<Call> {
  const { bearer, mobile } = await signedIn(app);
  const { body } = await app.call('createLoan', { body: { ...person, phone: mobile } });
  return { bearer, path: { id: body.result.loan_id } };
}

/** Claims it by the password that was sent, but for `changes` of the body. */
async function claimed(app: App, changes: object): Promise<Call> {
  const call = await claimable(app);
  await app.call('requestClaim', call);
  return { ...call, body: { otp: await passwordOf(app, String(call.path?.id)), ...changes } };
}
