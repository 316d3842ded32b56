/** The applicant's push to a lender. */
import { hasVerdict } from '../../domain/loan/status.ts';
import { isEmbedded, isLenderId } from '../adapters/lenders.ts';
import type { Handlers } from '../api/handler.ts';
import { notFound } from '../http/problem.ts';
import { pushLoan, pushToLenders, refreshVerdict } from '../push/push.ts';
import { receiveEvent } from '../push/record.ts';
import { lendersOf } from '../loans/lenders-of-loan.ts';

export const lenderHandlers = {
  async createOnLender({ path: { lender_id: lenderId }, body }, context) {
    if (!isLenderId(lenderId)) throw notFound('There is no such lender');
    if (!isEmbedded(lenderId)) throw notFound(`Lender ${lenderId} is not open to this flow`);
    const { id: loanId, lenderIds } = context.loan;
    const order = { loanId, by: 'applicant', hungUp: context.hungUp, body } as const;
    // A consumer app's loan uses its institution's lenders instead of the one in the path (decision 57).
    return lenderIds.length > 0
      ? await pushToLenders(context, lenderIds, order)
      : await pushLoan(context, { ...order, lenderId });
  },

  async refreshVerdict({ path: { id } }, context) {
    const { loan, hungUp } = context;
    return hasVerdict(loan.status)
      ? await refreshVerdict(context, id, { by: 'applicant', hungUp })
      : await pushToLenders(context, lendersOf(loan), { loanId: id, by: 'applicant', hungUp });
  },

  async receiveLenderEvent({ path: { lender_id: lenderId }, body: { reference } }, { db, clock, event }) {
    if (!isLenderId(lenderId)) throw notFound('There is no such lender');
    await receiveEvent(db, { lenderId, eventId: event.eventId, reference }, clock.now());
  },
} satisfies Partial<Handlers>;
