/** A customer's loan that the sandbox's lenders have approved, past the screens. */
import { and, eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { documentVersions } from '../../../domain/servicing/document-versions.ts';
import { consentVersion, requiredConsentsOf } from '../../../domain/servicing/consents.ts';
import { addDays, todayInIndia } from '../../../domain/values/dates.ts';
import type { Offer, Servicing } from '../../../domain/values/wire.ts';
import type { OperationId } from '../../../server/contract/contract.ts';
import { lenderLoans } from '../../../server/db/schema/lenders.ts';
import { sandboxLenderLoans } from '../../../server/db/schema/sandbox.ts';
import type { LenderAct } from '../../../server/sandbox/lender-servicing.ts';
import { approvedLoanOf } from '../../contract/approved-loans.ts';
import { type Answer, type Call, type Callable, callsTo } from '../../contract/calls.ts';
import { until } from '../../support/until.ts';
import type { SignedIn } from '../../contract/customers.ts';
import { birthDate } from '../../support/form-values.ts';
import { meena, newMobile, passwordAfter } from './customers.ts';
import { messagesTo, passwordMessageTo } from './outbox.ts';
import type { TestApp } from './test-app.ts';

export interface ApprovedLoan {
  /** The customer's mobile number. */
  mobile: string;
  loanId: string;
  /** The customer's token for calls outside the screens. */
  bearer: string;
  /** Acts as the lender through the buttons of the lender's page; the default is lender 15. */
  actsAsLender: (act: LenderAct, lenderId?: number) => Promise<void>;
}

/** @param digits of the PAN, by which each lender decides; with 1234 three of them approve */
export async function approvedLoan(testApp: TestApp, digits?: string): Promise<ApprovedLoan> {
  const mobile = newMobile();
  const calls = callable(testApp);
  const customer = await signUp(testApp, calls, mobile);
  const { id: loanId, bearer } = await approvedLoanOf(calls, customer, digits);
  return {
    ...{ mobile, loanId, bearer },
    async actsAsLender(act, lenderId = 15) {
      const [booked] = await testApp.db
        .select()
        .from(lenderLoans)
        .where(and(eq(lenderLoans.loanId, loanId), eq(lenderLoans.lenderId, lenderId)));
      const address = `${testApp.url}/sandbox/lender/${booked?.reference}/${act}`;
      const answer = await fetch(address, { method: 'POST', redirect: 'manual' });
      if (answer.status !== 303) throw new Error(`The lender does not ${act}: ${await answer.text()}`);
    },
  };
}

/** An approved loan that lender 15 has paid out; the steps that it does not wait for are left out. */
export async function disbursedLoan(testApp: TestApp, digits?: string): Promise<ApprovedLoan> {
  const loan = await countersignedLoan(testApp, digits);
  const { loanId, bearer, actsAsLender } = loan;
  await actsAsLender('disburse');
  await until(
    'the loan is paid out',
    async () => (await readServicing(testApp, { loanId, bearer })).stage,
    (stage) => stage === 'disbursed',
  );
  return loan;
}

/** A loan that lender 15 paid out ten days before, so that its cooling-off period is over. */
export async function passCoolingOff({ db }: TestApp, loanId: string): Promise<void> {
  const day = addDays(todayInIndia(new Date()), -10);
  const isMeant = and(eq(lenderLoans.loanId, loanId), eq(lenderLoans.lenderId, 15));
  const told = { disbursedOn: day, disbursalHeardOn: day };
  const [row] = await db.update(lenderLoans).set(told).where(isMeant).returning();
  await db
    .update(sandboxLenderLoans)
    .set({
      servicing: sql`jsonb_set(${sandboxLenderLoans.servicing}, '{disbursedOn}', to_jsonb(${day}::text))`,
    })
    .where(eq(sandboxLenderLoans.reference, row?.reference ?? ''));
}

/** The loan as its customer's screens read it. */
export const readServicing = async (
  testApp: TestApp,
  { loanId: id, bearer }: Pick<ApprovedLoan, 'loanId' | 'bearer'>,
): Promise<Servicing> => resultOf(await callable(testApp).call('readServicing', { bearer, path: { id } }));

/** An approved loan whose agreement with lender 15 both have signed. */
export async function countersignedLoan(testApp: TestApp, digits?: string): Promise<ApprovedLoan> {
  const loan = await approvedLoan(testApp, digits);
  const { loanId: id, bearer, mobile, actsAsLender } = loan;
  const calls = callable(testApp);
  const call = async (operation: OperationId, { path, body }: Pick<Call, 'path' | 'body'> = {}) =>
    resultOf(await calls.call(operation, { bearer, path: { id, ...path }, body }));
  let offer: Offer | undefined;
  await until(
    'lender 15 has made its offer',
    async () => {
      offer = (await call('listOffers')).offers.find((one: Offer) => one.lender_id === 15);
      return offer;
    },
    (found) => found !== undefined,
  );
  const path = { offer_id: offer?.offer_id ?? '' };
  const { document } = await call('createKeyFacts', {
    path,
    body: { language: 'en', version: documentVersions.key_facts },
  });
  const { document_id, sha256 } = document;
  await call('acknowledgeKeyFacts', { path: { document_id }, body: { sha256 } });
  const consents = requiredConsentsOf(true).map((purpose) => ({
    purpose,
    version: consentVersion,
    language: 'en',
  }));
  const accepting = { key_facts_id: document_id, consents };
  await call('acceptOffer', { path, body: accepting });
  const before = (await messagesTo(testApp, mobile)).length;
  const agreement = (await call('requestSignature', { body: { language: 'en' } })).document;
  const otp = await passwordAfter(testApp, mobile, before);
  await call('signAgreement', { body: { otp, sha256: agreement.sha256 } });
  await until(
    'the lender knows of the signature',
    async () => {
      const [booked] = await testApp.db
        .select({ servicing: sandboxLenderLoans.servicing })
        .from(sandboxLenderLoans)
        .innerJoin(lenderLoans, eq(lenderLoans.reference, sandboxLenderLoans.reference))
        .where(and(eq(lenderLoans.loanId, id), eq(lenderLoans.lenderId, 15)));
      return booked?.servicing?.signed;
    },
    (signed) => typeof signed === 'string',
  );
  await actsAsLender('countersign');
  await until(
    'both have signed',
    async () => (await call('readServicing')).agreement.state,
    (state) => state === 'countersigned',
  );
  return loan;
}

/** A customer with a name, as the sign-up leaves it. */
async function signUp(testApp: TestApp, { call }: Callable, mobile: string): Promise<SignedIn> {
  resultOf(await call('requestOtp', { body: { mobile } }));
  const { otp } = await passwordMessageTo(testApp, mobile);
  const { access_token: bearer } = resultOf(
    await call('signInCustomer', { body: { mobile, otp, dob: birthDate } }),
  );
  resultOf(await call('saveProfile', { bearer, body: meena }));
  return { bearer, mobile, jar: {} };
}

const callable = ({ url }: TestApp): Callable => callsTo((path, init) => fetch(url + path, init));

/** @returns what the call has answered */
function resultOf({ status, body }: Answer) {
  expect(status, JSON.stringify(body)).toBe(200);
  return body.result;
}
