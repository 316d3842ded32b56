/** A customer's loan that the sandbox's lender has approved, past the screens. */
import { eq } from 'drizzle-orm';
import { pushRequestOf } from '../../../domain/push-request.ts';
import type { Loan } from '../../../domain/wire.ts';
import { lenderLoans } from '../../../server/db/schema.ts';
import type { LenderAct } from '../../../server/sandbox/lender-servicing.ts';
import { meena, newMobile, ownLoan } from './customers.ts';
import { raman } from './fixtures.ts';
import { submittedLoan } from './loans.ts';
import { passwordMessageTo } from './outbox.ts';
import type { TestApp } from './test-app.ts';

export interface ApprovedLoan {
  /** Of its customer. */
  mobile: string;
  loanId: string;
  /** What a person makes the lender do, by the buttons of the lender's page. */
  actsAsLender: (act: LenderAct) => Promise<void>;
}

export async function approvedLoan(testApp: TestApp): Promise<ApprovedLoan> {
  const { loanId, token } = await submittedLoan(testApp, raman);
  const headers = {
    authorization: testApp.key,
    'x-auth-type': 'API',
    'x-loan-token': token,
    'content-type': 'application/json',
  };
  const api = `${testApp.url}/dev/api`;
  const read = await fetch(`${api}/v3/student/by-loan/${loanId}`, { headers });
  const { result: loan } = (await read.json()) as { result: Loan };
  const body = JSON.stringify(pushRequestOf(loan));
  await fetch(`${api}/loans/create-on-lender/15`, { method: 'POST', headers, body });

  const mobile = newMobile();
  await signUp(testApp, mobile);
  await ownLoan(testApp, mobile, loanId);
  const [booked] = await testApp.db.select().from(lenderLoans).where(eq(lenderLoans.loanId, loanId));
  return {
    mobile,
    loanId,
    async actsAsLender(act) {
      const address = `${testApp.url}/sandbox/lender/${booked?.reference}/${act}`;
      const answer = await fetch(address, { method: 'POST', redirect: 'manual' });
      if (answer.status !== 303) throw new Error(`The lender does not ${act}: ${await answer.text()}`);
    },
  };
}

/** A customer with a name, as the sign-up leaves it. */
async function signUp(testApp: TestApp, mobile: string): Promise<void> {
  const customer = (path: string, method: string, body: object, token = '') =>
    fetch(`${testApp.url}/dev/api/customer/${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
  await customer('otp', 'POST', { mobile });
  const { otp } = await passwordMessageTo(testApp, mobile);
  const session = await customer('session', 'POST', { mobile, otp });
  const { result } = (await session.json()) as { result: { access_token: string } };
  await customer('profile', 'PUT', meena, result.access_token);
}
