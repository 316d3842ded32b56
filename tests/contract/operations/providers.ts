/** The operations of the steps after an acceptance, with good and with bad input. */
import { randomUUID } from 'node:crypto';
import type { OperationId } from '../../../server/contract/contract.ts';
import { mandates } from '../../../server/db/schema/servicing.ts';
import { type AcceptedLoan, acceptedLoan, acknowledgedFacts, lenderId } from '../accepted-loan.ts';
import type { App } from '../app.ts';
import type { Call } from '../calls.ts';
import { type Case, once } from './case.ts';
import { otpOf } from '../customers.ts';
import { otherThan } from '../passwords.ts';

/** Its owner has read the key facts. */
async function newlyAccepted(app: App): Promise<AcceptedLoan> {
  const loan = await acceptedLoan(app);
  await acknowledgedFacts(app, loan);
  return loan;
}

/** The same one for all cases of an app. */
const someLoan = once(newlyAccepted);

/** A call of the loan's owner, with its id in the path. */
const onLoan =
  (body?: object, headers: Record<string, string> = {}) =>
  async (app: App): Promise<Call> => {
    const { bearer, id } = await someLoan(app);
    return { bearer, path: { id }, headers, ...(body && { body }) };
  };

const onKyc =
  (body: object = {}) =>
  async (app: App): Promise<Call> => {
    const { bearer, id } = await someLoan(app);
    return { bearer, body: { loan_id: id, ...body } };
  };

const refused =
  (make: (app: App) => Promise<Call>, status: number) =>
  async (app: App): Promise<[Call, number]> => [await make(app), status];

const ofNobody =
  (make: (app: App) => Promise<Call>, call: Call) =>
  async (app: App): Promise<[Call, number]> => [{ ...(await make(app)), ...call }, 404];

const nobody = 'e7a9f3f0-8a55-4c34-9d6c-4f0c1f6f2b11';
const key = { 'idempotency-key': '8d0c3a52-27b7-4ad8-9d84-0a7e6c2f7d11' };

export const providerCases = {
  startKyc: {
    good: onKyc(),
    bad: {
      'no loan': async (app) => [{ ...(await onKyc()(app)), body: {} }, 400],
      'a loan of nobody': ofNobody(onKyc(), { body: { loan_id: nobody } }),
      'an unknown field': refused(onKyc({ pan: 'ABCDE1234F' }), 400),
    },
  },
  regenerateKycToken: {
    good: async (app) => {
      const call = await onKyc()(app);
      await app.call('startKyc', call);
      return call;
    },
    bad: {
      'a check that was not begun': async (app) => {
        const { bearer, id } = await acceptedLoan(app);
        return [{ bearer, body: { loan_id: id } }, 409];
      },
      'a loan of nobody': ofNobody(onKyc(), { body: { loan_id: nobody } }),
    },
  },
  createMandate: {
    good: onLoan({ method: 'upi' }),
    bad: {
      'a method that there is not': refused(onLoan({ method: 'cheque' }), 400),
      'no method': refused(onLoan({}), 400),
      'a loan of nobody': ofNobody(onLoan({ method: 'upi' }), { path: { id: nobody } }),
    },
  },
  withdrawMandate: {
    good: async (app) => {
      const { bearer, id } = await acceptedLoan(app);
      await app.db.insert(mandates).values({
        ...{
          id: randomUUID(),
          loanId: id,
          lenderId,
          method: 'upi',
          limitPaise: 630_000,
          state: 'registered',
        },
        ...{ providerReference: randomUUID(), createdAt: app.clock.now() },
      });
      return { bearer, path: { id } };
    },
    bad: {
      'no mandate': async (app) => {
        const { bearer, id } = await acceptedLoan(app);
        return [{ bearer, path: { id } }, 409];
      },
    },
  },
  createPaymentOrder: {
    good: onLoan({ purpose: 'advance' }, key),
    bad: {
      'no idempotency key': refused(onLoan({ purpose: 'advance' }), 400),
      'a purpose that there is not': refused(onLoan({ purpose: 'gift' }, key), 400),
      'an instalment of no number': refused(onLoan({ purpose: 'instalment', instalment: 0 }, key), 400),
      'what is not due': refused(onLoan({ purpose: 'foreclosure' }, key), 409),
      'a loan of nobody': ofNobody(onLoan({ purpose: 'advance' }, key), { path: { id: nobody } }),
    },
  },
  readPaymentOrder: {
    good: async (app) => {
      const call = await onLoan({ purpose: 'advance' }, key)(app);
      const { body } = await app.call('createPaymentOrder', call);
      const { path = {}, bearer = '' } = call;
      return { bearer, path: { ...path, order_id: body.result.order_id } };
    },
    bad: {
      'an order of nobody': async (app) => {
        const { bearer, id } = await someLoan(app);
        return [{ bearer, path: { id, order_id: randomUUID() } }, 404];
      },
      'an order of no form': async (app) => {
        const { bearer, id } = await someLoan(app);
        return [{ bearer, path: { id, order_id: 'x' } }, 404];
      },
    },
  },
  requestSignature: {
    good: async (app) => {
      const { bearer, id } = await newlyAccepted(app);
      return { bearer, path: { id }, body: { language: 'en' } };
    },
    bad: {
      'no language': refused(onLoan({}), 400),
      'a language that there is not': refused(onLoan({ language: 'xx' }), 400),
      'key facts that nobody has read': async (app) => {
        const { bearer, id } = await acceptedLoan(app);
        return [{ bearer, path: { id }, body: { language: 'en' } }, 409];
      },
      'a loan of nobody': ofNobody(onLoan({ language: 'en' }), { path: { id: nobody } }),
    },
  },
  signAgreement: {
    good: async (app) => {
      const { call, otp } = await toSign(app);
      return { ...call, body: { ...(call.body as object), otp } };
    },
    bad: {
      'a wrong password': async (app) => {
        const { call, otp } = await toSign(app);
        return [{ ...call, body: { ...(call.body as object), otp: otherThan(otp) } }, 400];
      },
      'another hash': async (app) => {
        const { call, otp } = await toSign(app);
        return [{ ...call, body: { otp, sha256: '0'.repeat(64) } }, 409];
      },
      'a hash of no form': refused(onLoan({ otp: '123456', sha256: 'x' }), 400),
      'a loan of nobody': ofNobody(onLoan({ otp: '123456', sha256: '0'.repeat(64) }), {
        path: { id: nobody },
      }),
    },
  },
} satisfies Partial<Record<OperationId, Case>>;

/** The call that signs a new agreement, but for its password. */
async function toSign(app: App): Promise<{ call: Call; otp: string }> {
  const { bearer, id, mobile } = await newlyAccepted(app);
  const path = { id };
  const { body } = await app.call('requestSignature', { bearer, path, body: { language: 'en' } });
  const otp = await otpOf(app, mobile, 'customer.sign');
  return { call: { bearer, path, body: { sha256: body.result.document.sha256 } }, otp };
}
