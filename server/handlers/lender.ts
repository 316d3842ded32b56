/** The applicant's push to a lender. */
import { isLenderId, isOpenTo } from '../adapters/lenders.ts';
import type { Handlers } from '../handler.ts';
import { notFound } from '../problem.ts';
import { pushLoan } from '../push/push.ts';
import { receiveEvent } from '../push/events.ts';
import { refreshVerdict } from '../push/refresh.ts';

export const lenderHandlers = {
  async createOnLender({ path: { lender_id: lenderId }, body }, context) {
    if (!isLenderId(lenderId)) throw notFound('There is no such lender');
    if (!isOpenTo('embedded', lenderId)) throw notFound(`Lender ${lenderId} is not open to this flow`);
    const order = { loanId: context.loan.id, lenderId, by: 'applicant', body } as const;
    return { success: true, result: await pushLoan(context, order) };
  },

  async refreshVerdict({ path: { id } }, context) {
    return { success: true, result: await refreshVerdict(context, id, 'applicant') };
  },

  async receiveLenderEvent({ body: { reference } }, { db, clock, event }) {
    await receiveEvent(db, { ...event, reference }, clock.now());
    return { success: true };
  },
} satisfies Partial<Handlers>;
