/** Getting back into a loan on another device, or with its token gone (decision 2a). */
import type { Handlers } from '../handler.ts';
import { sendPassword } from '../reentry/send-password.ts';
import { enterLoan } from '../reentry/enter-loan.ts';
import { resendAfterMs, passwordValidMs } from '../reentry/limits.ts';

export const reentryHandlers = {
  async requestReentry({ path: { id } }, context) {
    await sendPassword(id, context);
    return {
      success: true,
      result: { expires_in: passwordValidMs / 1000, next_in: resendAfterMs / 1000 },
    };
  },

  async reenterLoan({ path: { id }, body }, context) {
    return { success: true, result: await enterLoan(id, body, context) };
  },
} satisfies Partial<Handlers>;
