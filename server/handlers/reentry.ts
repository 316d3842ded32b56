/** Getting back into a loan on another device, or with its token gone (decision 2a). */
import type { Handlers } from '../handler.ts';
import { issuedOtp } from '../otp/issue.ts';
import { enterLoan } from '../reentry/enter-loan.ts';
import { sendPassword } from '../reentry/send-password.ts';
import { reentryTarget } from '../reentry/target.ts';
import { issueLoanToken } from '../tokens.ts';

export const reentryHandlers = {
  async requestReentry({ path: { id } }, { key: { partnerId }, ...context }) {
    await sendPassword(await reentryTarget(context.db, { partnerId, loanId: id }), context);
    return { success: true, result: issuedOtp };
  },

  async reenterLoan({ path: { id }, body }, { key: { partnerId }, ...context }) {
    const target = await reentryTarget(context.db, { partnerId, loanId: id });
    const token = await enterLoan(target, body, context, (tx, loan, now) => issueLoanToken(tx, loan.id, now));
    return { success: true, result: { loan_id: id, access_token: token } };
  },
} satisfies Partial<Handlers>;
