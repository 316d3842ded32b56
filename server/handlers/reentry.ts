/** Getting back into a loan on another device, or with its token gone (decision 2a). */
import type { Handlers } from '../api/handler.ts';
import { issuedOtp } from '../otp/issue.ts';
import { notFound } from '../http/problem.ts';
import { codeGoodForMs } from '../config/retention-periods.ts';
import { exchangeAccessCode, storeAccessCode } from '../reentry/access-codes.ts';
import { enterLoan, reentryTarget, sendPassword } from '../reentry/enter-loan.ts';
import { issueLoanToken } from '../loans/tokens.ts';

export const reentryHandlers = {
  async requestReentry({ path: { id } }, { key: { partnerId }, ...context }) {
    await sendPassword(await reentryTarget(context.db, { partnerId, loanId: id }), context);
    return issuedOtp;
  },

  async reenterLoan({ path: { id }, body }, { key: { partnerId }, ...context }) {
    const target = await reentryTarget(context.db, { partnerId, loanId: id });
    const token = await enterLoan(target, body, context, (tx, loan, now) => issueLoanToken(tx, loan.id, now));
    return { loan_id: id, access_token: token };
  },

  async createAccessCode({ body: { code } }, { db, loan, clock }) {
    await storeAccessCode(db, { loanId: loan.id, code }, clock.now());
    return { expires_in: codeGoodForMs / 1000 };
  },

  async exchangeAccessCode({ path: { id }, body: { code } }, { db, key: { partnerId }, clock }) {
    const token = await exchangeAccessCode(db, { loanId: id, partnerId, code }, clock.now());
    if (token === undefined) throw notFound();
    return { loan_id: id, access_token: token };
  },
} satisfies Partial<Handlers>;
