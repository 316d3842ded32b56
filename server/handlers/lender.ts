/** The push to a lending partner. */
import { limits } from '../../domain/limits.ts';
import type { Handlers } from '../handler.ts';
import { notFound } from '../problem.ts';
import { pushLoan } from '../push/push.ts';

export const lenderHandlers = {
  async createOnLender({ path: { lender_id: lenderId }, body }, context) {
    if (lenderId !== limits.lenderId) throw notFound('There is no such lender');
    const order = { loanId: context.loan.id, lenderId, by: 'applicant', body } as const;
    return { success: true, result: await pushLoan(context, order) };
  },
} satisfies Partial<Handlers>;
