/** A loan's beginning and its submission. */
import { cleanMobile } from '../../domain/values/clean.ts';
import { transaction } from '../db/open.ts';
import type { Context, HandlerRequest, Handlers } from '../api/handler.ts';
import { writeApplication } from '../loans/application.ts';
import { createLoan } from '../loans/create-loan.ts';
import { Problem, shapeError, refusal } from '../http/problem.ts';
import { assignLenders } from '../loans/lenders-of-loan.ts';
import { findLoanRow } from '../loans/row.ts';
import { schedulePush } from '../push/schedule.ts';
import { readSubmissionConsents, storeSubmissionConsents } from '../servicing/submission-consents.ts';

export const loanHandlers = {
  createLoan: async ({ header, body }, context) => created(header['Idempotency-Key'], body, context),

  createLoanByWiderName: async ({ header, body }, context) =>
    created(header['Idempotency-Key'], body, context),

  createTestLoan: async ({ header, body }, context) =>
    created(header['Idempotency-Key'], { ...body, test: true }, context),

  readSubmissionConsents: async ({ query }, { db, clock, config, adapters, loan }) =>
    readSubmissionConsents(
      db,
      loan,
      { adapters, config, now: clock.now() },
      { institutionId: query.institution_id, hasMinor: query.has_minor },
    ),

  async saveApplication({ body: { data } }, { db, clock, config, adapters, loan }) {
    const now = clock.now();
    const result = await transaction(db, async (tx) => {
      const written = await writeApplication(tx, loan.id, data, now);
      if (!written) return undefined;
      const row = { ...(await findLoanRow(tx, loan.id)), customerConsentAt: loan.customerConsentAt };
      const lenderIds = await storeSubmissionConsents(tx, row, { data, adapters, config, now });
      await assignLenders(tx, row, lenderIds, now);
      for (const lenderId of lenderIds)
        await schedulePush(tx, { loanId: loan.id, lenderId }, { now, config });
      // It was read before the consents that came with it were stored.
      const { consents_withdrawn: _, ...submitted } = written;
      return submitted;
    });
    if (!result) {
      const error = shapeError('el_details.order_value', 'has changed with the terms of the institution');
      const message = 'The fee has changed since it was shown; read the loan again';
      throw refusal(409, 'refusal.feeChanged', message, [error]);
    }
    return result;
  },
} satisfies Partial<Handlers>;

/** A customer's loan has the number that was proved, so that it cannot be another one's. */
async function created(
  repeatKey: string | undefined,
  body: HandlerRequest<'createLoan'>['body'],
  context: Context<'createLoan'>,
) {
  const { customer } = context;
  if (customer && cleanMobile(body.phone) !== customer.mobile) {
    throw new Problem(400, 'The number is not the one of the profile', [
      shapeError('phone', "is not the customer's number"),
    ]);
  }
  return createLoan(repeatKey, body, context);
}
